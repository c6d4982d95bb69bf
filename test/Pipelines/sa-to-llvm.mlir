// RUN: saopt %s --sa-to-llvm --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: saopt %s --sa-to-llvm | FileCheck %s
// RUN: saopt %s --sa-to-kernels | saopt --sa-kernels-to-llvm | FileCheck %s

// sa to LLVM: kernels over bare pointers, and the launches that are left of the
// function. The two halves one after the other do the same.

// PASSES:      sa-contract,
// PASSES:        sa-intel-cpu-keep-loops-scalar
// PASSES:        convert-sa-kernels-to-pointers,
// PASSES-NEXT:   convert-sa-math-to-opencl,
// PASSES:        convert-gpu-to-llvm-spv{use-64bit-index=true},
// PASSES:      reconcile-unrealized-casts

// CHECK-LABEL: func.func @roots
// CHECK:         sa.launch @kernels::@roots_0
// CHECK-LABEL: llvm.func spir_kernelcc @roots_0(
// CHECK-SAME:    %{{[a-z0-9]+}}: !llvm.ptr<1> {llvm.noalias{{.*}}},
// CHECK-SAME:    %{{[a-z0-9]+}}: i64) attributes {gpu.kernel
// CHECK-NOT:     unrealized_conversion_cast
// CHECK:         llvm.call spir_funccc @_Z4sqrtf
// CHECK:         llvm.return
!T = !sa.array<?x?xf32, inout, sizes = [M, N]>
sa.func @roots(%A: !T) {
  %m = sa.dim %A, 0 : !T
  %n = sa.dim %A, 1 : !T
  sa.nest (%i, %j) to (%m, %n) {
    %a = sa.load %A[%i, %j] : !T
    %root = math.sqrt %a : f32
    sa.store %root, %A[%i, %j] : !T
  }
}
