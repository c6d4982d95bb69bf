// RUN: saopt %s --emit=llvm --schedule=none | FileCheck %s

// The kernels as LLVM IR for the SPIR-V target: pointers to global memory that do
// not alias, and the position by OpenCL's function.

// CHECK:      target triple = "spirv64-unknown-unknown"
// CHECK:      @W_values = internal addrspace(2) constant [2 x float] [float 1.000000e+00, float 2.000000e+00]

// CHECK:      define spir_kernel void @scale_0(
// CHECK-SAME:   ptr addrspace(1) noalias readonly %{{[^,]*}},
// CHECK-SAME:   ptr addrspace(1) noalias %{{[^,]*}},
// CHECK-SAME:   i64 %{{[^,)]*}})
// CHECK:      call spir_func i64 @_Z13get_global_idj(i32 0)
// CHECK:      load float, ptr addrspace(2)
// CHECK:      fmul float
// CHECK:      store float {{.*}}, ptr addrspace(1)
// CHECK-NEXT: ret void
!A = !sa.array<2x?xf32, input, sizes = [N]>
!C = !sa.array<2x?xf32, inout, sizes = [N]>
sa.func @scale(%A: !A, %C: !C) {
  %W = sa.const "W" dense<[1.0, 2.0]> : tensor<2xf32> as !sa.array<2xf32, const>
  %n = sa.dim %A, 1 : !A
  sa.nest (%i, %j) to (2, %n) {
    %a = sa.load %A[%i, %j] : !A
    %w = sa.load %W[%i] : !sa.array<2xf32, const>
    %aw = arith.mulf %a, %w : f32
    sa.store %aw, %C[%i, %j] : !C
  }
}
