// RUN: saopt %s --sa-outline-rounds | FileCheck %s
// RUN: saopt %s --sa-outline-rounds --sa-inline-rounds | FileCheck %s --check-prefix=BACK

// The nests between loops become functions, with what they share as arguments,
// and go back.

!in = !sa.array<8xf32, inout>
!temp = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @share_stage(%t: index, %T: !sa.array<8xf32, inout>, %A: !sa.array<8xf32, inout>)
// CHECK:         sa.round %t to %{{.*}}
// CHECK:         sa.nest
// CHECK-LABEL: sa.func @share_stage_0(%T: !sa.array<8xf32, inout>, %A: !sa.array<8xf32, inout>)
// CHECK:         sa.nest

// A round reads what the one before it wrote to T, so that all rounds share it.
// CHECK-LABEL: sa.func @share(
// CHECK:         %T = sa.temp "T"
// CHECK:         sa.loop (%t) to (4) {
// CHECK-NEXT:      sa.call @share_stage(%t, %T, %A)
// CHECK-NEXT:    }
// CHECK-NEXT:    sa.call @share_stage_0(%T, %A)
// BACK-LABEL: sa.func @share
// BACK:         sa.temp "T"
// BACK:         sa.loop (%t) to (4) {
// BACK:           sa.nest (%i) to (8)
// BACK:           sa.nest (%i) to (8)
// BACK:         }
// BACK:         sa.nest (%i) to (8)
// BACK-NOT:   private
sa.func @share(%A: !in) {
  %T = sa.temp "T" : !temp
  sa.loop (%t) to (4) {
    sa.nest (%i) to (8) {
      %j = index.add %i, %t
      %k = index.sub %j, %t
      %x = sa.load %T[%k] : !temp
      sa.accumulate add %x, %A[%i] : !in
    }
    sa.nest (%i) to (8) {
      %x = sa.load %A[%i] : !in
      sa.store %x, %T[%i] : !temp
    }
  }
  sa.nest (%i) to (8) {
    %x = sa.load %T[%i] : !temp
    sa.store %x, %A[%i] : !in
  }
}

// A round reads only what it wrote: the temporary is its own.
// CHECK-LABEL: sa.func @own_stage(%A: !sa.array<8xf32, inout>)
// CHECK:         sa.temp "T"
// CHECK-LABEL: sa.func @own(
// CHECK-NOT:     sa.temp
// BACK-LABEL: sa.func @own
// BACK:         sa.temp "T"
// BACK:         sa.loop
sa.func @own(%A: !in) {
  %T = sa.temp "T" : !temp
  sa.loop (%t) to (4) {
    sa.nest (%i) to (8) {
      %x = sa.load %A[%i] : !in
      sa.store %x, %T[%i] : !temp
    }
    sa.nest (%i) to (8) {
      %x = sa.load %T[%i] : !temp
      sa.accumulate add %x, %A[%i] : !in
    }
  }
}

// What swaps move, the end of the function copies to its own memory.
// CHECK-LABEL: sa.func @swaps_stage(
// CHECK-LABEL: sa.func @swaps(
// CHECK:         sa.swap %A, %T
// CHECK:         sa.if_moved %A to %T
// CHECK-NEXT:      sa.call @swaps_stage_{{[0-9]+}}(%A, %T)
// BACK-LABEL: sa.func @swaps
// BACK:         sa.if_moved %A to %T
// BACK:           sa.nest (%i0) to (8) {
// BACK:             %[[X:.*]] = sa.load %A[%i0]
// BACK:             sa.store %[[X]], %T[%i0]
sa.func @swaps(%A: !in) {
  %T = sa.temp "T" : !temp
  sa.loop (%t) to (3) {
    sa.nest (%i) to (8) {
      %x = sa.load %A[%i] : !in
      sa.store %x, %T[%i] : !temp
    }
    sa.swap %A, %T : !in, !temp
  }
}

// A plan goes with its nests, and constants with those that read them.
// CHECK-LABEL: sa.func @plans_stage(%A: !sa.array<8xf32, inout>)
// CHECK:         sa.const "W"
// CHECK:         sa.nest "n"
// CHECK:         sa.plan
// CHECK-LABEL: sa.func @plans(
// CHECK-NOT:     sa.const
sa.func @plans(%A: !in) {
  %W = sa.const "W" dense<2.0> : tensor<8xf32> as !sa.array<8xf32, const>
  sa.loop (%t) to (3) {
    sa.nest "n" (%i) to (8) {
      %x = sa.load %W[%i] : !sa.array<8xf32, const>
      sa.accumulate mul %x, %A[%i] : !in
    }
    sa.plan {
      %i = sa.loops "n"
      sa.parallelize %i
    }
  }
}
