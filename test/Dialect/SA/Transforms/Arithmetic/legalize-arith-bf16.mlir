// RUN: saopt %s --sa-legalize-arith | FileCheck %s

// What MLIR's own passes for small floats leave of bf16 is computed in f32, or
// on the bits.

// CHECK-LABEL: func.func @fma
// CHECK-SAME:    (%[[A:.*]]: bf16, %[[B:.*]]: bf16, %[[C:.*]]: bf16)
func.func @fma(%a: bf16, %b: bf16, %c: bf16) -> bf16 {
  // CHECK-DAG:  %[[WIDE_A:.*]] = arith.extf %[[A]] : bf16 to f32
  // CHECK-DAG:  %[[WIDE_B:.*]] = arith.extf %[[B]] : bf16 to f32
  // CHECK-DAG:  %[[WIDE_C:.*]] = arith.extf %[[C]] : bf16 to f32
  // CHECK:      %[[WIDE:.*]] = math.fma %[[WIDE_A]], %[[WIDE_B]], %[[WIDE_C]] : f32
  // CHECK-NEXT: arith.truncf %[[WIDE]] : f32 to bf16
  %r = math.fma %a, %b, %c : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @conversions
func.func @conversions(%d: f64, %n: i32, %b: bf16) -> (bf16, bf16, f64, i32) {
  // CHECK-DAG:  %[[SINGLE:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK-DAG:  arith.truncf %[[SINGLE]] : f32 to bf16
  %from_double = arith.truncf %d : f64 to bf16
  // CHECK-DAG:  %[[NUMBER:.*]] = arith.sitofp %{{.*}} : i32 to f32
  // CHECK-DAG:  arith.truncf %[[NUMBER]] : f32 to bf16
  %from_integer = arith.sitofp %n : i32 to bf16
  // CHECK-DAG:  %[[WIDE:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK-DAG:  arith.extf %{{.*}} : f32 to f64
  %to_double = arith.extf %b : bf16 to f64
  // CHECK-DAG:  arith.fptosi %{{.*}} : f32 to i32
  %to_integer = arith.fptosi %b : bf16 to i32
  // CHECK:      return
  return %from_double, %from_integer, %to_double, %to_integer
      : bf16, bf16, f64, i32
}

// CHECK-LABEL: func.func @choice
func.func @choice(%c: i1, %a: bf16, %b: bf16) -> bf16 {
  // CHECK-DAG:  %[[A:.*]] = arith.bitcast %{{.*}} : bf16 to i16
  // CHECK-DAG:  %[[B:.*]] = arith.bitcast %{{.*}} : bf16 to i16
  // CHECK:      %[[BITS:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i16
  // CHECK-NEXT: arith.bitcast %[[BITS]] : i16 to bf16
  %r = arith.select %c, %a, %b : bf16
  return %r : bf16
}
