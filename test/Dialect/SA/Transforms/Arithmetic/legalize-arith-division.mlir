// RUN: saopt %s --sa-legalize-arith | FileCheck %s

// Divisions that round down or up become divisions that round to zero, with a
// correction.

// CHECK-LABEL: func.func @round_down
// CHECK-NOT:     arith.floordivsi
// CHECK:         arith.divsi
// CHECK:         arith.select
func.func @round_down(%a: i32, %b: i32) -> i32 {
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @round_up
// CHECK-NOT:     arith.ceildivsi
// CHECK:         arith.divsi
// CHECK:         arith.select
func.func @round_up(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: func.func @unsigned_round_up
// CHECK-NOT:     arith.ceildivui
// CHECK:         arith.divui
// CHECK:         arith.select
func.func @unsigned_round_up(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}
