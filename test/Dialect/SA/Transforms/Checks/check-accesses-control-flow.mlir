// RUN: saopt %s --sa-check-accesses | FileCheck %s

// What loops and conditions of a body say is known to the proofs inside.

!V = !sa.array<8xf32, inout>
!N = !sa.array<?xf32, inout, sizes = [N]>

// CHECK-LABEL: sa.func @affine_if
sa.func @affine_if(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      sa.store %x, %A[%left] : !V
    } else {
      %right = affine.apply affine_map<(i) -> (i + 7)>(%i)
      sa.store %x, %A[%right] : !V
    }
  }
}

// Not equal is less or more.
// CHECK-LABEL: sa.func @else_of_equality
sa.func @else_of_equality(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i == 0)>(%i) {
    } else {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      sa.store %x, %A[%left] : !V
    }
  }
}

// CHECK-LABEL: sa.func @comparisons
sa.func @comparisons(%A: !N, %x: f32, %b: i1) {
  %n = sa.dim %A, 0 : !N
  %one = arith.constant 1 : i64
  %true = arith.constant true
  sa.nest (%i) to (%n) {
    %wide = arith.index_cast %i : index to i64
    %last = arith.index_cast %n : index to i64
    %next = arith.addi %wide, %one : i64
    %isLast = arith.cmpi eq, %next, %last : i64
    %isFirst = arith.cmpi slt, %wide, %one : i64
    %either = arith.ori %isFirst, %isLast : i1
    %inside = arith.xori %either, %true : i1
    %and = arith.andi %inside, %b : i1
    scf.if %and {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %right = affine.apply affine_map<(i) -> (i + 1)>(%i)
      sa.store %x, %A[%left] : !N
      sa.store %x, %A[%right] : !N
    }
  }
}

// CHECK-LABEL: sa.func @loops
sa.func @loops(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    affine.for %k = affine_map<(i) -> (i)>(%i) to 8 step 3 {
      %back = affine.apply affine_map<(i, k) -> (k - i)>(%i, %k)
      sa.store %x, %A[%i, %back] : !sa.array<8x8xf32, inout>
      affine.for %l = 0 to min affine_map<(k) -> (k, 5)>(%k) {
        %sum = affine.apply affine_map<(k, l) -> (l + 3)>(%k, %l)
        sa.store %x, %A[%k, %sum] : !sa.array<8x8xf32, inout>
      }
    }
  }
}

// The step counts: 0, 4.
// CHECK-LABEL: sa.func @steps
sa.func @steps(%A: !sa.array<5xf32, inout>, %x: f32) {
  sa.nest (%i) to (1) {
    affine.for %k = 0 to 8 step 4 {
      sa.store %x, %A[%k] : !sa.array<5xf32, inout>
    }
  }
}

// CHECK-LABEL: sa.func @never
sa.func @never(%A: !V, %x: f32) {
  %false = arith.constant false
  %far = arith.constant 100 : index
  sa.nest (%i) to (8) {
    %beyond = arith.addi %i, %far : index
    scf.if %false {
      sa.store %x, %A[%beyond] : !V
    }
  }
}

// How much of an open size is needed: 5 of 0 to 4.
// CHECK-LABEL: sa.func @open
// CHECK: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK: sa.require %[[ARG:.*]] at_least %[[FIVE]] of "A" dimension 0
sa.func @open(%A: !sa.array<?xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      affine.for %k = 0 to 2 {
        %sum = affine.apply affine_map<(i, k) -> (i + k)>(%i, %k)
        sa.store %x, %A[%sum] : !sa.array<?xf32, inout>
      }
    }
  }
}
