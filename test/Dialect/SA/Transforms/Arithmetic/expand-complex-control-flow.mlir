// RUN: saopt %s --sa-expand-complex | FileCheck %s --implicit-check-not=complex.

// Values that loops and branches carry become two values each.

// CHECK-LABEL: func.func @loop
// CHECK:         %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[Z:.*]]:2 = scf.for {{.*}} iter_args(%[[RE:.*]] = %[[ONE]], %[[IM:.*]] = %[[ZERO]]) -> (f32, f32)
// CHECK-DAG:       %[[NEXT_RE:.*]] = arith.addf %[[RE]]
// CHECK-DAG:       %[[NEXT_IM:.*]] = arith.addf %[[IM]]
// CHECK:           scf.yield %[[NEXT_RE]], %[[NEXT_IM]] : f32, f32
// CHECK:         return %[[Z]]#0, %[[Z]]#1
func.func @loop(%n: index, %a: f32, %b: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %x = complex.create %a, %b : complex<f32>
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %one) -> complex<f32> {
    %next = complex.add %acc, %x : complex<f32>
    scf.yield %next : complex<f32>
  }
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// CHECK-LABEL: func.func @branch
// CHECK-SAME:    (%[[Q:.*]]: i1, %[[A:.*]]: f64, %[[B:.*]]: f64)
// CHECK:         %[[Z:.*]]:2 = scf.if %[[Q]] -> (f64, f64) {
// CHECK:           scf.yield {{.*}} : f64, f64
// CHECK:         } else {
// CHECK:           scf.yield %[[A]], %[[B]] : f64, f64
// CHECK:         return %[[Z]]#0, %[[Z]]#1
func.func @branch(%q: i1, %a: f64, %b: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %z = scf.if %q -> complex<f64> {
    %square = complex.mul %x, %x : complex<f64>
    scf.yield %square : complex<f64>
  } else {
    scf.yield %x : complex<f64>
  }
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  return %re, %im : f64, f64
}
