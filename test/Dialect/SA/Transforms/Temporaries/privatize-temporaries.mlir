// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-privatize-temporaries))' | FileCheck %s

// Temporaries that become memory of one iteration, and what the report says.

!A = !sa.array<13xf32, input>
!B = !sa.array<13xf32, inout>
!T = !sa.array<13xf32, temp>
!N = !sa.array<?xf32, input, sizes = [N]>
!M = !sa.array<?xf32, inout, sizes = [N]>
!U = !sa.array<?xf32, temp, sizes = [N]>
#left = affine_map<(d0) -> (4, -d0 + 13)>
#rest = affine_map<(d0)[s0] -> (4, -d0 + s0)>

// All of a tile is written before it is read.
// CHECK-LABEL: sa.func @tiles
// CHECK-SAME:    sa.report = [{message = "16 bytes of private memory for each iteration of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK-NOT:     sa.temp
// CHECK:         affine.for %[[I:.*]] = 0 to 13 step 4 {
// CHECK-NEXT:      %[[T:.*]] = sa.buffer "T" private : !sa.array<4xf32, temp>
// CHECK-NEXT:      affine.for %[[II:.*]] = 0 to min
// CHECK:             sa.store %[[ARG:.*]], %[[T]][%[[II]]]
// CHECK:           affine.for %[[PP:.*]] = 0 to min
// CHECK:             sa.load %[[T]][%[[PP]]]
sa.func @tiles(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 step 4 {
    affine.for %ii = 0 to min #left(%i) {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %a = sa.load %A[%at] : !A
      sa.store %a, %T[%at] : !T
    } {sa.index = "ii"}
    affine.for %pp = 0 to min #left(%i) {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %pp)
      %t = sa.load %T[%at] : !T
      sa.store %t, %B[%at] : !B
    } {sa.index = "pp"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// The same with a size that is known at run time.
// CHECK-LABEL: sa.func @open
// CHECK-SAME:    sa.report = [{message = "16 bytes of private memory for each iteration of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK:           sa.buffer "T" private : !sa.array<4xf32, temp>
sa.func @open(%A: !N, %B: !M) {
  %T = sa.temp "T" : !U
  %n = sa.dim %T, 0 : !U
  affine.for %i = 0 to %n step 4 {
    affine.for %ii = 0 to min #rest(%i)[%n] {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %a = sa.load %A[%at] : !N
      sa.store %a, %T[%at] : !U
    } {sa.index = "ii"}
    affine.for %pp = 0 to min #rest(%i)[%n] {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %pp)
      %t = sa.load %T[%at] : !U
      sa.store %t, %B[%at] : !M
    } {sa.index = "pp"}
  } {sa.index = "i"}
}

// Sums begin with the zero that is there on entry.
// CHECK-LABEL: sa.func @sums
// CHECK-SAME:    sa.report = [{message = "4 bytes of private memory for each iteration of the loop 'i', cleared first", names = ["T"], subject = "temporary"
// CHECK:           %[[T:.*]] = sa.buffer "T" private : !sa.array<1xf32, temp>
// CHECK:           affine.for %[[E:.*]] = 0 to 1 {
// CHECK:             sa.store %[[CST:.*]], %[[T]][%[[E]]]
// CHECK:           } {sa.index = "T_0"}
// CHECK:           affine.for
// CHECK:             sa.accumulate add %[[ARG:.*]], %[[T]][%[[C0_0:.*]]]
// CHECK:           sa.load %[[T]]
sa.func @sums(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    affine.for %k = 0 to 13 {
      %a = sa.load %A[%k] : !A
      sa.accumulate add %a, %T[%i] : !T
    } {sa.index = "k"}
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}

// Written under a condition: where it is not, it is zero.
// CHECK-LABEL: sa.func @sometimes
// CHECK-SAME:    sa.report = [{message = "4 bytes of private memory for each iteration of the loop 'i', cleared first", names = ["T"], subject = "temporary"
sa.func @sometimes(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      %a = sa.load %A[%i] : !A
      sa.store %a, %T[%i] : !T
    }
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}

// Read only where it is written.
// CHECK-LABEL: sa.func @where_written
// CHECK-SAME:    sa.report = [{message = "4 bytes of private memory for each iteration of the loop 'i'", names = ["T"], subject = "temporary"
sa.func @where_written(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      %a = sa.load %A[%i] : !A
      sa.store %a, %T[%i] : !T
    }
    affine.if affine_set<(d0) : (d0 - 6 >= 0)>(%i) {
      %t = sa.load %T[%i] : !T
      sa.store %t, %B[%i] : !B
    }
  } {sa.index = "i"}
}

// The whole row is used again and again: what others left is overwritten.
// CHECK-LABEL: sa.func @row
// CHECK-SAME:    sa.report = [{message = "52 bytes of private memory for each iteration of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK:         affine.for
// CHECK-NEXT:      sa.buffer "T" private : !sa.array<13xf32, temp>
sa.func @row(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 13 {
      %a = sa.load %A[%j] : !A
      sa.store %a, %T[%j] : !T
    } {sa.index = "j"}
    affine.for %k = 0 to 13 {
      %t = sa.load %T[%k] : !T
      sa.accumulate add %t, %B[%i] : !B
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// One element, in a row: the values are handed on, also in vectors.
// CHECK-LABEL: sa.func @registers
// CHECK-SAME:    sa.report = [{message = "kept in registers", names = ["T"], subject = "temporary"
// CHECK:           %[[A:.*]] = sa.load %A
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT:      sa.store %[[SUM]], %B
sa.func @registers(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    sa.accumulate add %a, %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i", sa.execution = #sa.execution<vectorize>}
}

// Loops that become straight code have no memory: the one around them does.
// CHECK-LABEL: sa.func @unrolled
// CHECK-SAME:    sa.report = [{message = "16 bytes of private memory for each iteration of the loop 'i', cleared first", names = ["T"], subject = "temporary"
// CHECK:         affine.for
// CHECK-NEXT:      sa.buffer "T" private : !sa.array<4xf32, temp>
sa.func @unrolled(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 12 step 4 {
    affine.for %ii = 0 to 4 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      affine.for %k = 0 to 13 {
        %a = sa.load %A[%k] : !A
        sa.accumulate add %a, %T[%at] : !T
      } {sa.index = "k"}
      %t = sa.load %T[%at] : !T
      sa.store %t, %B[%at] : !B
    } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i"}
}

// What never runs needs nothing, and what is fetched ahead is not there.
// CHECK-LABEL: sa.func @never
// CHECK-SAME:    sa.report = [{message = "removed: the loops that use it never run", names = ["T"], subject = "temporary"
// CHECK-NOT:     "T"
// CHECK-NOT:     sa.prefetch_element
sa.func @never(%B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 0 {
    sa.prefetch_element %T[%i] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}
