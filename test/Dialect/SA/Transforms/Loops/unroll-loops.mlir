// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-unroll-loops))' | FileCheck %s

// Copies of the body, each with its own index.

// CHECK: #[[$NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: sa.func @rows
// CHECK: affine.for %[[I:.*]] = 0 to 64 step 2 {
// CHECK-NEXT: sa.load %A[%[[I]]]
// CHECK-NEXT: sa.store %[[ARG:.*]], %B[%[[I]]]
// CHECK-NEXT: %[[J:.*]] = affine.apply #[[$NEXT]](%[[I]])
// CHECK-NEXT: sa.load %A[%[[J]]]
// CHECK-NEXT: sa.store %[[ARG2:.*]], %B[%[[J]]]
// CHECK-NEXT: } {sa.index = "i"}
sa.func @rows(%A: !sa.array<64xf32, input>, %B: !sa.array<64xf32, inout>) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %ii = 0 to 2 {
      %r = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %a = sa.load %A[%r] : !sa.array<64xf32, input>
      sa.store %a, %B[%r] : !sa.array<64xf32, inout>
    } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i"}
}

// -----

// The bounds of an inner loop are known when the outer one is unrolled: a
// triangle of three elements.

// CHECK-LABEL: sa.func @triangle
// CHECK: sa.load %A[%c0, %c0]
// CHECK: sa.load %A[%c1, %c0]
// CHECK: sa.load %A[%c1, %c1]
// CHECK-NOT: sa.load
sa.func @triangle(%A: !sa.array<2x2xf32, inout>) {
  affine.for %p = 0 to 1 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = sa.load %A[%i, %j] : !sa.array<2x2xf32, inout>
        sa.store %a, %A[%j, %i] : !sa.array<2x2xf32, inout>
      } {sa.index = "j", sa.execution = #sa.execution<unroll>}
    } {sa.index = "i", sa.execution = #sa.execution<unroll>}
  } {sa.index = "p"}
}

// -----

// The distance between bounds counts, not the bounds.

// CHECK: #[[$THIRD:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-LABEL: sa.func @steps
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: sa.load %A[%[[I]]]
// CHECK: affine.apply #{{.*}}(%[[I]])
// CHECK: %[[THIRD:.*]] = affine.apply #[[$THIRD]](%[[I]])
// CHECK: sa.load %A[%[[THIRD]]]
// CHECK-NOT: sa.load
sa.func @steps(%A: !sa.array<64xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 5)>(%i) step 2 {
      %a = sa.load %A[%j] : !sa.array<64xf32, inout>
      sa.store %a, %A[%j] : !sa.array<64xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i"}
}

// -----

// What is not known stays a loop, and the report says so.

// CHECK-LABEL: sa.func @unknown
// CHECK-SAME: sa.report = [{message = "the loop is not unrolled: its number of iterations is not known", names = ["ii"], subject = "loop"
// CHECK: affine.for %[[II:.*]] = 0 to min
// CHECK: } {sa.index = "ii"}
sa.func @unknown(%A: !sa.array<?xf32, inout, sizes = ["n"]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = ["n"]>
  affine.for %i = 0 to %n step 8 {
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n] {
      %r = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      %a = sa.load %A[%r] : !sa.array<?xf32, inout, sizes = ["n"]>
      sa.store %a, %A[%r] : !sa.array<?xf32, inout, sizes = ["n"]>
    } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i"}
}

// Conditions that are known now leave no branch behind: the one that is not taken
// would touch elements that are not there.

// CHECK-LABEL: sa.func @conditions
// CHECK-NOT:     affine.if
// CHECK:         sa.store %[[CST:.*]], %A[%c0{{.*}}]
// CHECK:         sa.store %[[CST]], %B[%c0{{.*}}]
// CHECK:         sa.store %[[CST]], %B[%c1{{.*}}]
sa.func @conditions(%A: !sa.array<1xf32, inout>, %B: !sa.array<2xf32, inout>) {
  %one = arith.constant 1.0 : f32
  affine.for %once = 0 to 1 {
    affine.for %i = 0 to 2 {
      affine.if affine_set<(d0) : (-d0 >= 0)>(%i) {
        sa.store %one, %A[%i] : !sa.array<1xf32, inout>
      }
      sa.store %one, %B[%i] : !sa.array<2xf32, inout>
    } {sa.index = "i", sa.execution = #sa.execution<unroll>}
  }
}

// -----

// Copies of a loop share its name. Where only the edges of tiles are not known,
// the report does not say that of the whole loop.

// CHECK-LABEL: sa.func @edges
// CHECK-SAME: sa.report = [{message = "the loop is unrolled, but not at the edges of tiles: its number of iterations is not known there", names = ["ii"], subject = "loop"
sa.func @edges(%A: !sa.array<?xf32, inout, sizes = ["n"]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = ["n"]>
  affine.for %i = 0 to 1 {
    affine.for %ii = 0 to 4 {
      %a = sa.load %A[%ii] : !sa.array<?xf32, inout, sizes = ["n"]>
      sa.store %a, %A[%ii] : !sa.array<?xf32, inout, sizes = ["n"]>
    } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
    affine.for %ii = 0 to affine_map<(d0) -> (d0 mod 4)>(%n) {
      %a = sa.load %A[%ii] : !sa.array<?xf32, inout, sizes = ["n"]>
      sa.store %a, %A[%ii] : !sa.array<?xf32, inout, sizes = ["n"]>
    } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i"}
}
