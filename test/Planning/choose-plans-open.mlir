// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --emit=report | FileCheck %s --check-prefix=REPORT

// Sizes that are only known at run time may be small or large: work-items have
// pieces of as many iterations as there are.

// CHECK-LABEL: sa.func @product
// CHECK:       %[[II:.*]] = sa.split %[[I:.*]] by 64 as "ii"
// CHECK:       %[[JJ:.*]] = sa.split %[[J:.*]] by 24 as "jj"
// CHECK:       sa.parallelize %[[I]], %[[J]] max_threads(32)
// REPORT:      'product': contraction, 4 x 24 block in registers, B packed by 512, i and j in parallel
!M = !sa.array<?x?xf32, input, sizes = [M, K]>
!N = !sa.array<?x?xf32, input, sizes = [K, N]>
!C = !sa.array<?x?xf32, inout, sizes = [M, N]>
sa.func @product(%A: !M, %B: !N, %C: !C) {
  %m = sa.dim %C, 0 : !C
  %n = sa.dim %C, 1 : !C
  %d = sa.dim %A, 1 : !M
  sa.nest (%i, %j, %k) to (%m, %n, %d) {
    %a = sa.load %A[%i, %k] : !M
    %b = sa.load %B[%k, %j] : !N
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !C
  }
}

// One open size may be any number of points.

// CHECK-LABEL: sa.func @total
// CHECK:       sa.split %{{.*}} by 65536 as "ii"
// CHECK:       sa.parallelize
// REPORT:      'total': reduction, 32 lanes of partial results, i in parallel
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @total(%A: !V, %S: !sa.array<f32, inout>) {
  %n = sa.dim %A, 0 : !V
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !V
    sa.accumulate add %a, %S[] : !sa.array<f32, inout>
  }
}

// Few columns of many rows: the rows are distributed, and half a vector is
// better than none. Both sums are in one pass.

// CHECK-LABEL: sa.func @moments
// REPORT:      'moments': contraction, 1 x 4 block in registers, i in parallel
!F = !sa.array<?x4xf32, input, sizes = [N]>
!R = !sa.array<4xf32, inout>
sa.func @moments(%A: !F, %S: !R, %Q: !R) {
  %n = sa.dim %A, 0 : !F
  sa.nest (%i, %j) to (%n, 4) {
    %a = sa.load %A[%i, %j] : !F
    %aa = arith.mulf %a, %a : f32
    sa.accumulate add %a, %S[%j] : !R
    sa.accumulate add %aa, %Q[%j] : !R
  }
}
