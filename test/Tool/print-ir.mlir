// RUN: saopt %s --sa-to-kernels --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s
// RUN: saopt %s --emit=sycl --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s

// The program after every pass, also where it is compiled.

// CHECK:      IR Dump After SACheckAccesses (sa-check-accesses)
// CHECK:      IR Dump After SAParallelize (sa-parallelize)
// CHECK:      sa.nest (%i) to (8) parallel("i")
// CHECK:      IR Dump After ConvertSAToLoops (convert-sa-to-loops)
// CHECK:      scf.parallel
// CHECK:      IR Dump After ConvertSALoopsToKernels (convert-sa-loops-to-kernels)
// CHECK:      gpu.func @fill_0
sa.func @fill(%A: !sa.array<8xf32, inout>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
