// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --sa-choose-plans="strict=true" | FileCheck %s --check-prefix=STRICT
// RUN: saopt %s --emit=report | FileCheck %s --check-prefix=REPORT

!X = !sa.array<64x256xf32, input>
!Y = !sa.array<64x256xf32, output>
!T = !sa.array<64xf32, temp>

// The mean of each row, and the distance from it: the row is still in the cache.

// CHECK-LABEL: sa.func @centred
// CHECK:       sa.plan {
// CHECK-NEXT:    %[[A:.*]]:2 = sa.loops "centred_0"
// CHECK-NEXT:    %[[B:.*]]:2 = sa.loops "centred_1"
// CHECK:         %[[C:.*]]:2 = sa.fuse %[[A]]#0, %[[B]]#1 partial(1)
// CHECK:         sa.parallelize %[[C]]#0
// CHECK:       sa.private_memory = 524288
// CHECK-NOT:   sa.plan {
// STRICT-LABEL: sa.func @centred
// STRICT-NOT:  sa.fuse
// REPORT:      'centred_0': fused with 'centred_1' row by row, rows in parallel
// REPORT-NEXT: 'centred_1': fused with 'centred_0'
// REPORT:      temporary 'M': 4 bytes of private memory
sa.func @centred(%X: !X, %Y: !Y) {
  %M = sa.temp "M" : !T
  sa.nest (%i, %j) to (64, 256) {
    %x = sa.load %X[%i, %j] : !X
    sa.accumulate add %x, %M[%i] : !T
  }
  sa.nest (%j, %i) to (256, 64) {
    %x = sa.load %X[%i, %j] : !X
    %m = sa.load %M[%i] : !T
    %d = arith.subf %x, %m : f32
    sa.store %d, %Y[%i, %j] : !Y
  }
}

// A product and what is done to each of its elements: in the block of the
// result that is in registers.

// STRICT-LABEL: sa.func @layer
// CHECK-LABEL: sa.func @layer
// CHECK:         sa.fuse %{{.*}}, %{{.*}} partial(3)
// CHECK:         sa.unroll
// CHECK:         sa.vectorize
// REPORT:      'layer_0': fused with 'layer_1' with what is done to its elements, {{[0-9]+}} x {{[0-9]+}} block in registers{{.*}}, columns in parallel
// REPORT-NEXT: 'layer_1': fused with 'layer_0'
!S = !sa.array<256x256xf32, input>
!P = !sa.array<256x256xf32, temp>
!R = !sa.array<256x256xf32, output>
sa.func @layer(%A: !S, %B: !S, %C: !R) {
  %P = sa.temp "P" : !P
  sa.nest (%i, %j, %k) to (256, 256, 256) {
    %a = sa.load %A[%i, %k] : !S
    %b = sa.load %B[%k, %j] : !S
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %P[%i, %j] : !P
  }
  sa.nest (%i, %j) to (256, 256) {
    %p = sa.load %P[%i, %j] : !P
    %e = math.exp %p : f32
    sa.store %e, %C[%i, %j] : !R
  }
}

// What reads the row below waits for all rows.

// CHECK-LABEL: sa.func @stencil
// CHECK-NOT:     sa.fuse
// REPORT:      'stencil_0': stream
// REPORT:      'stencil_1': stream
!U = !sa.array<64x256xf32, temp>
sa.func @stencil(%X: !X, %Y: !sa.array<63x256xf32, output>) {
  %T = sa.temp "T" : !U
  sa.nest (%i, %j) to (64, 256) {
    %x = sa.load %X[%i, %j] : !X
    sa.store %x, %T[%i, %j] : !U
  }
  sa.nest (%i, %j) to (63, 256) {
    %below = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %x = sa.load %T[%below, %j] : !U
    sa.store %x, %Y[%i, %j] : !sa.array<63x256xf32, output>
  }
}

// Sums of rows, and what is done to the sums: nothing large is read twice, but a
// launch for one point of each row is saved.

// CHECK-LABEL: sa.func @sums
// CHECK:         %[[C:.*]]:2 = sa.fuse %{{.*}}, %{{.*}} partial(1)
// CHECK:         sa.parallelize %[[C]]#0
// CHECK-NOT:     sa.plan {
// REPORT:      'sums_0': fused with 'sums_1' row by row, rows in parallel
sa.func @sums(%X: !X, %S: !sa.array<64xf32, inout>) {
  sa.nest (%i, %j) to (64, 256) {
    %x = sa.load %X[%i, %j] : !X
    sa.accumulate add %x, %S[%i] : !sa.array<64xf32, inout>
  }
  sa.nest (%i) to (64) {
    %s = sa.load %S[%i] : !sa.array<64xf32, inout>
    %e = math.exp %s : f32
    sa.store %e, %S[%i] : !sa.array<64xf32, inout>
  }
}

// Two products: each one has a block of its own.

// CHECK-LABEL: sa.func @products
// CHECK-NOT:     sa.fuse
!G = !sa.array<256x256xf32, inout>
sa.func @products(%A: !S, %B: !S, %C: !G, %D: !G) {
  sa.nest (%i, %j, %k) to (256, 256, 256) {
    %a = sa.load %A[%i, %k] : !S
    %b = sa.load %B[%k, %j] : !S
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !G
  }
  sa.nest (%i, %j, %k) to (256, 256, 256) {
    %c = sa.load %C[%i, %k] : !G
    %b = sa.load %B[%k, %j] : !S
    %cb = arith.mulf %c, %b : f32
    sa.accumulate add %cb, %D[%i, %j] : !G
  }
}

// Many products: the other indices of the result are loops around the blocks,
// whatever their order in the second nest is.

// CHECK-LABEL: sa.func @batched
// CHECK:         sa.fuse %{{.*}}, %{{.*}} partial({{[34]}})
// CHECK:         sa.parallelize %{{.*}} max_threads(32)
// REPORT:      'batched_0': fused with 'batched_1' with what is done to its elements, {{.*}} block in registers, products in parallel
!BA = !sa.array<16x40x24xf32, input>
!BB = !sa.array<16x24x64xf32, input>
!BT = !sa.array<16x40x64xf32, temp>
!BC = !sa.array<16x40x64xf32, output>
sa.func @batched(%A: !BA, %B: !BB, %V: !sa.array<64xf32, input>, %C: !BC) {
  %T = sa.temp "T" : !BT
  sa.nest (%b, %i, %j, %k) to (16, 40, 64, 24) {
    %x = sa.load %A[%b, %i, %k] : !BA
    %y = sa.load %B[%b, %k, %j] : !BB
    %xy = arith.mulf %x, %y : f32
    sa.accumulate add %xy, %T[%b, %i, %j] : !BT
  }
  sa.nest (%i, %b, %j) to (40, 16, 64) {
    %t = sa.load %T[%b, %i, %j] : !BT
    %v = sa.load %V[%j] : !sa.array<64xf32, input>
    %s = arith.addf %t, %v : f32
    sa.store %s, %C[%b, %i, %j] : !BC
  }
}
