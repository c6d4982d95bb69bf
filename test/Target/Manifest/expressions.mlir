// RUN: saopt %s --emit=manifest --schedule=none | %python %S/Inputs/show.py launches | FileCheck %s

// What a range can be computed with.

!V = !sa.array<?xf32, inout, sizes = [N]>

// CHECK: sums launches[0] = {{.*}} "range": [ ["max", ["+", "N", ["*", "N", 3]], 0]]}
sa.func @sums(%A: !V, %C: !sa.array<?xf32, inout>, %x: f32) {
  %three = arith.constant 3 : index
  %n = sa.dim %A, 0 : !V
  %times = arith.muli %n, %three : index
  %sum = arith.addi %n, %times : index
  sa.nest (%i) to (%sum) {
    sa.store %x, %C[%i] : !sa.array<?xf32, inout>
  }
}

// CHECK: halves launches[0] = {{.*}} "range": [ ["max", ["floordiv", "N", 2], 0]]}
// CHECK: halves launches[1] = {{.*}} "range": [ ["max", ["ceildiv", "N", 2], 0]]}
sa.func @halves(%A: !V, %x: f32) {
  %two = arith.constant 2 : index
  %n = sa.dim %A, 0 : !V
  %down = index.floordivs %n, %two
  sa.nest (%i) to (%down) {
    sa.store %x, %A[%i] : !V
  }
  %up = index.ceildivs %n, %two
  sa.nest (%i) to (%up) {
    sa.store %x, %A[%i] : !V
  }
}

// The number of whole blocks, as affine.apply says it.
// CHECK: blocks launches[0] = {{.*}} "range": [ ["max", ["floordiv", "N", 16], 0]]}
sa.func @blocks(%A: !V, %x: f32) {
  %n = sa.dim %A, 0 : !V
  %blocks = affine.apply affine_map<()[s0] -> (s0 floordiv 16)>()[%n]
  sa.nest (%i) to (%blocks) {
    sa.store %x, %A[%i] : !V
  }
}

// What is left over after whole blocks.
// CHECK: rest launches[0] = {{.*}} "range": [ ["max", ["-", "N", ["*", ["floordiv", "N", 16], 16]], 0]]}
sa.func @rest(%A: !V, %x: f32) {
  %n = sa.dim %A, 0 : !V
  %rest = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%n]
  sa.nest (%i) to (%rest) {
    sa.store %x, %A[%i] : !V
  }
}

// Dimensions that share one of the range's.
!F = !sa.array<?x?x4x5xf32, inout, sizes = [P, Q]>
// CHECK: folded launches[0] = {{.*}} "range": [ ["*", "P", "Q"], 4, 5]}
sa.func @folded(%F: !F, %x: f32) {
  %p = sa.dim %F, 0 : !F
  %q = sa.dim %F, 1 : !F
  sa.nest (%a, %b, %c, %d) to (%p, %q, 4, 5) {
    sa.store %x, %F[%a, %b, %c, %d] : !F
  }
}
