// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py signature sizes arguments launches | FileCheck %s

// Run-time sizes: their names, in shapes and strides, and what is computed from
// them.

!A = !sa.array<?x?x3xf32, inout, sizes = [M, N]>
!B = !sa.array<?xf32, input>

// CHECK:      interior signature = "sycl::event interior(sycl::queue &queue, float *A, const float *B, float x, int64_t M, int64_t N, int64_t B_size0)"
// CHECK-NEXT: interior sizes: 3
// CHECK-NEXT: [0] = "M"
// CHECK-NEXT: [1] = "N"
// CHECK-NEXT: [2] = "B_size0"
// CHECK:      "name": "A", {{.*}} "shape": ["M", "N", 3], "storage": ["*", ["*", "M", "N"], 3], "strides": [ ["*", "N", 3], 3, 1]}
// CHECK-NEXT: "name": "B", {{.*}} "shape": ["B_size0"], "storage": "B_size0", "strides": [1]}
// CHECK:      interior launches: 1
// CHECK-NEXT: [0] = {"arguments": [{"argument": 0}, {"argument": 2}, {"size": "N"}], "kernel": "interior_0", "local": null, "range": ["M", ["max", [{{"-", "N", 2|"\+", "N", -2}}], 0], 3]}
sa.func @interior(%A: !A, %B: !B, %x: f32) {
  %two = arith.constant 2 : index
  %m = sa.dim %A, 0 : !A
  %n = sa.dim %A, 1 : !A
  %inner = arith.subi %n, %two : index
  sa.nest (%i, %j, %k) to (%m, %inner, 3) {
    sa.store %x, %A[%i, %j, %k] : !A
  }
}
