// RUN: saopt %s --sa-expand-complex | FileCheck %s

// The absolute value: parts that are large or small are scaled by a power of two,
// so that their squares are neither infinite nor zero.

// CHECK-LABEL: func.func @single
// CHECK-SAME:    (%[[RE:.*]]: f32, %[[IM:.*]]: f32)
// CHECK-DAG:     %[[A:.*]] = math.absf %[[RE]]
// CHECK-DAG:     %[[B:.*]] = math.absf %[[IM]]
// CHECK-DAG:     %[[IS_LARGER:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK:         %[[LARGER:.*]] = arith.select %[[IS_LARGER]], %[[A]], %[[B]]
// CHECK:         %[[LIMIT:.*]] = arith.constant 1.1529215E+18 : f32
// CHECK:         %[[HUGE:.*]] = arith.cmpf ogt, %[[LARGER]], %[[LIMIT]]
// CHECK:         %[[SMALL:.*]] = arith.constant 8.88178419E-16 : f32
// CHECK:         %[[TINY:.*]] = arith.cmpf olt, %[[LARGER]], %[[SMALL]]
// CHECK:         %[[GROW_OR_NOT:.*]] = arith.select %[[TINY]]
// CHECK-NEXT:    %[[SCALE:.*]] = arith.select %[[HUGE]], {{.*}}, %[[GROW_OR_NOT]]
// CHECK:         %[[UNSCALE:.*]] = arith.select %[[HUGE]]
// CHECK-NEXT:    %[[X:.*]] = arith.mulf %[[A]], %[[SCALE]]
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[B]], %[[SCALE]]
// CHECK-DAG:     %[[XX:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-DAG:     %[[YY:.*]] = arith.mulf %[[Y]], %[[Y]]
// CHECK:         %[[SUM:.*]] = arith.addf %[[XX]], %[[YY]]
// CHECK-NEXT:    %[[ROOT:.*]] = math.sqrt %[[SUM]]
// An infinite part decides, also beside NaN.
// CHECK-NEXT:    %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK-DAG:     arith.cmpf oeq, %[[A]], %[[INF]]
// CHECK-DAG:     arith.cmpf oeq, %[[B]], %[[INF]]
// CHECK:         %[[INFINITE:.*]] = arith.ori
// CHECK:         %[[ABS:.*]] = arith.mulf %[[ROOT]], %[[UNSCALE]]
// CHECK-NEXT:    arith.select %[[INFINITE]], %[[INF]], %[[ABS]]
func.func @single(%re: f32, %im: f32) -> f32 {
  %z = complex.create %re, %im : complex<f32>
  %abs = complex.abs %z : complex<f32>
  return %abs : f32
}

// CHECK-LABEL: func.func @double
// CHECK:         arith.constant 3.2733906078961419E+150 : f64
// CHECK:         arith.constant 3.4395525670743494E-136 : f64
// CHECK:         arith.constant 0x7FF0000000000000 : f64
func.func @double(%re: f64, %im: f64) -> f64 {
  %z = complex.create %re, %im : complex<f64>
  %abs = complex.abs %z : complex<f64>
  return %abs : f64
}
