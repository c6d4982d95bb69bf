// RUN: saopt %s --sa-skip-zeros | FileCheck %s
// RUN: saopt %s --sa-skip-zeros --mlir-print-op-generic | FileCheck %s --check-prefix=REPORT
// REPORT-NOT: elements are zero and are skipped
// REPORT-NOT: rows are zero
// REPORT:     not skipped, because the nest does more than add products with them

// Nests that do something where their constant is zero are left as they are, and
// so are those where that is not clear.

!V = !sa.array<4xf32, const>
!A = !sa.array<4xf32, input>
!C = !sa.array<4xf32, inout>

// CHECK-LABEL: sa.func @store
// CHECK:         sa.nest
sa.func @store(%C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    sa.store %v, %C[%i] : !C
  }
}

// A store of another element, of a sum that is negated, and of a number that
// came back from a narrower type.
// CHECK-LABEL: sa.func @other_stores
// CHECK-COUNT-4: sa.nest
sa.func @other_stores(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (3) {
    %one = arith.constant 1 : index
    %next = arith.addi %i, %one : index
    %v = sa.load %V[%i] : !V
    %c = sa.load %C[%next] : !C
    %sum = arith.addf %c, %v : f32
    sa.store %sum, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %a = sa.load %A[%i] : !A
    %sum = arith.addf %a, %v : f32
    sa.store %sum, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %c = sa.load %C[%i] : !C
    %difference = arith.subf %v, %c : f32
    sa.store %difference, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %c = sa.load %C[%i] : !C
    %half = arith.truncf %c : f32 to f16
    %rounded = arith.extf %half : f16 to f32
    %sum = arith.addf %rounded, %v : f32
    sa.store %sum, %C[%i] : !C
  }
}

// A variable that one branch changes, one that holds what another iteration has
// read, and a condition that holds at zeros.
// CHECK-LABEL: sa.func @bodies
// CHECK-COUNT-3: sa.nest
sa.func @bodies(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %a = sa.load %A[%i] : !A
    %s = memref.alloca() : memref<f32>
    memref.store %v, %s[] : memref<f32>
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      memref.store %a, %s[] : memref<f32>
    }
    %sum = memref.load %s[] : memref<f32>
    sa.accumulate add %sum, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %s = memref.alloca() : memref<f32>
    memref.store %v, %s[] : memref<f32>
    affine.for %k = 0 to 4 {
      %last = memref.load %s[] : memref<f32>
      sa.accumulate add %last, %C[%k] : !C
      %c = sa.load %C[%k] : !C
      memref.store %c, %s[] : memref<f32>
    }
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    %a = sa.load %A[%i] : !A
    %zero = arith.constant 0.0 : f32
    %is = arith.cmpf oge, %v, %zero : f32
    scf.if %is {
      sa.store %a, %C[%i] : !C
    }
  }
}

// CHECK-LABEL: sa.func @other_accumulations
// CHECK:         sa.nest
sa.func @other_accumulations(%C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
    sa.accumulate max %v, %C[%i] : !C
  }
}

// One of two values is not a product.
// CHECK-LABEL: sa.func @sums
// CHECK:         sa.nest
sa.func @sums(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !A
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
    %av = arith.addf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
}

// 0 / 0 and the like are not zero.
// CHECK-LABEL: sa.func @divisions
// CHECK:         sa.nest
sa.func @divisions(%A: !A, %C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !A
    %v = sa.load %V[%i] : !V
    %va = arith.divf %v, %a : f32
    sa.accumulate add %va, %C[%i] : !C
  }
}

// Copies of a private temporary follow the indices of the nest.
// CHECK-LABEL: sa.func @copies
// CHECK:         sa.nest
sa.func @copies(%C: !C) {
  %V = sa.const "V" dense<0.0> : tensor<4xf32> as !V
  %T = sa.temp "T" private(1) : !sa.array<1xf32, temp>
  sa.nest (%i) to (4) {
    %zero = arith.constant 0 : index
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %T[%zero] : !sa.array<1xf32, temp>
    %t = sa.load %T[%zero] : !sa.array<1xf32, temp>
    %tv = arith.mulf %t, %v : f32
    sa.accumulate add %tv, %C[%i] : !C
  }
}

// Nothing to run, nothing zero, nothing to read.
// CHECK-LABEL: sa.func @nothing
// CHECK-COUNT-3: sa.nest
sa.func @nothing(%C: !C) {
  %V = sa.const "V" dense<1.0> : tensor<4xf32> as !V
  %S = sa.const "S" dense<1.0> : tensor<f32> as !sa.array<f32, const>
  sa.nest (%i) to (0) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %s = sa.load %S[] : !sa.array<f32, const>
    sa.accumulate add %s, %C[%i] : !C
  }
}
