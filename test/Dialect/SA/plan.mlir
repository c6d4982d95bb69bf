// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The steps of plans, and what the loops that they become hold.

// CHECK-LABEL: sa.func @steps
sa.func @steps(%A: !sa.array<64x32xf32, input>, %B: !sa.array<32x48xf32, input>,
               %C: !sa.array<64x48xf32, inout>) {
  // CHECK: sa.nest "zero" (%i, %j) to (64, 48) {
  sa.nest "zero" (%i, %j) to (64, 48) {
    %zero = arith.constant 0.0 : f32
    sa.store %zero, %C[%i, %j] : !sa.array<64x48xf32, inout>
  }
  sa.nest "mm" (%i, %j, %k) to (64, 48, 32) {
    %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<32x48xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
  }
  // CHECK: sa.plan {
  sa.plan {
    // CHECK-NEXT: %[[I0:.*]]:2 = sa.loops "zero"
    %i0, %j0 = sa.loops "zero"
    // CHECK-NEXT: %[[I1:.*]]:3 = sa.loops "mm"
    %i1, %j1, %k = sa.loops "mm"
    // CHECK-NEXT: %[[F:.*]]:3 = sa.fuse %[[I0]]#0, %[[I1]]#0 partial(2) as ["i", "j", "f"]
    %i, %j, %f = sa.fuse %i0, %i1 partial(2) as ["i", "j", "f"]
    // CHECK-NEXT: %[[II:.*]] = sa.split %[[F]]#0 by 8 as "ii"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 16 as "jj"
    %kk = sa.split %k by 4 as "kk"
    // CHECK: sa.reorder %[[F]]#0, %[[F]]#1,
    sa.reorder %i, %j, %ii, %jj, %f, %k, %kk
    // CHECK-NEXT: sa.reorder unsafe
    sa.reorder unsafe %i, %j
    // CHECK-NEXT: sa.unroll %[[II]]
    sa.unroll %ii
    // CHECK-NEXT: sa.vectorize
    sa.vectorize %jj
    // CHECK-NEXT: sa.parallelize %[[F]]#0, %[[F]]#1 max_threads(4) policy(<static>)
    sa.parallelize %i, %j max_threads(4) policy(<static>)
    // CHECK-NEXT: sa.tensorize
    sa.tensorize %ii, %jj, %kk
    // CHECK-NEXT: sa.prefetch %A at %[[I1]]#2 distance(2) : !sa.array<64x32xf32, input>
    sa.prefetch %A at %k distance(2) : !sa.array<64x32xf32, input>
    // CHECK-NEXT: sa.nontemporal %C : !sa.array<64x48xf32, inout>
    sa.nontemporal %C : !sa.array<64x48xf32, inout>
    // CHECK-NEXT: %[[CACHE:.*]] = sa.cache %B as "B_cache" at %{{.*}} trigger %[[I1]]#2 {location = #sa.memory<global>} : !sa.array<32x48xf32, input>
    %Bc = sa.cache %B as "B_cache" at %kk trigger %k {location = #sa.memory<global>} : !sa.array<32x48xf32, input>
    // CHECK-NEXT: sa.cache %[[CACHE]] as "small" max_elements(64) {layout = #sa.col_major} : !sa.array<32x48xf32, input>
    %small = sa.cache %Bc as "small" max_elements(64) {layout = #sa.col_major} : !sa.array<32x48xf32, input>
    // CHECK-NEXT: sa.pad
    sa.pad %k by 3
    // CHECK-NEXT: sa.skew
    sa.skew %i with %j
    // CHECK-NEXT: sa.bind %[[F]]#0 to block_x
    sa.bind %i to block_x
  }
}

// CHECK-LABEL: sa.func @loops
sa.func @loops(%A: !sa.array<64xf32, inout>) {
  // CHECK: %{{.*}} = sa.loop_cache %A as "A_cache" at "ii" {location = #sa.memory<private>} : !sa.array<64xf32, inout>
  %Ac = sa.loop_cache %A as "A_cache" at "ii" {location = #sa.memory<private>} : !sa.array<64xf32, inout>
  affine.for %i = 0 to 64 step 16 {
    affine.for %ii = 0 to 1 {
      // CHECK: %T = sa.buffer "T" private : !sa.array<16xf32, temp>
      %T = sa.buffer "T" private : !sa.array<16xf32, temp>
      // CHECK: %{{.*}} = sa.buffer "L" local : !sa.array<16xf32, temp>
      %L = sa.buffer "L" local : !sa.array<16xf32, temp>
      // CHECK: %[[V:.*]] = sa.vector_load %A[%{{.*}}] step [1] : !sa.array<64xf32, inout> to vector<16xf32>
      %v = sa.vector_load %A[%i] step [1] : !sa.array<64xf32, inout> to vector<16xf32>
      // CHECK: sa.vector_store %[[V]], %A[%{{.*}}] step [1] : vector<16xf32> to !sa.array<64xf32, inout>
      sa.vector_store %v, %A[%i] step [1] : vector<16xf32> to !sa.array<64xf32, inout>
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
