// RUN: saopt %s --sa-to-loops --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: saopt %s --sa-to-loops | FileCheck %s

// sa to loops: the rules first, then the temporaries that need no memory, then
// what may run in parallel, then loops with the elements of reductions in
// registers.

// PASSES:      builtin.module(
// PASSES-NEXT:   sa-expand-arithmetic,
// PASSES-NEXT:   sa-inline-calls,
// PASSES-NEXT:   sa-specialize-layouts,
// PASSES-NEXT:   sa.func(
// PASSES-NEXT:     sa-recognize-accumulations
// PASSES:          sa-guard-loads
// PASSES:          sa-check-accesses
// PASSES:          sa-check-outputs
// PASSES:          sa-prune-temporaries
// PASSES:          sa-fuse-nests
// PASSES:          sa-elide-temporaries
// PASSES:          sa-parallelize
// PASSES:          sa-split-borders
// PASSES:        convert-sa-to-loops,
// PASSES-NEXT:   sa-expand-complex,
// PASSES:        loop-invariant-code-motion,
// PASSES:        sa-promote-accumulators,
// PASSES-NEXT:   sa-intel-cpu-order-stores
// PASSES-NEXT: )

// The address is computed once, outside of the loop.
// CHECK-LABEL: func.func @gemv
// CHECK:         scf.parallel
// CHECK:           arith.muli
// CHECK:           memref.load
// CHECK-NEXT:      scf.for {{.*}} iter_args
// CHECK-NOT:         arith.muli
// CHECK:             memref.load
// CHECK:             memref.load
// CHECK:             arith.mulf
// CHECK:             arith.addf
// CHECK:           memref.store
sa.func @gemv(%A: !sa.array<8x16xf32, input>, %x: !sa.array<16xf32, input>,
              %y: !sa.array<8xf32, inout>) {
  sa.nest (%i, %k) to (8, 16) {
    %a = sa.load %A[%i, %k] : !sa.array<8x16xf32, input>
    %b = sa.load %x[%k] : !sa.array<16xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %y[%i] : !sa.array<8xf32, inout>
  }
}
