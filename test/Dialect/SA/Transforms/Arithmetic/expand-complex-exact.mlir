// RUN: saopt %s --sa-expand-complex | FileCheck %s

// What MLIR would fold, but NumPy rounds.

// (a - b) + b is not a.
// CHECK-LABEL: func.func @back_and_forth
// CHECK-DAG:     arith.subf
// CHECK-DAG:     arith.subf
// CHECK:         arith.addf
// CHECK-NEXT:    arith.addf
func.func @back_and_forth(%a: f32, %b: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.create %b, %a : complex<f32>
  %difference = complex.sub %x, %y : complex<f32>
  %z = complex.add %difference, %y : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// An infinity times 1 + 0i has a part that is not a number.
// CHECK-LABEL: func.func @times_one
// CHECK-COUNT-4: arith.mulf
func.func @times_one(%a: f32, %b: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %z = complex.mul %x, %one : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// -0 + 0 is 0.
// CHECK-LABEL: func.func @plus_zero
// CHECK-COUNT-2: arith.addf
func.func @plus_zero(%a: f32, %b: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %z = complex.add %x, %zero : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}
