// RUN: saopt %s --sa-expand-complex | FileCheck %s

// Smith's quotient, in which nothing overflows that need not, without branches.

// CHECK-LABEL: func.func @quotient
// CHECK-SAME:    (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32)
// CHECK-NEXT:    %[[ABS_C:.*]] = math.absf %[[C]]
// CHECK-NEXT:    %[[ABS_D:.*]] = math.absf %[[D]]
// The larger part of the divisor divides.
// CHECK-NEXT:    %[[REAL:.*]] = arith.cmpf oge, %[[ABS_C]], %[[ABS_D]]
// CHECK-NEXT:    %[[LARGER:.*]] = arith.select %[[REAL]], %[[C]], %[[D]]
// CHECK-NEXT:    %[[SMALLER:.*]] = arith.select %[[REAL]], %[[D]], %[[C]]
// CHECK-NEXT:    %[[RATIO:.*]] = arith.divf %[[SMALLER]], %[[LARGER]]
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1.0
// CHECK-NEXT:    %[[PART:.*]] = arith.mulf %[[SMALLER]], %[[RATIO]]
// CHECK-NEXT:    %[[DIVISOR:.*]] = arith.addf %[[LARGER]], %[[PART]]
// CHECK-NEXT:    %[[SCALE:.*]] = arith.divf %[[ONE]], %[[DIVISOR]]
// CHECK-NEXT:    %[[P:.*]] = arith.select %[[REAL]], %[[A]], %[[B]]
// CHECK-NEXT:    %[[Q:.*]] = arith.select %[[REAL]], %[[B]], %[[A]]
// CHECK-NEXT:    %[[Q_RATIO:.*]] = arith.mulf %[[Q]], %[[RATIO]]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[P]], %[[Q_RATIO]]
// CHECK-NEXT:    %[[RE:.*]] = arith.mulf %[[SUM]], %[[SCALE]]
// CHECK-NEXT:    %[[P_RATIO:.*]] = arith.mulf %[[P]], %[[RATIO]]
// CHECK-DAG:     %[[FROM:.*]] = arith.select %[[REAL]], %[[Q]], %[[P_RATIO]]
// CHECK-DAG:     %[[TAKEN:.*]] = arith.select %[[REAL]], %[[P_RATIO]], %[[Q]]
// CHECK:         %[[DIFFERENCE:.*]] = arith.subf %[[FROM]], %[[TAKEN]]
// CHECK-NEXT:    %[[IM:.*]] = arith.mulf %[[DIFFERENCE]], %[[SCALE]]
// Dividing by zero gives infinities, or NaN.
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG:     %[[C_IS_0:.*]] = arith.cmpf oeq, %[[ABS_C]], %[[ZERO]]
// CHECK-DAG:     %[[D_IS_0:.*]] = arith.cmpf oeq, %[[ABS_D]], %[[ZERO]]
// CHECK:         %[[BY_ZERO:.*]] = arith.andi {{.*}} : i1
// CHECK-DAG:     %[[A_BY_0:.*]] = arith.divf %[[A]], %[[ABS_C]]
// CHECK-DAG:     %[[B_BY_0:.*]] = arith.divf %[[B]], %[[ABS_C]]
// CHECK-DAG:     %[[RE_RESULT:.*]] = arith.select %[[BY_ZERO]], %[[A_BY_0]], %[[RE]]
// CHECK-DAG:     %[[IM_RESULT:.*]] = arith.select %[[BY_ZERO]], %[[B_BY_0]], %[[IM]]
// CHECK:         return %[[RE_RESULT]], %[[IM_RESULT]]
func.func @quotient(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %x = complex.create %a, %b : complex<f32>
  %y = complex.create %c, %d : complex<f32>
  %z = complex.div %x, %y : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  return %re, %im : f32, f32
}
