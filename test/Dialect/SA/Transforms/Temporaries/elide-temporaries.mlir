// RUN: saopt %s --sa-elide-temporaries | FileCheck %s

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @stored
// CHECK-SAME:    sa.report = [{message = "kept in registers", names = ["T"], subject = "temporary"
// CHECK-NEXT:    sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[A:.*]] = sa.load %A[%i]
// CHECK-NEXT:      sa.store %[[A]], %B[%i]
// CHECK-NEXT:      sa.store %[[A]], %A[%i]
// CHECK-NEXT:    }
sa.func @stored(%A: !V, %B: !V) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !V
    %u = sa.load %T[%i] : !T
    sa.store %u, %A[%i] : !V
  }
}

// The last write before a read counts. What nothing reads is not computed.
// CHECK-LABEL: sa.func @overwritten
// CHECK:         sa.nest (%i) to (8) {
// CHECK-NEXT:      sa.store %x, %A[%i]
// CHECK-NEXT:      %[[Z:.*]] = arith.addf %x, %y
// CHECK-NEXT:      sa.store %[[Z]], %B[%i]
// CHECK-NEXT:    }
sa.func @overwritten(%A: !V, %B: !V, %x: f32, %y: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %y, %T[%i] : !T
    sa.store %x, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
    %z = arith.addf %x, %y : f32
    sa.store %z, %T[%i] : !T
    %u = sa.load %T[%i] : !T
    sa.store %u, %B[%i] : !V
    %w = arith.mulf %u, %u : f32
    sa.store %w, %T[%i] : !T
  }
}

// A chain of temporaries, through each other.
// CHECK-LABEL: sa.func @chain
// CHECK-SAME:    {message = "kept in registers", names = ["T"], subject = "temporary", values = {memory = "registers"}}, {message = "kept in registers", names = ["U"], subject = "temporary"
// CHECK:           %[[A:.*]] = sa.load %A[%i]
// CHECK-NEXT:      %[[B:.*]] = arith.negf %[[A]]
// CHECK-NEXT:      %[[C:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT:      sa.store %[[C]], %A[%i]
sa.func @chain(%A: !V) {
  %T = sa.temp "T" : !T
  %U = sa.temp "U" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %U[%i] : !T
    %u = sa.load %U[%i] : !T
    sa.store %u, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    %b = arith.negf %t : f32
    sa.store %b, %U[%i] : !T
    %v = sa.load %U[%i] : !T
    %c = arith.addf %t, %v : f32
    sa.store %c, %A[%i] : !V
  }
}

// An accumulation reads and writes; the element starts as zero.
// CHECK-LABEL: sa.func @accumulated
// CHECK:         sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[ZERO]], %x
// CHECK-NEXT:      %[[MAX:.*]] = arith.maximumf %[[SUM]], %y
// CHECK-NEXT:      sa.store %[[MAX]], %A[%i]
sa.func @accumulated(%A: !V, %x: f32, %y: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.accumulate add %x, %T[%i] : !T
    sa.accumulate max %y, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Kinds and signs come from the temporary.
// CHECK-LABEL: sa.func @kinds
// CHECK:         arith.constant 0 : i16
// CHECK:         arith.minui
// CHECK:         arith.ori
// CHECK:         arith.constant false
// CHECK:         arith.ori {{.*}} : i1
!U = !sa.array<8xui16, temp>
!B = !sa.array<8xi1, temp>
sa.func @kinds(%A: !sa.array<8xui16, inout>, %F: !sa.array<8xi1, inout>,
                  %x: i16, %f: i1) {
  %T = sa.temp "T" : !U
  %S = sa.temp "S" : !B
  sa.nest (%i) to (8) {
    sa.accumulate min %x, %T[%i] : !U
    sa.accumulate or %x, %T[%i] : !U
    %t = sa.load %T[%i] : !U
    sa.store %t, %A[%i] : !sa.array<8xui16, inout>
    sa.accumulate or %f, %S[%i] : !B
    %s = sa.load %S[%i] : !B
    sa.store %s, %F[%i] : !sa.array<8xi1, inout>
  }
}

// Nothing before this point writes what it reads: later points do.
// CHECK-LABEL: sa.func @zero
// CHECK:         sa.nest (%i) to (7) {
// CHECK-NOT:       %T
// CHECK:           %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      sa.store %[[ZERO]], %A[%i]
sa.func @zero(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    sa.store %x, %T[%i] : !T
    %t = sa.load %T[%next] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Elements side by side do not disturb each other, nor do sums that are never
// equal.
// CHECK-LABEL: sa.func @side_by_side
// CHECK-SAME:    kept in registers
// CHECK:         sa.nest (%i) to (4) {
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %x, %y
// CHECK-NEXT:      sa.store %[[SUM]], %A[%i]
sa.func @side_by_side(%A: !V, %x: f32, %y: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (4) {
    %even = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %odd = affine.apply affine_map<(d0) -> (-(d0 * 2) + 7)>(%i)
    sa.store %x, %T[%even] : !T
    sa.store %y, %T[%odd] : !T
    %t = sa.load %T[%even] : !T
    %u = sa.load %T[%odd] : !T
    %s = arith.addf %t, %u : f32
    sa.store %s, %A[%i] : !V
  }
}

// One element for all points, written by each before it reads.
// CHECK-LABEL: sa.func @rank_0
// CHECK:         sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[A:.*]] = sa.load %A[%i]
// CHECK-NEXT:      sa.store %[[A]], %A[%i]
sa.func @rank_0(%A: !V) {
  %T = sa.temp "T" : !sa.array<f32, temp>
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %T[] : !sa.array<f32, temp>
    %t = sa.load %T[] : !sa.array<f32, temp>
    sa.store %t, %A[%i] : !V
  }
}

// T[i, j] and T[j, i] share a place.
// CHECK-LABEL: sa.func @shared_elements
// CHECK-SAME:    kept in registers
// CHECK:         sa.nest (%i, %j) to (4, 4) {
// CHECK-NEXT:      sa.store %x, %A[%i, %j]
!H = !sa.array<4x4xf32, temp, #sa.strided<[1, 1]>>
!W = !sa.array<4x4xf32, inout>
sa.func @shared_elements(%A: !W, %x: f32) {
  %T = sa.temp "T" : !H
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %T[%i, %j] : !H
    %t = sa.load %T[%j, %i] : !H
    sa.store %t, %A[%i, %j] : !W
  }
}

// The sizes of a temporary are those of an argument.
// CHECK-LABEL: sa.func @sizes
// CHECK-NOT:     sa.temp
// CHECK:         %[[N:.*]] = sa.dim %A, 0
// CHECK-NEXT:    sa.nest (%i) to (%[[N]]) {
!N = !sa.array<?xf32, inout, sizes = [N]>
sa.func @sizes(%A: !N, %x: f32) {
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [N]>
  %n = sa.dim %T, 0 : !sa.array<?xf32, temp, sizes = [N]>
  sa.nest (%i) to (%n) {
    sa.store %x, %T[%i] : !sa.array<?xf32, temp, sizes = [N]>
    %t = sa.load %T[%i] : !sa.array<?xf32, temp, sizes = [N]>
    sa.store %t, %A[%i] : !N
  }
}

// CHECK-LABEL: sa.func @complex_numbers
// CHECK:         %[[ZERO:.*]] = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:    %[[SUM:.*]] = complex.add %[[ZERO]], %[[A:.*]] : complex<f32>
// CHECK-NEXT:    %[[PRODUCT:.*]] = complex.mul %[[SUM]], %[[A]] : complex<f32>
// CHECK-NEXT:    sa.store %[[PRODUCT]], %A[%i]
!Z = !sa.array<8xcomplex<f32>, inout>
!Y = !sa.array<8xcomplex<f32>, temp>
sa.func @complex_numbers(%A: !Z) {
  %T = sa.temp "T" : !Y
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !Z
    sa.accumulate add %a, %T[%i] : !Y
    sa.accumulate mul %a, %T[%i] : !Y
    %t = sa.load %T[%i] : !Y
    sa.store %t, %A[%i] : !Z
  }
}
