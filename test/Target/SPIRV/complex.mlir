// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// Complex numbers are their parts in registers and in memory; a product in a
// reduction is kept in two of them.

// CHECK-NOT: Float64
// CHECK:     %float = OpTypeFloat 32
// CHECK-NOT: OpTypeStruct
// CHECK:     OpPhi %float
// CHECK:     OpPhi %float
// CHECK-NOT: OpStore
// CHECK:     OpFMul %float
// CHECK:     OpFSub %float
// CHECK:     OpFAdd %float
// CHECK:     OpBranchConditional
// CHECK:     OpStore {{.*}} Aligned 4
// CHECK:     OpStore {{.*}} Aligned 4
// CHECK-NOT: OpStore
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
