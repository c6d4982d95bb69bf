// RUN: saopt %s --sa-prune-temporaries | FileCheck %s

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @unused
// CHECK-SAME:    sa.report = [{message = "removed: nothing uses it", names = ["T"], subject = "temporary"
// CHECK-NOT:     sa.temp
sa.func @unused() {
  %T = sa.temp "T" : !T
}

// The sizes of a temporary are those of an argument.
// CHECK-LABEL: sa.func @sizes
// CHECK-NOT:     sa.temp
// CHECK:         %[[N:.*]] = sa.dim %A, 1
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         sa.nest (%i, %j) to (%[[N]], %[[FOUR]]) {
!A = !sa.array<2x?xf32, inout, sizes = [N]>
sa.func @sizes(%A: !A, %x: f32) {
  %T = sa.temp "T" : !sa.array<?x4xf32, temp, sizes = [N]>
  %n = sa.dim %T, 0 : !sa.array<?x4xf32, temp, sizes = [N]>
  %four = sa.dim %T, 1 : !sa.array<?x4xf32, temp, sizes = [N]>
  sa.nest (%i, %j) to (%n, %four) {
    %zero = arith.constant 0 : index
    sa.store %x, %A[%zero, %i] : !A
  }
}

// CHECK-LABEL: sa.func @only_read
// CHECK-SAME:    sa.report = [{message = "removed: nothing writes it, and so it is read as zero", names = ["T"], subject = "temporary"
// CHECK:         sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      sa.store %[[ZERO]], %A[%i]
sa.func @only_read(%A: !V) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// What is computed only for a temporary that nobody reads goes with it, and so
// does a nest that does nothing else.
// CHECK-LABEL: sa.func @only_written
// CHECK-SAME:    sa.report = [{message = "removed: nothing that it holds is used", names = ["T"], subject = "temporary"
// CHECK-NEXT:    sa.nest (%j) to (8) {
// CHECK-NEXT:      sa.store %x, %A[%j]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
sa.func @only_written(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    %b = arith.addf %a, %a : f32
    sa.store %b, %T[%i] : !T
  }
  sa.nest (%j) to (8) {
    %a = sa.load %A[%j] : !V
    sa.accumulate max %a, %T[%j] : !T
    sa.store %x, %A[%j] : !V
  }
}

// U is read only to write T, which nobody reads.
// CHECK-LABEL: sa.func @chain
// CHECK-SAME:    {message = "removed: nothing that it holds is used", names = ["U"], subject = "temporary"
// CHECK-SAME:    {message = "removed: nothing that it holds is used", names = ["T"], subject = "temporary"}]} {
// CHECK-NEXT:  }
sa.func @chain(%x: f32) {
  %U = sa.temp "U" : !T
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %U[%i] : !T
  }
  sa.nest (%i) to (8) {
    %u = sa.load %U[%i] : !T
    sa.store %u, %T[%i] : !T
  }
}

// Zero before the first nest that writes, unseen after the last that loads.
// CHECK-LABEL: sa.func @before_and_after
// CHECK-NOT:     sa.report
// CHECK:         sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      sa.store %[[ZERO]], %A[%i]
// CHECK:         sa.nest (%j) to (8) {
// CHECK-NEXT:      sa.store %x, %T[%j]
// CHECK:         sa.nest (%k) to (8) {
// CHECK-NEXT:      %[[T:.*]] = sa.load %T[%k]
// CHECK-NEXT:      sa.store %[[T]], %A[%k]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
sa.func @before_and_after(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
  sa.nest (%j) to (8) {
    sa.store %x, %T[%j] : !T
  }
  sa.nest (%k) to (8) {
    %t = sa.load %T[%k] : !T
    sa.store %t, %A[%k] : !V
  }
  sa.nest (%l) to (8) {
    sa.accumulate add %x, %T[%l] : !T
  }
}

// Another point may have written what this one reads.
// CHECK-LABEL: sa.func @same_nest
// CHECK:         sa.load %T
// CHECK:         sa.store %x, %T
sa.func @same_nest(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
    %zero = arith.constant 0 : index
    sa.store %x, %T[%zero] : !T
  }
}

// What loops of plans use is left alone.
// CHECK-LABEL: sa.func @loops
sa.func @loops(%A: !sa.array<8xf32, inout>) {
  // CHECK: %T = sa.temp "T"
  // CHECK: sa.load %T
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  affine.for %i = 0 to 8 {
    %t = sa.load %T[%i] : !sa.array<8xf32, temp>
    sa.store %t, %A[%i] : !sa.array<8xf32, inout>
  }
}
