// RUN: saopt %s --sa-contract | FileCheck %s

// A product that is added to something is fused with the addition, on whichever
// side it stands.

// CHECK-LABEL: func.func @left
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
func.func @left(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK-NEXT: %[[R:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f32
  // CHECK-NEXT: return %[[R]]
  %ab = arith.mulf %a, %b : f32
  %r = arith.addf %ab, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @right
// CHECK-SAME:    (%[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
func.func @right(%a: f64, %b: f64, %c: f64) -> f64 {
  // CHECK-NEXT: %[[R:.*]] = math.fma %[[A]], %[[B]], %[[C]] : f64
  // CHECK-NEXT: return %[[R]]
  %ab = arith.mulf %a, %b : f64
  %r = arith.addf %c, %ab : f64
  return %r : f64
}

// CHECK-LABEL: func.func @half
func.func @half(%a: f16, %b: f16, %c: f16) -> f16 {
  // CHECK-NEXT: math.fma {{.*}} : f16
  // CHECK-NEXT: return
  %ab = arith.mulf %a, %b : f16
  %r = arith.addf %ab, %c : f16
  return %r : f16
}

// Of two products only one can be fused.
// CHECK-LABEL: func.func @two_products
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
func.func @two_products(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  // CHECK-NEXT: %[[CD:.*]] = arith.mulf %[[C]], %[[D]] : f32
  // CHECK-NEXT: math.fma %[[A]], %[[B]], %[[CD]] : f32
  // CHECK-NEXT: return
  %ab = arith.mulf %a, %b : f32
  %cd = arith.mulf %c, %d : f32
  %r = arith.addf %ab, %cd : f32
  return %r : f32
}
