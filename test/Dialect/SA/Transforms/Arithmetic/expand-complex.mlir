// RUN: saopt %s --sa-expand-complex | FileCheck %s --implicit-check-not=complex.

// Complex numbers become their parts, and arithmetic on them NumPy's.

// CHECK-LABEL: func.func @sum
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT:    %[[RE:.*]] = arith.addf %[[A]], %[[C]] : f32
// CHECK-NEXT:    %[[IM:.*]] = arith.addf %[[B]], %[[D]] : f32
// CHECK-NEXT:    return %[[RE]], %[[IM]]
func.func @sum(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.create %c, %d : complex<f32>
  %z = complex.add %x, %y : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// CHECK-LABEL: func.func @difference
// CHECK-SAME:    (%[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64, %[[D:.*]]: f64)
// CHECK-NEXT:    %[[RE:.*]] = arith.subf %[[A]], %[[C]] : f64
// CHECK-NEXT:    %[[IM:.*]] = arith.subf %[[B]], %[[D]] : f64
// CHECK-NEXT:    return %[[RE]], %[[IM]]
func.func @difference(%a: f64, %b: f64, %c: f64, %d: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %y = complex.create %c, %d : complex<f64>
  %z = complex.sub %x, %y : complex<f64>
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  return %re, %im : f64, f64
}

// CHECK-LABEL: func.func @product
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-DAG:     %[[AC:.*]] = arith.mulf %[[A]], %[[C]] : f32
// CHECK-DAG:     %[[BD:.*]] = arith.mulf %[[B]], %[[D]] : f32
// CHECK-DAG:     %[[AD:.*]] = arith.mulf %[[A]], %[[D]] : f32
// CHECK-DAG:     %[[BC:.*]] = arith.mulf %[[B]], %[[C]] : f32
// CHECK-DAG:     %[[RE:.*]] = arith.subf %[[AC]], %[[BD]] : f32
// CHECK-DAG:     %[[IM:.*]] = arith.addf %[[AD]], %[[BC]] : f32
// CHECK:         return %[[RE]], %[[IM]]
func.func @product(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.create %c, %d : complex<f32>
  %z = complex.mul %x, %y : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// CHECK-LABEL: func.func @signs
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT:    %[[RE:.*]] = arith.negf %[[A]] : f32
// CHECK-NEXT:    %[[IM:.*]] = arith.negf %[[B]] : f32
// CHECK-NEXT:    %[[CONJUGATE:.*]] = arith.negf %[[IM]] : f32
// CHECK-NEXT:    return %[[RE]], %[[CONJUGATE]]
func.func @signs(%a: f32, %b: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %negated = complex.neg %x : complex<f32>
  %z = complex.conj %negated : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// Every comparison with NaN is false, but "not equal".
// CHECK-LABEL: func.func @comparisons
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-DAG:     %[[RE_EQ:.*]] = arith.cmpf oeq, %[[A]], %[[C]] : f32
// CHECK-DAG:     %[[IM_EQ:.*]] = arith.cmpf oeq, %[[B]], %[[D]] : f32
// CHECK:         %[[EQ:.*]] = arith.andi %[[RE_EQ]], %[[IM_EQ]] : i1
// CHECK-DAG:     %[[RE_NE:.*]] = arith.cmpf une, %[[A]], %[[C]] : f32
// CHECK-DAG:     %[[IM_NE:.*]] = arith.cmpf une, %[[B]], %[[D]] : f32
// CHECK:         %[[NE:.*]] = arith.ori %[[RE_NE]], %[[IM_NE]] : i1
// CHECK:         return %[[EQ]], %[[NE]]
func.func @comparisons(%a: f32, %b: f32, %c: f32, %d: f32) -> (i1, i1) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.create %c, %d : complex<f32>
  %eq = complex.eq %x, %y : complex<f32>
  %ne = complex.neq %x, %y : complex<f32>
  return %eq, %ne : i1, i1
}

// CHECK-LABEL: func.func @choice
// CHECK-SAME:    (%[[Q:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG:     %[[MINUS:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG:     %[[RE:.*]] = arith.select %[[Q]], %[[A]], %[[TWO]] : f32
// CHECK-DAG:     %[[IM:.*]] = arith.select %[[Q]], %[[B]], %[[MINUS]] : f32
// CHECK:         return %[[RE]], %[[IM]]
func.func @choice(%q: i1, %a: f32, %b: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.constant [2.0 : f32, -0.0 : f32] : complex<f32>
  %z = arith.select %q, %x, %y : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}

// A choice of something else stays.
// CHECK-LABEL: func.func @real_choice
// CHECK-NEXT:    arith.select {{.*}} : f32
func.func @real_choice(%q: i1, %a: f32, %b: f32) -> f32 {
  %z = arith.select %q, %a, %b : f32
  return %z : f32
}
