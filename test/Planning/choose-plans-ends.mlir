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

// Vectors over the sum would run over the condition: it becomes a nest.

// CHECK-LABEL: sa.func @rows
// CHECK:       sa.nest "rows_0" (%[[I:.*]]) to (128)
// CHECK-NOT:     affine.if
// CHECK:         sa.store %{{.*}}, %S[%[[I]]]
// CHECK:       sa.nest "rows_1"
// CHECK-NOT:     affine.if
// CHECK:         sa.accumulate add
// CHECK:       sa.plan
// CHECK:         sa.fuse
// REPORT:      'rows_0': fused with 'rows_1' row by row, rows in parallel
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

// The ends of a sum of open size; the result is changed at its last point.

// CHECK-LABEL: sa.func @scaled
// CHECK:       sa.nest "scaled_0" (%k) to (%{{.*}}) {
// CHECK-NEXT:    sa.load
// CHECK-NEXT:    sa.accumulate add
// CHECK:       sa.nest "scaled_1" (%k) to (1) where #{{.*}}[%{{.*}}] parallel("k") {
// CHECK:         %[[LAST:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK:         sa.load %A[%[[LAST]]]
// CHECK:         sa.accumulate mul
// REPORT:      'scaled_0': reduction, {{.*}}, k in parallel
sa.func @scaled(%A: !sa.array<?xf32, input, sizes = [N]>, %S: !sa.array<f32, inout>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  sa.nest (%k) to (%n) {
    %a = sa.load %A[%k] : !sa.array<?xf32, input, sizes = [N]>
    sa.accumulate add %a, %S[] : !sa.array<f32, inout>
    affine.if affine_set<()[k, n] : (k - n + 1 >= 0)>()[%k, %n] {
      %last = sa.load %A[%k] : !sa.array<?xf32, input, sizes = [N]>
      sa.accumulate mul %last, %S[] : !sa.array<f32, inout>
    }
  }
}

// Where the ends need more than their own element, they stay: the sum of a row
// begins with that of the row before.

// CHECK-LABEL: sa.func @kept
// CHECK:       affine.if
// CHECK-NOT:   sa.plan
sa.func @kept(%A: !sa.array<128x128xf32, input>, %S: !sa.array<129xf32, inout>) {
  sa.nest (%i, %k) to (128, 128) {
    affine.if affine_set<()[k] : (-k >= 0)>()[%k] {
      %before = sa.load %S[%i] : !sa.array<129xf32, inout>
      %next = affine.apply affine_map<(i) -> (i + 1)>(%i)
      sa.store %before, %S[%next] : !sa.array<129xf32, inout>
    }
    %a = sa.load %A[%i, %k] : !sa.array<128x128xf32, input>
    %next = affine.apply affine_map<(i) -> (i + 1)>(%i)
    sa.accumulate add %a, %S[%next] : !sa.array<129xf32, inout>
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
