// RUN: saopt %s --sa-check-accesses | FileCheck %s

// Elements that data chooses are checked on the device, unless it is proven
// that they exist.

!X = !sa.array<8xi32, input>
!A = !sa.array<?xf32, input, sizes = [N]>
!B = !sa.array<8xf32, inout>

// CHECK-LABEL: sa.func @checked
// CHECK:         sa.checked_index
sa.func @checked(%X: !X, %A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !A
    sa.store %a, %B[%i] : !B
  }
}

// A byte is below 256, so that a table of 256 elements needs no check.
// CHECK-LABEL: sa.func @byte
// CHECK-NOT:     sa.checked_index
// CHECK:         sa.load %T
sa.func @byte(%X: !sa.array<8xui8, input>, %T: !sa.array<256xf32, input>, %B: !B) {
  %n = arith.constant 256 : index
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xui8, input>
    %w = arith.extui %x : i8 to i64
    %v = arith.index_cast %w : i64 to index
    %at = sa.checked_index %v to %n of "T" dimension 0 at ["i"](%i)
    %t = sa.load %T[%at] : !sa.array<256xf32, input>
    sa.store %t, %B[%i] : !B
  }
}

// The index of a nest, as a number.
// CHECK-LABEL: sa.func @index
// CHECK-NOT:     sa.checked_index
// CHECK:         sa.store
sa.func @index(%B: !B, %b: f32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (8) {
    %at = sa.checked_index %i to %n of "B" dimension 0 at ["i"](%i)
    sa.store %b, %B[%at] : !B
  }
}

// CHECK-LABEL: sa.func @assumed
// CHECK:         sa.assume
// CHECK-NOT:     sa.checked_index
// CHECK:         sa.load %A
sa.func @assumed(%X: !X, %A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  %zero = arith.constant 0 : index
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %low = arith.cmpi sge, %v, %zero : index
    %high = arith.cmpi slt, %v, %n : index
    %both = arith.andi %low, %high : i1
    sa.assume %both unsafe "0 <= x < N" at ["i"](%i)
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !A
    sa.store %a, %B[%i] : !B
  }
}

// Half of what is needed is not enough.
// CHECK-LABEL: sa.func @assumed_below
// CHECK:         sa.checked_index
sa.func @assumed_below(%X: !X, %A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %high = arith.cmpi slt, %v, %n : index
    sa.assume %high unsafe "x < N" at ["i"](%i)
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !A
    sa.store %a, %B[%i] : !B
  }
}

// So is a condition around it.
// CHECK-LABEL: sa.func @tested
// CHECK:         scf.if
// CHECK-NOT:     sa.checked_index
// CHECK:         sa.load %A
sa.func @tested(%X: !X, %A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  %zero = arith.constant 0 : index
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %low = arith.cmpi sge, %v, %zero : index
    %high = arith.cmpi slt, %v, %n : index
    %both = arith.andi %low, %high : i1
    scf.if %both {
      %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
      %a = sa.load %A[%at] : !A
      sa.store %a, %B[%i] : !B
    }
  }
}

// -----

// An index that is extended stays inside of the size, whatever data says.

// CHECK-LABEL: sa.func @extended
// CHECK:         sa.require %{{.+}} at_least %{{.+}} of "A" dimension 0
// CHECK:         sa.extend_index edge
sa.func @extended(%A: !sa.array<?xf32, input, sizes = [N]>,
                  %X: !sa.array<8xi32, input>, %B: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %b = sa.load %X[%i] : !sa.array<8xi32, input>
    %v = arith.index_cast %b : i32 to index
    %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
    %e = sa.extend_index edge %v to %n
    %a = sa.load %A[%e] : !sa.array<?xf32, input, sizes = [N]>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
}
