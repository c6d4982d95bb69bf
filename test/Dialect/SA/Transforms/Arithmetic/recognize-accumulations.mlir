// RUN: saopt %s --sa-recognize-accumulations --split-input-file | FileCheck %s

// A load, an operation and a store of one element are an accumulation, on
// whichever side of the operation the element is.

// CHECK-LABEL: sa.func @updates
// CHECK-NOT:     sa.load
// CHECK-NOT:     sa.store
// CHECK:         sa.accumulate add %x, %A[%i]
// CHECK:         sa.accumulate mul %x, %A[%i]
// CHECK:         %[[MINUS:.+]] = arith.negf %x
// CHECK:         sa.accumulate add %[[MINUS]], %A
// CHECK:         sa.accumulate max %x, %A
// CHECK:         sa.accumulate or %k, %U
// CHECK:         sa.accumulate min %k, %U
// CHECK:         sa.accumulate xor %k, %U
sa.func @updates(%A: !sa.array<8xf32, inout>, %U: !sa.array<8xui32, inout>, %x: f32,
                 %k: i32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %b = arith.addf %a, %x : f32
    sa.store %b, %A[%i] : !sa.array<8xf32, inout>
    %c = sa.load %A[%i] : !sa.array<8xf32, inout>
    %d = arith.mulf %x, %c : f32
    sa.store %d, %A[%i] : !sa.array<8xf32, inout>
    // Subscripts that are computed twice.
    %next = arith.addi %i, %one : index
    %e = sa.load %A[%next] : !sa.array<8xf32, inout>
    %f = arith.subf %e, %x : f32
    %again = arith.addi %i, %one : index
    sa.store %f, %A[%again] : !sa.array<8xf32, inout>
    %g = sa.load %A[%i] : !sa.array<8xf32, inout>
    %h = arith.maximumf %g, %x : f32
    sa.store %h, %A[%i] : !sa.array<8xf32, inout>
    %l = sa.load %U[%i] : !sa.array<8xui32, inout>
    %m = arith.ori %l, %k : i32
    sa.store %m, %U[%i] : !sa.array<8xui32, inout>
    %n = sa.load %U[%i] : !sa.array<8xui32, inout>
    %o = arith.minui %n, %k : i32
    sa.store %o, %U[%i] : !sa.array<8xui32, inout>
    %p = sa.load %U[%i] : !sa.array<8xui32, inout>
    %q = arith.xori %k, %p : i32
    sa.store %q, %U[%i] : !sa.array<8xui32, inout>
  }
}

// -----

// Another element, a write in between, another use of what was loaded, the
// element on the right of a difference, and a comparison of another sign.

// CHECK-LABEL: sa.func @others
// CHECK-NOT:     sa.accumulate
sa.func @others(%A: !sa.array<8xf32, inout>, %U: !sa.array<8xui32, inout>, %x: f32,
                %k: i32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %a = sa.load %A[%next] : !sa.array<8xf32, inout>
    %b = arith.addf %a, %x : f32
    sa.store %b, %A[%i] : !sa.array<8xf32, inout>
    %c = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %x, %A[%next] : !sa.array<8xf32, inout>
    %d = arith.addf %c, %x : f32
    sa.store %d, %A[%i] : !sa.array<8xf32, inout>
    %e = sa.load %A[%i] : !sa.array<8xf32, inout>
    %f = arith.mulf %e, %x : f32
    sa.store %f, %A[%i] : !sa.array<8xf32, inout>
    sa.store %e, %A[%next] : !sa.array<8xf32, inout>
    %g = sa.load %A[%i] : !sa.array<8xf32, inout>
    %h = arith.subf %x, %g : f32
    sa.store %h, %A[%i] : !sa.array<8xf32, inout>
    %l = sa.load %U[%i] : !sa.array<8xui32, inout>
    %m = arith.minsi %l, %k : i32
    sa.store %m, %U[%i] : !sa.array<8xui32, inout>
  }
}

// -----

// Nests in loops of a function as well.

// CHECK-LABEL: sa.func @rounds
// CHECK:         sa.loop
// CHECK:           sa.accumulate add %x, %A[%i]
sa.func @rounds(%A: !sa.array<8xf32, inout>, %x: f32) {
  %rounds = arith.constant 3 : index
  sa.loop (%t) to (%rounds) {
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !sa.array<8xf32, inout>
      %b = arith.addf %a, %x : f32
      sa.store %b, %A[%i] : !sa.array<8xf32, inout>
    }
  }
}
