// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp

// A C++ compiler reads arithmetic on integers, truth values and indices without a
// warning.

// CHECK: i8_0_item(
sa.func @i8(%A: !sa.array<8xi8, inout>, %U: !sa.array<8xui8, inout>) {
  %three = arith.constant 3 : i8
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi8, inout>
    %u = sa.load %U[%i] : !sa.array<8xui8, inout>
    %sum = arith.addi %a, %three : i8
    %difference = arith.subi %sum, %u : i8
    %product = arith.muli %difference, %three : i8
    %quotient = arith.divsi %product, %three : i8
    %remainder = arith.remui %quotient, %u : i8
    %rounded = arith.floordivsi %remainder, %u : i8
    %left = arith.shli %rounded, %three : i8
    %right = arith.shrsi %left, %three : i8
    %zeros = arith.shrui %right, %three : i8
    %bits = arith.xori %zeros, %three : i8
    %absolute = math.absi %bits : i8
    sa.store %absolute, %A[%i] : !sa.array<8xi8, inout>
    %less = arith.cmpi ult, %u, %three : i8
    %smaller = arith.select %less, %u, %three : i8
    sa.accumulate max %smaller, %U[%i] : !sa.array<8xui8, inout>
    sa.accumulate min %smaller, %A[%i] : !sa.array<8xi8, inout>
  }
}

// CHECK: i16_0_item(
sa.func @i16(%A: !sa.array<8xi16, inout>, %U: !sa.array<8xui16, inout>) {
  %three = arith.constant 3 : i16
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi16, inout>
    %u = sa.load %U[%i] : !sa.array<8xui16, inout>
    %sum = arith.addi %a, %three : i16
    %difference = arith.subi %sum, %u : i16
    %product = arith.muli %difference, %three : i16
    %quotient = arith.divsi %product, %three : i16
    %remainder = arith.remui %quotient, %u : i16
    %rounded = arith.floordivsi %remainder, %u : i16
    %left = arith.shli %rounded, %three : i16
    %right = arith.shrsi %left, %three : i16
    %zeros = arith.shrui %right, %three : i16
    %bits = arith.xori %zeros, %three : i16
    %absolute = math.absi %bits : i16
    sa.store %absolute, %A[%i] : !sa.array<8xi16, inout>
    %less = arith.cmpi ult, %u, %three : i16
    %smaller = arith.select %less, %u, %three : i16
    sa.accumulate max %smaller, %U[%i] : !sa.array<8xui16, inout>
    sa.accumulate min %smaller, %A[%i] : !sa.array<8xi16, inout>
  }
}

// CHECK: i32_0_item(
sa.func @i32(%A: !sa.array<8xi32, inout>, %U: !sa.array<8xui32, inout>) {
  %three = arith.constant 3 : i32
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi32, inout>
    %u = sa.load %U[%i] : !sa.array<8xui32, inout>
    %sum = arith.addi %a, %three : i32
    %difference = arith.subi %sum, %u : i32
    %product = arith.muli %difference, %three : i32
    %quotient = arith.divsi %product, %three : i32
    %remainder = arith.remui %quotient, %u : i32
    %rounded = arith.floordivsi %remainder, %u : i32
    %left = arith.shli %rounded, %three : i32
    %right = arith.shrsi %left, %three : i32
    %zeros = arith.shrui %right, %three : i32
    %bits = arith.xori %zeros, %three : i32
    %absolute = math.absi %bits : i32
    sa.store %absolute, %A[%i] : !sa.array<8xi32, inout>
    %less = arith.cmpi ult, %u, %three : i32
    %smaller = arith.select %less, %u, %three : i32
    sa.accumulate max %smaller, %U[%i] : !sa.array<8xui32, inout>
    sa.accumulate min %smaller, %A[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK: i64_0_item(
sa.func @i64(%A: !sa.array<8xi64, inout>, %U: !sa.array<8xui64, inout>) {
  %three = arith.constant 3 : i64
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi64, inout>
    %u = sa.load %U[%i] : !sa.array<8xui64, inout>
    %sum = arith.addi %a, %three : i64
    %difference = arith.subi %sum, %u : i64
    %product = arith.muli %difference, %three : i64
    %quotient = arith.divsi %product, %three : i64
    %remainder = arith.remui %quotient, %u : i64
    %rounded = arith.floordivsi %remainder, %u : i64
    %left = arith.shli %rounded, %three : i64
    %right = arith.shrsi %left, %three : i64
    %zeros = arith.shrui %right, %three : i64
    %bits = arith.xori %zeros, %three : i64
    %absolute = math.absi %bits : i64
    sa.store %absolute, %A[%i] : !sa.array<8xi64, inout>
    %less = arith.cmpi ult, %u, %three : i64
    %smaller = arith.select %less, %u, %three : i64
    sa.accumulate max %smaller, %U[%i] : !sa.array<8xui64, inout>
    sa.accumulate min %smaller, %A[%i] : !sa.array<8xi64, inout>
  }
}

// CHECK: truth_0_item(
sa.func @truth(%A: !sa.array<8xi1, inout>, %N: !sa.array<8xi32, inout>,
               %flag: i1) {
  %true = arith.constant true
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi1, inout>
    %not = arith.xori %a, %true : i1
    %same = arith.cmpi eq, %not, %flag : i1
    %and = arith.andi %same, %flag : i1
    sa.accumulate or %and, %A[%i] : !sa.array<8xi1, inout>
    %n = arith.extui %and : i1 to i32
    sa.accumulate add %n, %N[%i] : !sa.array<8xi32, inout>
  }
}

// CHECK: index_arithmetic_0_item(
sa.func @index_arithmetic(%A: !sa.array<8xi64, inout>, %n: index) {
  %three = index.constant 3
  sa.nest (%i) to (8) {
    %larger = index.maxs %i, %three
    %left = index.shl %larger, %three
    %right = index.shru %left, %three
    %rounded = index.ceildivs %right, %three
    %below = index.cmp ult(%rounded, %n)
    %chosen = arith.select %below, %rounded, %three : index
    %value = index.casts %chosen : index to i64
    sa.store %value, %A[%i] : !sa.array<8xi64, inout>
  }
}
