// RUN: saopt %s --pass-pipeline='builtin.module(func.func(sa-expand-extrema))' | FileCheck %s --check-prefixes=CHECK,LOOSE
// RUN: saopt %s --pass-pipeline='builtin.module(func.func(sa-expand-extrema{keep-signed-zeros}))' | FileCheck %s --check-prefixes=CHECK,EXACT

// A maximum with a number that is never NaN is one comparison and one selection,
// which gives the other number if that is NaN.

// CHECK-LABEL: func.func @constant(
// CHECK:         %[[C:.*]] = arith.constant dense<2.0
// CHECK:         %[[LESS:.*]] = arith.cmpf olt, %[[X:.*]], %[[C]]
// CHECK:         %[[MAX:.*]] = arith.select %[[LESS]], %[[C]], %[[X]]
// CHECK:         %[[GREATER:.*]] = arith.cmpf ogt, %[[MAX]], %[[C]]
// CHECK:         arith.select %[[GREATER]], %[[C]], %[[MAX]]
func.func @constant(%x: vector<16xf32>) -> vector<16xf32> {
  %c = arith.constant dense<2.0> : vector<16xf32>
  %m = arith.maximumf %x, %c : vector<16xf32>
  %n = arith.minimumf %m, %c : vector<16xf32>
  return %n : vector<16xf32>
}

// max(-0.0, 0.0) is 0.0, where the sign of a zero counts.
// CHECK-LABEL: func.func @zero(
// LOOSE:         arith.cmpf olt, %{{.*}}, %{{.*}}
// EXACT:         arith.maximumf
func.func @zero(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %m = arith.maximumf %x, %c : f32
  return %m : f32
}

// CHECK-LABEL: func.func @first(
// CHECK:         %[[N:.*]] = arith.sitofp
// CHECK:         %[[GREATER:.*]] = arith.cmpf ogt, %[[N]], %[[X:.*]] : f32
// CHECK:         arith.select %[[GREATER]], %[[N]], %[[X]]
func.func @first(%i: i32, %x: f32) -> f32 {
  %n = arith.sitofp %i : i32 to f32
  %m = arith.maximumf %n, %x : f32
  return %m : f32
}

// CHECK-LABEL: func.func @any(
// CHECK:         arith.maximumf
// CHECK-LABEL: func.func @nan(
// CHECK:         arith.minimumf
func.func @any(%x: f32, %y: f32) -> f32 {
  %m = arith.maximumf %x, %y : f32
  return %m : f32
}

func.func @nan(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %m = arith.minimumf %x, %c : f32
  return %m : f32
}
