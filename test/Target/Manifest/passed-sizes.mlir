// RUN: saopt %s --emit=manifest | FileCheck %s
// RUN: saopt %s --emit=header | FileCheck %s --check-prefix=HEADER

// A size that is passed is an argument and a size; unsigned scalars keep their
// sign.

// HEADER: sycl::event fill(sycl::queue &queue, float *A, int64_t N, uint32_t seed);

// CHECK:      "arguments": [
// CHECK:        "name": "A",
// CHECK:        "shape": [
// CHECK-NEXT:     "N"
// CHECK-NEXT:   ],
// CHECK:        "kind": "scalar",
// CHECK-NEXT:   "name": "N",
// CHECK-NEXT:   "size": true,
// CHECK-NEXT:   "type": "i64"
// CHECK:        "kind": "scalar",
// CHECK-NEXT:   "name": "seed",
// CHECK-NEXT:   "type": "ui32"
// CHECK:      "sizes": [
// CHECK-NEXT:   "N"
// CHECK-NEXT: ],
sa.func @fill(%A: !sa.array<?xf32, inout, sizes = [N]>, %N: index {sa.size}, %seed: i32 {sa.scalar = ui32}) {
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [N]>
  sa.nest (%i) to (%N) {
    %x = arith.uitofp %seed : i32 to f32
    sa.accumulate add %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
  }
}
