// RUN: saopt %s --sa-insert-caches | FileCheck %s --enable-var-scope

// Caches of narrower elements than the array's, where the program says so.

// CHECK-LABEL: sa.func @floats
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %{{.*}} : f16 to f32
sa.func @floats(%A: !sa.array<4xf32, input>, %B: !sa.array<4xf32, output>) {
  %c = sa.loop_cache %A as "c" at "i" {elementType = f16, location = #sa.memory<global>, sa.unsafe} : !sa.array<4xf32, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xf32, input>
    sa.store %a, %B[%i] : !sa.array<4xf32, output>
  } {sa.index = "i"}
}

// Neither of the types with 16 bits holds the other.

// CHECK-LABEL: sa.func @halves
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %[[WIDE]] : f32 to bf16
sa.func @halves(%A: !sa.array<4xf16, input>, %B: !sa.array<4xf16, output>) {
  %c = sa.loop_cache %A as "c" at "i" {elementType = bf16, location = #sa.memory<global>, sa.unsafe} : !sa.array<4xf16, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xf16, input>
    sa.store %a, %B[%i] : !sa.array<4xf16, output>
  } {sa.index = "i"}
}

// CHECK-LABEL: sa.func @integers
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK: arith.extsi %{{.*}} : i8 to i32
sa.func @integers(%A: !sa.array<4xi32, input>, %B: !sa.array<4xi32, output>) {
  %c = sa.loop_cache %A as "c" at "i" {elementType = i8, location = #sa.memory<global>, sa.unsafe} : !sa.array<4xi32, input>
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !sa.array<4xi32, input>
    sa.store %a, %B[%i] : !sa.array<4xi32, output>
  } {sa.index = "i"}
}
