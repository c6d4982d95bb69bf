// RUN: saopt %s --sa-to-kernels --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: saopt %s --sa-to-kernels | FileCheck %s

// sa to kernels: everything up to the loops, the kernels, the arithmetic that
// every device has, what may change a result, and last the workarounds in finished
// kernels.

// PASSES:      sa-promote-accumulators,
// PASSES-NEXT: sa-intel-cpu-order-stores,
// PASSES-NEXT: convert-sa-loops-to-kernels,
// PASSES-NEXT: gpu.module(
// PASSES-NEXT:   arith-emulate-unsupported-floats{source-types={bf16} target-type=f32},
// PASSES-NEXT:   math-extend-to-supported-types{extra-types={f16} target-type=f32},
// PASSES-NEXT:   sa-mlir-keep-rounding,
// PASSES-NEXT:   sa-legalize-arith,
// PASSES-NEXT:   sa-expand-extrema{keep-signed-zeros=false}
// PASSES-NEXT: ),
// PASSES-NEXT: canonicalize
// PASSES-NEXT: sa-local-cse,
// PASSES-NEXT: cse,
// PASSES-NEXT: sa-contract,
// PASSES-NEXT: gpu.module(
// PASSES-NEXT:   gpu.func(
// PASSES-NEXT:     sa-intel-cpu-add-differences,
// PASSES-NEXT:     sa-intel-cpu-keep-loops-scalar
// PASSES-NEXT:   )
// PASSES-NEXT: )

// CHECK-LABEL: func.func @axpy
// CHECK:         sa.launch @kernels::@axpy_0
// CHECK-LABEL: gpu.func @axpy_0
// CHECK-NOT:     arith.mulf
// CHECK:         math.fma
sa.func @axpy(%x: !sa.array<8xf32, input>, %y: !sa.array<8xf32, inout>,
              %alpha: f32) {
  sa.nest (%i) to (8) {
    %xi = sa.load %x[%i] : !sa.array<8xf32, input>
    %product = arith.mulf %xi, %alpha : f32
    sa.accumulate add %product, %y[%i] : !sa.array<8xf32, inout>
  }
}

// Nothing of bf16 is left but its bits.
// CHECK-LABEL: gpu.func @brain_0
// CHECK-NOT:     arith.{{add|mul}}f {{.*}} : bf16
// CHECK:         arith.mulf {{.*}} : f32
// CHECK:         gpu.return
sa.func @brain(%y: !sa.array<8xbf16, inout>, %alpha: bf16) {
  sa.nest (%i) to (8) {
    sa.accumulate mul %alpha, %y[%i] : !sa.array<8xbf16, inout>
  }
}
