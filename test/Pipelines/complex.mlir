// RUN: saopt %s --sa-to-loops | FileCheck %s --check-prefixes=CHECK,LOOPS --implicit-check-not=complex.
// RUN: saopt %s --sa-to-kernels | FileCheck %s --check-prefixes=FUSED --implicit-check-not=complex.
// RUN: saopt %s --sa-to-kernels=strict | FileCheck %s --check-prefixes=STRICT --implicit-check-not=fma

// Nothing complex is left once there are loops. The accumulator is two registers,
// and products are fused with sums unless that is forbidden.

// CHECK-LABEL: func.func @dot
// LOOPS:         scf.for {{.*}} iter_args({{.*}}, {{.*}}) -> (f32, f32)
// LOOPS-NOT:       memref.store
// LOOPS:           scf.yield
// LOOPS-COUNT-2: memref.store

// FUSED-LABEL: gpu.func @dot_0
// FUSED:         math.fma

// STRICT-LABEL: gpu.func @dot_0
// STRICT-COUNT-4: arith.mulf
sa.func @dot(%A: !sa.array<4x8xcomplex<f32>, input>,
             %B: !sa.array<8xcomplex<f32>, input>,
             %C: !sa.array<4xcomplex<f32>, inout>) {
  sa.nest (%i, %k) to (4, 8) {
    %a = sa.load %A[%i, %k] : !sa.array<4x8xcomplex<f32>, input>
    %b = sa.load %B[%k] : !sa.array<8xcomplex<f32>, input>
    %ab = complex.mul %a, %b : complex<f32>
    sa.accumulate add %ab, %C[%i] : !sa.array<4xcomplex<f32>, inout>
  }
}
