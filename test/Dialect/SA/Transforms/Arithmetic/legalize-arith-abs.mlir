// RUN: saopt %s --sa-legalize-arith | FileCheck %s

// |x| is x < 0 ? 0 - x : x; the smallest integer stays what it is.

// CHECK-LABEL: func.func @absolute
// CHECK-SAME:    (%[[X:.*]]: i8)
func.func @absolute(%x: i8) -> i8 {
  // CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0 : i8
  // CHECK-DAG:  %[[NEGATIVE:.*]] = arith.cmpi slt, %[[X]], %[[ZERO]] : i8
  // CHECK-DAG:  %[[NEGATED:.*]] = arith.subi %[[ZERO]], %[[X]] : i8
  // CHECK:      %[[R:.*]] = arith.select %[[NEGATIVE]], %[[NEGATED]], %[[X]] : i8
  // CHECK-NEXT: return %[[R]]
  %r = math.absi %x : i8
  return %r : i8
}
