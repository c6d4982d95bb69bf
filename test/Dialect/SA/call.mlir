// RUN: saopt %s | saopt | FileCheck %s

// Calls of functions.

sa.func @add(%A: !sa.array<?xf32, input, sizes = [N]>, %C: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
}

// CHECK-LABEL: sa.func @any_layout
sa.func @any_layout(%X: !sa.array<8xf32, input, #sa.strided<[2]>>, %R: !sa.array<8xf32, output>, %x: f32) {
  // CHECK: sa.call @add(%X, %R, %x) : !sa.array<8xf32, input, #sa.strided<[2]>>, !sa.array<8xf32, output>, f32
  sa.call @add(%X, %R, %x) : !sa.array<8xf32, input, #sa.strided<[2]>>, !sa.array<8xf32, output>, f32
}

// CHECK-LABEL: sa.func @sizes
sa.func @sizes(%X: !sa.array<?xf32, input, sizes = [M]>, %x: f32) {
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [M]>
  // CHECK: sa.call @add(%X, %T, %x)
  sa.call @add(%X, %T, %x) : !sa.array<?xf32, input, sizes = [M]>, !sa.array<?xf32, temp, sizes = [M]>, f32
}
