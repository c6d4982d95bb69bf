// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// Bodies that change nothing where a constant is zero, though they do not just
// accumulate. Here all of it is zero, and the nests are left out.

!V = !sa.array<4xf32, const>
!A = !sa.array<4xf32, input>
!C = !sa.array<4xf32, inout>

// CHECK-NOT: sa.nest (%i)

// Sums that go back to where they came from, with the element left and right.
sa.func @stores(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %c = sa.load %C[%i] : !C
    %a = sa.load %A[%i] : !A
    %v = sa.load %V[%i] : !V
    %av = arith.mulf %a, %v : f32
    %sum = arith.addf %av, %c : f32
    %difference = arith.subf %sum, %av : f32
    sa.store %difference, %C[%i] : !C
    %again = sa.load %C[%i] : !C
    %twice = arith.addf %again, %v : f32
    sa.store %twice, %C[%i] : !C
  }
}

// The same place, with subscripts that are computed twice.
sa.func @places(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (3) {
    %one = arith.constant 1 : index
    %next = arith.addi %i, %one : index
    %c = sa.load %C[%next] : !C
    %v = sa.load %V[%i] : !V
    %sum = arith.addf %c, %v : f32
    %one_again = arith.constant 1 : index
    %same = arith.addi %i, %one_again : index
    sa.store %sum, %C[%same] : !C
  }
}

// In a wider type, and back.
sa.func @widened(%C: !sa.array<4xf16, inout>, %D: !sa.array<4xi8, inout>) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  %U = sa.const "U" dense<0> : tensor<4xi32> as !sa.array<4xi32, const>
  sa.nest (%i) to (4) {
    %c = sa.load %C[%i] : !sa.array<4xf16, inout>
    %v = sa.load %V[%i] : !V
    %wide = arith.extf %c : f16 to f32
    %sum = arith.addf %wide, %v : f32
    %half = arith.truncf %sum : f32 to f16
    sa.store %half, %C[%i] : !sa.array<4xf16, inout>
  }
  sa.nest (%i) to (4) {
    %d = sa.load %D[%i] : !sa.array<4xi8, inout>
    %u = sa.load %U[%i] : !sa.array<4xi32, const>
    %wide = arith.extsi %d : i8 to i32
    %either = arith.ori %u, %wide : i32
    %byte = arith.trunci %either : i32 to i8
    sa.store %byte, %D[%i] : !sa.array<4xi8, inout>
  }
}

// Variables, in branches and loops.
sa.func @variables(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %zero = arith.constant 0.0 : f32
    %a = sa.load %A[%i] : !A
    %s = memref.alloca() : memref<f32>
    memref.store %zero, %s[] : memref<f32>
    %t = memref.alloca() : memref<f32>
    %c = sa.load %C[%i] : !C
    memref.store %c, %t[] : memref<f32>
    %positive = arith.cmpf ogt, %a, %zero : f32
    scf.if %positive {
      %v = sa.load %V[%i] : !V
      memref.store %v, %s[] : memref<f32>
    } else {
      memref.store %zero, %s[] : memref<f32>
    }
    affine.for %k = 0 to 3 {
      %sum = memref.load %s[] : memref<f32>
      %v = sa.load %V[%i] : !V
      %more = arith.addf %sum, %v : f32
      sa.accumulate add %more, %C[%k] : !C
    }
    %sum = memref.load %s[] : memref<f32>
    %old = memref.load %t[] : memref<f32>
    %new = arith.addf %sum, %old : f32
    sa.store %new, %C[%i] : !C
  }
}

// Under a condition that does not hold at zeros anything may stand.
sa.func @conditions(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  %U = sa.const "U" dense<0> : tensor<4xi32> as !sa.array<4xi32, const>
  sa.nest (%i) to (4) {
    %zero = arith.constant 0.0 : f32
    %v = sa.load %V[%i] : !V
    %a = sa.load %A[%i] : !A
    %c = sa.load %C[%i] : !C
    %is = arith.cmpf une, %v, %zero : f32
    scf.if %is {
      sa.store %a, %C[%i] : !C
    }
    %chosen = arith.select %is, %a, %c : f32
    sa.store %chosen, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %zero = arith.constant 0 : i32
    %u = sa.load %U[%i] : !sa.array<4xi32, const>
    %a = sa.load %A[%i] : !A
    %is = arith.cmpi sgt, %u, %zero : i32
    scf.if %is {
      sa.accumulate max %a, %C[%i] : !C
    }
  }
}

// What is left of a nest has its branches, with the old indices.
// CHECK-LABEL: sa.func @rest
// CHECK-SAME:    message = "2 of 4 elements are zero and are skipped
// CHECK:         %[[V:.*]] = sa.const "V" dense<[1.000000e+00, 2.000000e+00]>
// CHECK:         sa.nest (%i_kept) to (2) parallel() {
// CHECK-NEXT:      %[[ONE:.*]] = arith.constant 1
// CHECK-NEXT:      %[[I:.*]] = arith.addi %i_kept, %[[ONE]]
// CHECK-NEXT:      affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:        %[[v:.*]] = sa.load %[[V]][%i_kept] : !sa.array<2xf32, const>
// CHECK-NEXT:        sa.accumulate add %[[v]], %C[%[[I]]]
sa.func @rest(%C: !C) {
  %V = sa.const "V" dense<[0.0, 1.0, 2.0, 0.0]> : tensor<4xf32> as !V
  sa.nest (%i) to (4) parallel() {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %v = sa.load %V[%i] : !V
      sa.accumulate add %v, %C[%i] : !C
    }
  }
}
