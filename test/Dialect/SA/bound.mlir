// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s
// RUN: saopt %s --sa-check-accesses -o /dev/null
// RUN: saopt %s --emit=sycl --schedule=none | FileCheck %s --check-prefix=SYCL

!V = !sa.array<?xf32, inout, sizes = [N]>

// Nothing is left of it in what runs.
// CHECK-LABEL: sa.func @kept
// SYCL-LABEL:  kept_0_item(
// SYCL-NOT:    if
// SYCL:        A[i] = x;
sa.func @kept(%A: !V, %x: f32) {
  %n = sa.dim %A, 0 : !V
  sa.nest (%i) to (%n) {
    // CHECK: sa.bound %i to %{{.*}} "dimension 0 of view 'V'"
    sa.bound %i to %n "dimension 0 of view 'V'"
    // CHECK: sa.bound %i to %{{.*}} "dimension 1 of view '\22V\22'" {note = 1 : i64}
    sa.bound %i to %n "dimension 1 of view '\22V\22'" {note = 1}
    sa.store %x, %A[%i] : !V
  }
}
