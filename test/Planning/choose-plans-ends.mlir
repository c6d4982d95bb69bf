// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --emit=report | FileCheck %s --check-prefix=REPORT

// What is done before and after a sum is done to its block of registers.

// CHECK-LABEL: sa.func @layer
// CHECK:       sa.plan
// CHECK:         sa.vectorize
// REPORT:      'layer': contraction, 4 x 16 block in registers
!A = !sa.array<64x64xf32, input>
!C = !sa.array<64x64xf32, output>
sa.func @layer(%A: !A, %B: !A, %C: !C) {
  sa.nest (%i, %j, %k) to (64, 64, 64) {
    affine.if affine_set<()[k] : (-k >= 0)>()[%k] {
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %C[%i, %j] : !C
    }
    %a = sa.load %A[%i, %k] : !A
    %b = sa.load %B[%k, %j] : !A
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !C
    affine.if affine_set<()[k] : (k - 63 >= 0)>()[%k] {
      %zero = arith.constant 0.0 : f32
      sa.accumulate max %zero, %C[%i, %j] : !C
    }
  }
}

// Vectors over the sum would run over the condition.

// CHECK-LABEL: sa.func @rows
// CHECK-NOT:   sa.plan
// REPORT:      'rows': no plan: no kind of nest with a known plan
sa.func @rows(%A: !sa.array<128x128xf32, input>, %S: !sa.array<128xf32, output>) {
  sa.nest (%i, %k) to (128, 128) {
    affine.if affine_set<()[k] : (-k >= 0)>()[%k] {
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %S[%i] : !sa.array<128xf32, output>
    }
    %a = sa.load %A[%i, %k] : !sa.array<128x128xf32, input>
    sa.accumulate add %a, %S[%i] : !sa.array<128xf32, output>
  }
}

// A condition around something else than the sum.

// CHECK-LABEL: sa.func @other
// CHECK-NOT:   sa.plan
// REPORT:      'other': no plan: its body has loops, conditions or variables
sa.func @other(%A: !A, %B: !sa.array<64xf32, inout>, %C: !sa.array<64x64xf32, inout>) {
  sa.nest (%i, %j, %k) to (64, 64, 64) {
    %a = sa.load %A[%i, %k] : !A
    sa.accumulate add %a, %C[%i, %j] : !sa.array<64x64xf32, inout>
    affine.if affine_set<()[k] : (-k >= 0)>()[%k] {
      sa.accumulate max %a, %B[%i] : !sa.array<64xf32, inout>
    }
  }
}
