// RUN: saopt %s --sa-expand-arithmetic | FileCheck %s

// Zero is no divisor, and what is divided by it is zero.
// CHECK-LABEL: func.func @unsigned_quotient(
// CHECK-SAME:      %[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK:         %[[IS_ZERO:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i32
// CHECK:         %[[DIVISOR:.*]] = arith.select %[[IS_ZERO]], %{{.*}}, %[[B]] : i32
// CHECK:         %[[QUOTIENT:.*]] = arith.divui %[[A]], %[[DIVISOR]] : i32
// CHECK:         %[[RESULT:.*]] = arith.select %[[IS_ZERO]], %{{.*}}, %[[QUOTIENT]] : i32
// CHECK:         return %[[RESULT]]
func.func @unsigned_quotient(%a: i32, %b: i32) -> i32 {
  %0 = sa.divui %a, %b : i32
  return %0 : i32
}

// A constant that is a divisor stays one.
// CHECK-LABEL: func.func @by_constant(
// CHECK-SAME:      %[[A:.*]]: i32)
// CHECK-NEXT:    %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK-NEXT:    %[[REST:.*]] = arith.remui %[[A]], %[[SEVEN]] : i32
// CHECK-NEXT:    return %[[REST]]
func.func @by_constant(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %0 = sa.remui %a, %c7 : i32
  return %0 : i32
}

// The smallest number is not divided by -1 either; a remainder of the other sign
// makes the quotient one less.
// CHECK-LABEL: func.func @floor_quotient(
// CHECK-SAME:      %[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK:         %[[IS_ZERO:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : i8
// CHECK:         %[[SMALLEST:.*]] = arith.constant -128 : i8
// CHECK:         %[[IS_SMALLEST:.*]] = arith.cmpi eq, %[[A]], %[[SMALLEST]] : i8
// CHECK:         %[[MINUS_ONE:.*]] = arith.constant -1 : i8
// CHECK:         %[[IS_MINUS_ONE:.*]] = arith.cmpi eq, %[[B]], %[[MINUS_ONE]] : i8
// CHECK:         %[[OVERFLOWS:.*]] = arith.andi %[[IS_SMALLEST]], %[[IS_MINUS_ONE]] : i1
// CHECK:         %[[IS_BAD:.*]] = arith.ori %[[IS_ZERO]], %[[OVERFLOWS]] : i1
// CHECK:         %[[DIVISOR:.*]] = arith.select %[[IS_BAD]], %{{.*}}, %[[B]] : i8
// CHECK:         %[[REST:.*]] = arith.remsi %[[A]], %[[DIVISOR]] : i8
// CHECK:         %[[REST_NEGATIVE:.*]] = arith.cmpi slt, %[[REST]], %{{.*}} : i8
// CHECK:         %[[DIVISOR_NEGATIVE:.*]] = arith.cmpi slt, %[[DIVISOR]], %{{.*}} : i8
// CHECK:         %[[DIFFER:.*]] = arith.xori %[[REST_NEGATIVE]], %[[DIVISOR_NEGATIVE]] : i1
// CHECK:         %[[HAS_REST:.*]] = arith.cmpi ne, %[[REST]], %{{.*}} : i8
// CHECK:         %[[ADJUST:.*]] = arith.andi %[[HAS_REST]], %[[DIFFER]] : i1
// CHECK:         %[[QUOTIENT:.*]] = arith.divsi %[[A]], %[[DIVISOR]] : i8
// CHECK:         %[[LESS:.*]] = arith.subi %[[QUOTIENT]], %{{.*}} : i8
// CHECK:         %[[FLOOR:.*]] = arith.select %[[ADJUST]], %[[LESS]], %[[QUOTIENT]] : i8
// CHECK:         arith.select %[[IS_ZERO]], %{{.*}}, %[[FLOOR]] : i8
func.func @floor_quotient(%a: i8, %b: i8) -> i8 {
  %0 = sa.floordivsi %a, %b : i8
  return %0 : i8
}

// CHECK-LABEL: func.func @remainder(
// CHECK:         %[[REST:.*]] = arith.remsi
// CHECK-NOT:     arith.xori
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[REST]] : i64
func.func @remainder(%a: i64, %b: i64) -> i64 {
  %0 = sa.remsi %a, %b : i64
  return %0 : i64
}

// CHECK-LABEL: func.func @floor_remainder(
// CHECK-SAME:      %[[A:.*]]: i32)
// CHECK:         %[[MINUS_THREE:.*]] = arith.constant -3 : i32
// CHECK:         %[[REST:.*]] = arith.remsi %[[A]], %[[MINUS_THREE]] : i32
// CHECK:         %[[MORE:.*]] = arith.addi %[[REST]], %[[MINUS_THREE]] : i32
// CHECK:         %[[RESULT:.*]] = arith.select %{{.*}}, %[[MORE]], %[[REST]] : i32
// CHECK-NEXT:    return %[[RESULT]]
func.func @floor_remainder(%a: i32) -> i32 {
  %c = arith.constant -3 : i32
  %0 = sa.floormodsi %a, %c : i32
  return %0 : i32
}

// All the bits are shifted out: zero, or the sign.
// CHECK-LABEL: func.func @shifts(
// CHECK-SAME:      %[[A:.*]]: i16, %[[B:.*]]: i16)
// CHECK:         %[[WIDTH:.*]] = arith.constant 16 : i16
// CHECK:         %[[IN_RANGE:.*]] = arith.cmpi ult, %[[B]], %[[WIDTH]] : i16
// CHECK:         %[[COUNT:.*]] = arith.select %[[IN_RANGE]], %[[B]], %{{.*}} : i16
// CHECK:         %[[SHIFTED:.*]] = arith.shrsi %[[A]], %[[COUNT]] : i16
// CHECK:         %[[FIFTEEN:.*]] = arith.constant 15 : i16
// CHECK:         %[[SIGN:.*]] = arith.shrsi %[[A]], %[[FIFTEEN]] : i16
// CHECK:         arith.select %[[IN_RANGE]], %[[SHIFTED]], %[[SIGN]] : i16
// CHECK:         arith.shrui
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i16
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[ZERO]] : i16
// CHECK:         %[[THREE:.*]] = arith.constant 3 : i16
// CHECK-NEXT:    arith.shli %{{.*}}, %[[THREE]] : i16
// CHECK-NEXT:    return
func.func @shifts(%a: i16, %b: i16) -> i16 {
  %0 = sa.shrsi %a, %b : i16
  %1 = sa.shrui %0, %b : i16
  %c3 = arith.constant 3 : i16
  %2 = sa.shli %1, %c3 : i16
  return %2 : i16
}

// CHECK-LABEL: func.func @floats(
// CHECK-SAME:      %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK:         %[[REST:.*]] = arith.remf %[[A]], %[[B]] : f32
// CHECK:         math.floor
// CHECK:         %[[PLAIN:.*]] = arith.divf %[[A]], %[[B]] : f32
// CHECK:         %[[BY_ZERO:.*]] = arith.cmpf oeq, %[[B]], %{{.*}} : f32
// CHECK:         %[[QUOTIENT:.*]] = arith.select %[[BY_ZERO]], %[[PLAIN]], %{{.*}} : f32
// CHECK:         arith.remf %[[QUOTIENT]], %[[B]] : f32
// CHECK:         math.copysign %{{.*}}, %[[B]] : f32
func.func @floats(%a: f32, %b: f32) -> f32 {
  %0 = sa.floordivf %a, %b : f32
  %1 = sa.floormodf %0, %b : f32
  return %1 : f32
}
