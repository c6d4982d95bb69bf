// RUN: saopt %s --emit=spirv --schedule=none -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// Kernel arguments are one pointer to global memory for each array, 64-bit sizes
// and scalars.

// CHECK-DAG: %float = OpTypeFloat 32
// CHECK-DAG: %ulong = OpTypeInt 64 0
// CHECK:     OpFunctionParameter %_ptr_CrossWorkgroup_{{float|uchar}}
// CHECK:     OpFunctionParameter %_ptr_CrossWorkgroup_{{float|uchar}}
// CHECK:     OpFunctionParameter %float
// CHECK:     OpFunctionParameter %ulong
// CHECK-NOT: OpFunctionParameter
!A = !sa.array<?x?xf32, input, sizes = [M, N]>
!C = !sa.array<?x?xf32, inout, sizes = [M, N]>
sa.func @scale(%A: !A, %C: !C, %x: f32) {
  %m = sa.dim %A, 0 : !A
  %n = sa.dim %A, 1 : !A
  sa.nest (%i, %j) to (%m, %n) {
    %a = sa.load %A[%i, %j] : !A
    %ax = arith.mulf %a, %x : f32
    sa.store %ax, %C[%i, %j] : !C
  }
}
