// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s
// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefix=SYCL

// CHECK-LABEL: sa.func @rows
// SYCL-LABEL:  sycl::event rows(
// SYCL:          if (A_size0 < n)
// SYCL-NEXT:       throw sycl::exception(
// SYCL-NEXT:           sycl::make_error_code(sycl::errc::invalid),
// SYCL-NEXT:           "dimension 0 of A is smaller than the loops need");
// SYCL:          queue.parallel_for
sa.func @rows(%A: !sa.array<?x8xf32, inout>, %n: index, %x: f32) {
  sa.nest (%i) to (8) {
    %zero = arith.constant 0 : index
    sa.store %x, %A[%zero, %i] : !sa.array<?x8xf32, inout>
  }
  // CHECK: sa.require %{{.*}} at_least %n of "A" dimension 0
  %rows = sa.dim %A, 0 : !sa.array<?x8xf32, inout>
  sa.require %rows at_least %n of "A" dimension 0
}
