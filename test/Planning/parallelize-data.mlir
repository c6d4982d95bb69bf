// RUN: saopt %s --sa-parallelize | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-parallelize{strict}))' | FileCheck %s --check-prefixes=CHECK,STRICT

!X = !sa.array<64xi32, input>

// Integers are exact in every order.
// CHECK-LABEL: sa.func @integers
// CHECK:         sa.nest (%i) to (64) parallel("i")
// CHECK:           sa.accumulate add atomic %
sa.func @integers(%X: !X, %H: !sa.array<8xi32, inout>, %one: i32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%at] : !sa.array<8xi32, inout>
  }
}

// Sums of floats are rounded in every order, unless that is forbidden.
// CHECK-LABEL: sa.func @floats
// FAST:          sa.nest (%i) to (64) parallel("i")
// FAST:            sa.accumulate add atomic %
// STRICT:        sa.nest (%i) to (64) parallel()
// STRICT:          sa.accumulate add %
sa.func @floats(%X: !X, %H: !sa.array<8xf32, inout>, %one: f32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%at] : !sa.array<8xf32, inout>
  }
}

// The largest is the same in every order.
// CHECK-LABEL: sa.func @largest
// CHECK:         sa.nest (%i) to (64) parallel("i")
// CHECK:           sa.accumulate max atomic %
sa.func @largest(%X: !X, %H: !sa.array<8xf32, inout>, %one: f32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate max %one, %H[%at] : !sa.array<8xf32, inout>
  }
}

// A device has no atomics of 16 bits; a store has an order; and what is read
// must be what the points before have left.
// CHECK-LABEL: sa.func @sequential
// CHECK-COUNT-3: sa.nest (%{{.*}}) to (64) parallel()
sa.func @sequential(%X: !X, %S: !sa.array<8xi16, inout>, %H: !sa.array<8xi32, inout>,
                    %B: !sa.array<64xi32, inout>, %short: i16, %one: i32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "S" dimension 0 at ["i"](%i)
    sa.accumulate add %short, %S[%at] : !sa.array<8xi16, inout>
  }
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.store %one, %H[%at] : !sa.array<8xi32, inout>
  }
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%at] : !sa.array<8xi32, inout>
    %h = sa.load %H[%at] : !sa.array<8xi32, inout>
    sa.store %h, %B[%i] : !sa.array<64xi32, inout>
  }
}

// Gathers conflict with nothing.
// CHECK-LABEL: sa.func @gather
// CHECK:         sa.nest (%i) to (64) parallel("i")
sa.func @gather(%X: !X, %A: !sa.array<8xf32, input>, %B: !sa.array<64xf32, inout>) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<64xf32, inout>
  }
}
