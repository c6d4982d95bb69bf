// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp

// A C++ compiler reads arithmetic on floats without a warning.

// CHECK: f16_0_item(
sa.func @f16(%A: !sa.array<8xf16, inout>, %N: !sa.array<8xi32, inout>) {
  %third = arith.constant 0.3 : f16
  %infinity = arith.constant 0x7C00 : f16
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf16, inout>
    %n = sa.load %N[%i] : !sa.array<8xi32, inout>
    %number = arith.sitofp %n : i32 to f16
    %product = arith.mulf %a, %number : f16
    %sum = arith.addf %product, %third : f16
    %negative = arith.negf %sum : f16
    %quotient = arith.divf %negative, %third : f16
    %root = math.sqrt %quotient : f16
    %power = math.powf %root, %third : f16
    %larger = arith.maximumf %power, %infinity : f16
    %different = arith.cmpf one, %larger, %third : f16
    %chosen = arith.select %different, %larger, %third : f16
    sa.accumulate min %chosen, %A[%i] : !sa.array<8xf16, inout>
    %integer = arith.fptoui %a : f16 to i32
    sa.store %integer, %N[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK: bf16_0_item(
sa.func @bf16(%A: !sa.array<8xbf16, inout>, %N: !sa.array<8xi32, inout>) {
  %third = arith.constant 0.3 : bf16
  %infinity = arith.constant 0x7F80 : bf16
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xbf16, inout>
    %n = sa.load %N[%i] : !sa.array<8xi32, inout>
    %number = arith.sitofp %n : i32 to bf16
    %product = arith.mulf %a, %number : bf16
    %sum = arith.addf %product, %third : bf16
    %negative = arith.negf %sum : bf16
    %quotient = arith.divf %negative, %third : bf16
    %root = math.sqrt %quotient : bf16
    %power = math.powf %root, %third : bf16
    %larger = arith.maximumf %power, %infinity : bf16
    %different = arith.cmpf one, %larger, %third : bf16
    %chosen = arith.select %different, %larger, %third : bf16
    sa.accumulate min %chosen, %A[%i] : !sa.array<8xbf16, inout>
    %integer = arith.fptoui %a : bf16 to i32
    sa.store %integer, %N[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK: f32_0_item(
sa.func @f32(%A: !sa.array<8xf32, inout>, %N: !sa.array<8xi32, inout>) {
  %third = arith.constant 0.3 : f32
  %infinity = arith.constant 0x7F800000 : f32
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %n = sa.load %N[%i] : !sa.array<8xi32, inout>
    %number = arith.sitofp %n : i32 to f32
    %product = arith.mulf %a, %number : f32
    %sum = arith.addf %product, %third : f32
    %negative = arith.negf %sum : f32
    %quotient = arith.divf %negative, %third : f32
    %root = math.sqrt %quotient : f32
    %power = math.powf %root, %third : f32
    %larger = arith.maximumf %power, %infinity : f32
    %different = arith.cmpf one, %larger, %third : f32
    %chosen = arith.select %different, %larger, %third : f32
    sa.accumulate min %chosen, %A[%i] : !sa.array<8xf32, inout>
    %integer = arith.fptoui %a : f32 to i32
    sa.store %integer, %N[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK: f64_0_item(
sa.func @f64(%A: !sa.array<8xf64, inout>, %N: !sa.array<8xi32, inout>) {
  %third = arith.constant 0.3 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf64, inout>
    %n = sa.load %N[%i] : !sa.array<8xi32, inout>
    %number = arith.sitofp %n : i32 to f64
    %product = arith.mulf %a, %number : f64
    %sum = arith.addf %product, %third : f64
    %negative = arith.negf %sum : f64
    %quotient = arith.divf %negative, %third : f64
    %root = math.sqrt %quotient : f64
    %power = math.powf %root, %third : f64
    %larger = arith.maximumf %power, %infinity : f64
    %different = arith.cmpf one, %larger, %third : f64
    %chosen = arith.select %different, %larger, %third : f64
    sa.accumulate min %chosen, %A[%i] : !sa.array<8xf64, inout>
    %integer = arith.fptoui %a : f64 to i32
    sa.store %integer, %N[%i] : !sa.array<8xi32, inout>
  }
}
