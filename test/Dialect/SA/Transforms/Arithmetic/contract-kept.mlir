// RUN: saopt %s --sa-contract | FileCheck %s

// What is not fused.

// The product is needed for itself.
// CHECK-LABEL: func.func @other_use
// CHECK-NEXT:    %[[AB:.*]] = arith.mulf
// CHECK-NEXT:    %[[R:.*]] = arith.addf %[[AB]]
// CHECK-NEXT:    return %[[AB]], %[[R]]
func.func @other_use(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %ab = arith.mulf %a, %b : f32
  %r = arith.addf %ab, %c : f32
  return %ab, %r : f32, f32
}

// (a * b) + (a * b) would need the product twice.
// CHECK-LABEL: func.func @added_to_itself
// CHECK-NEXT:    %[[AB:.*]] = arith.mulf
// CHECK-NEXT:    arith.addf %[[AB]], %[[AB]]
func.func @added_to_itself(%a: f32, %b: f32) -> f32 {
  %ab = arith.mulf %a, %b : f32
  %r = arith.addf %ab, %ab : f32
  return %r : f32
}

// No device has a fused multiplication of bf16.
// CHECK-LABEL: func.func @bf16
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.addf
func.func @bf16(%a: bf16, %b: bf16, %c: bf16) -> bf16 {
  %ab = arith.mulf %a, %b : bf16
  %r = arith.addf %ab, %c : bf16
  return %r : bf16
}

// Integers do not round.
// CHECK-LABEL: func.func @integers
// CHECK-NEXT:    arith.muli
// CHECK-NEXT:    arith.addi
func.func @integers(%a: i32, %b: i32, %c: i32) -> i32 {
  %ab = arith.muli %a, %b : i32
  %r = arith.addi %ab, %c : i32
  return %r : i32
}
