// RUN: saopt %s --emit=sycl | FileCheck %s

// What is called is proven with the arrays that are passed, and only functions
// that are not private are emitted.

sa.func @fill(%C: !sa.array<?xf32, output, sizes = [N]>, %x: f32) attributes {sym_visibility = "private"} {
  %n = sa.dim %C, 0 : !sa.array<?xf32, output, sizes = [N]>
  sa.nest (%i) to (%n) {
    sa.store %x, %C[%i] : !sa.array<?xf32, output, sizes = [N]>
  }
}

// CHECK-NOT: fill
// CHECK: sycl::event both(sycl::queue &queue, float *X, float *Y, float x)
sa.func @both(%X: !sa.array<4xf32, output>, %Y: !sa.array<5xf32, output>, %x: f32) {
  sa.call @fill(%X, %x) : !sa.array<4xf32, output>, f32
  sa.call @fill(%Y, %x) : !sa.array<5xf32, output>, f32
}
