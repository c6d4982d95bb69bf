// RUN: saopt %s --emit=sycl | FileCheck %s

// Clang evaluates the initializers of constant variables again and again; a
// variable with many expressions behind it is not constant.

// CHECK:     const float [[T:A_value]] = A[i];
// CHECK:     const float [[T1:product]] = [[T]] * [[T]];
// CHECK-COUNT-5: const float product
// CHECK-NOT: const
// CHECK:     {{^}}  float [[T7:product.*]] = [[T6:product.*]] * [[T6]];
// CHECK:     const float [[T8:product.*]] = [[T7]] * [[T7]];
// CHECK:     A[i] = [[T8]] * [[T8]];
sa.func @squares(%A: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %x0 = sa.load %A[%i] : !sa.array<8xf32, inout>
    %x1 = arith.mulf %x0, %x0 : f32
    %x2 = arith.mulf %x1, %x1 : f32
    %x3 = arith.mulf %x2, %x2 : f32
    %x4 = arith.mulf %x3, %x3 : f32
    %x5 = arith.mulf %x4, %x4 : f32
    %x6 = arith.mulf %x5, %x5 : f32
    %x7 = arith.mulf %x6, %x6 : f32
    %x8 = arith.mulf %x7, %x7 : f32
    %x9 = arith.mulf %x8, %x8 : f32
    sa.store %x9, %A[%i] : !sa.array<8xf32, inout>
  }
}
