// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A bool is a byte in memory, 0 or 1; any other value that a caller puts there
// reads as true.

// CHECK-LABEL: func.func @negate
// CHECK-SAME:    (%[[A:.*]]: memref<?xi8> {{.*}}, %[[C:.*]]: memref<?xi8>
sa.func @negate(%A: !sa.array<4xi1, input>, %C: !sa.array<4xi1, inout>) {
  %true = arith.constant true
  sa.nest (%i) to (4) {
    // CHECK:      %[[BYTE:.*]] = memref.load %[[A]]
    // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i8
    // CHECK-NEXT: %[[TRUTH:.*]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]] : i8
    // CHECK-NEXT: %[[OPPOSITE:.*]] = arith.xori %[[TRUTH]], %{{.*}} : i1
    %a = sa.load %A[%i] : !sa.array<4xi1, input>
    %not = arith.xori %a, %true : i1
    // CHECK:      %[[STORED:.*]] = arith.extui %[[OPPOSITE]] : i1 to i8
    // CHECK-NEXT: memref.store %[[STORED]], %[[C]]
    sa.store %not, %C[%i] : !sa.array<4xi1, inout>
  }
}

// CHECK-LABEL: func.func @all
// CHECK-SAME:    %[[FLAG:[a-z0-9]+]]: i8 {sa.name = "flag", sa.scalar = i1}
sa.func @all(%C: !sa.array<i1, inout>, %flag: i1) {
  // CHECK: %[[TRUTH:.*]] = arith.cmpi ne, %[[FLAG]], %{{.*}} : i8
  sa.nest (%i) to (4) {
    // CHECK:      memref.load
    // CHECK:      %[[OLD:.*]] = arith.cmpi ne
    // CHECK-NEXT: %[[NEW:.*]] = arith.andi %[[OLD]], %[[TRUTH]] : i1
    // CHECK-NEXT: %[[STORED:.*]] = arith.extui %[[NEW]] : i1 to i8
    // CHECK-NEXT: memref.store %[[STORED]]
    sa.accumulate and %flag, %C[] : !sa.array<i1, inout>
  }
}
