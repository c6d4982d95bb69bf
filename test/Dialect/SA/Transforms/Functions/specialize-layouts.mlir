// RUN: saopt %s --sa-specialize-layouts | FileCheck %s
// RUN: saopt %s --emit=sycl --schedule=none | FileCheck %s --check-prefix=SYCL
// RUN: saopt %s --emit=header --schedule=none | FileCheck %s --check-prefix=HEADER
// RUN: saopt %s --emit=manifest --schedule=none | FileCheck %s --check-prefix=MANIFEST

!A = !sa.array<?x8xf32, input, #sa.any, sizes = [M]>
!B = !sa.array<?x8xf32, inout, sizes = [M]>

// A version for dense arrays, and the general one.
// CHECK:      sa.func @copy_contiguous(
// CHECK-SAME:   %A: !sa.array<?x8xf32, input, sizes = [M]>, %B
// CHECK-SAME:   attributes {sa.internal}
// CHECK:        sa.load %A{{.*}} : !sa.array<?x8xf32, input, sizes = [M]>
// CHECK:      sa.func @copy(
// CHECK-SAME:   %A: !sa.array<?x8xf32, input, #sa.any, sizes = [M]>, %B
// CHECK-SAME:   attributes {sa.contiguous = @copy_contiguous}
sa.func @copy(%A: !A, %B: !B) {
  %m = sa.dim %A, 0 : !A
  sa.nest (%i, %j) to (%m, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !B
  }
}

// SYCL:      B[i * 8 + j] = A[i * 8 + j];
// SYCL:      B[i * 8 + j] = A[i * A_stride0 + j * A_stride1];
// SYCL:      static sycl::event copy_contiguous(sycl::queue &queue, const float *A, float *B,
// SYCL:      sycl::event copy(sycl::queue &queue, const float *A, float *B, int64_t M,
// SYCL-NEXT:     int64_t A_stride0, int64_t A_stride1) {
// SYCL-NEXT:   if ((8 <= 1 || A_stride1 == 1) &&
// SYCL-NEXT:       (M <= 1 || A_stride0 == 8))
// SYCL-NEXT:     return copy_contiguous(queue, A, B, M);

// HEADER-NOT: copy_contiguous
// HEADER:     sycl::event copy(sycl::queue &queue, const float *A, float *B, int64_t M,
// HEADER-NOT: copy_contiguous

// MANIFEST:      "internal": true,
// MANIFEST-NEXT: "launches": [
// MANIFEST:      "name": "copy_contiguous",
// MANIFEST:      "stride_sizes": [
// MANIFEST-NEXT:   "A_stride0",
// MANIFEST-NEXT:   "A_stride1"
// MANIFEST-NEXT: ],
// MANIFEST-NEXT: "strides": "open"
// MANIFEST:      "contiguous": "copy_contiguous",
// MANIFEST:      "sizes": [
// MANIFEST-NEXT:   "M",
// MANIFEST-NEXT:   "A_stride0",
// MANIFEST-NEXT:   "A_stride1"

// The copies of plans are of the dense array, too.
// CHECK-LABEL: sa.func @cached_contiguous(
// CHECK:         sa.cache %A as "c" at %{{.*}} : !sa.array<?x8xf32, input, sizes = [M]>
// CHECK-LABEL: sa.func @cached(
// CHECK:         sa.cache %A as "c" at %{{.*}} : !sa.array<?x8xf32, input, #sa.any, sizes = [M]>
sa.func @cached(%A: !A, %B: !B) {
  %m = sa.dim %A, 0 : !A
  sa.nest "rows" (%i, %j) to (%m, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %B[%i, %j] : !B
  }
  sa.plan {
    %i, %j = sa.loops "rows"
    %c = sa.cache %A as "c" at %j : !A
  }
}
