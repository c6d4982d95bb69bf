// RUN: saopt %s --sa-fuse-nests | FileCheck %s

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// The names of the first nest's indices stay; what stands between the nests
// comes before both.
// CHECK-LABEL: sa.func @two
// CHECK-SAME:    sa.report = [{message = "nest 0 writes it and nest 1 reads it at the same points: they are fused", names = ["T"], subject = "temporary"
// CHECK:         %[[Y:.*]] = arith.addf %x, %x
// CHECK-NEXT:    sa.nest (%i) to (8) {
// CHECK-NEXT:      %[[A:.*]] = sa.load %A[%i]
// CHECK-NEXT:      sa.store %[[A]], %T[%i]
// CHECK-NEXT:      %[[T:.*]] = sa.load %T[%i]
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[T]], %[[Y]]
// CHECK-NEXT:      sa.store %[[SUM]], %B[%i]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
sa.func @two(%A: !V, %B: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %T[%i] : !T
  }
  %y = arith.addf %x, %x : f32
  sa.nest (%k) to (8) {
    %t = sa.load %T[%k] : !T
    %s = arith.addf %t, %y : f32
    sa.store %s, %B[%k] : !V
  }
}

// One nest writes, two read.
// CHECK-LABEL: sa.func @three
// CHECK-SAME:    {message = "nest 0 writes it and nest 1 reads it at the same points: they are fused", names = ["T"], subject = "temporary"
// CHECK-SAME:    {message = "nest 0 writes it and nest 2 reads it at the same points: they are fused", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK-NOT:     sa.nest
sa.func @three(%A: !V, %B: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !V
  }
}

// The first two have nothing in common, but each has something with the third.
// CHECK-LABEL: sa.func @two_sources
// CHECK-SAME:    {message = "nest 1 writes it and nest 2 reads it at the same points: they are fused", names = ["U"], subject = "temporary"
// CHECK-SAME:    {message = "nest 0 writes it and nest 2 reads it at the same points: they are fused", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK-NOT:     sa.nest
sa.func @two_sources(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  %U = sa.temp "U" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    sa.store %x, %U[%i] : !T
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    %u = sa.load %U[%i] : !T
    %s = arith.addf %t, %u : f32
    sa.store %s, %A[%i] : !V
  }
}

// An accumulation reads. Both nests are sequential in k.
// CHECK-LABEL: sa.func @accumulation
// CHECK:         sa.nest (%i, %k) to (8, 8) {
// CHECK-NEXT:      sa.store
// CHECK-NEXT:      sa.accumulate mul
// CHECK-NEXT:      sa.accumulate add
// CHECK-NEXT:      sa.accumulate add
// CHECK-NEXT:    }
// CHECK-NEXT:  }
!S = !sa.array<8x8xf32, temp>
sa.func @accumulation(%A: !V, %B: !V, %x: f32) {
  %S = sa.temp "S" : !S
  sa.nest (%i, %k) to (8, 8) {
    sa.store %x, %S[%i, %k] : !S
    sa.accumulate mul %x, %A[%i] : !V
  }
  sa.nest (%i, %k) to (8, 8) {
    sa.accumulate add %x, %S[%i, %k] : !S
    sa.accumulate add %x, %B[%i] : !V
  }
}

// The same size by different ways.
// CHECK-LABEL: sa.func @run_time_sizes
// CHECK:         sa.nest (%i, %j) to
// CHECK-NOT:     sa.nest
!R = !sa.array<?xf32, inout, sizes = [N]>
!C = !sa.array<?x?xf32, inout, sizes = [M, N]>
!D = !sa.array<?x?xf32, temp, sizes = [M, N]>
sa.func @run_time_sizes(%A: !C, %B: !R, %x: f32) {
  %T = sa.temp "T" : !D
  %one = arith.constant 1 : index
  %m = sa.dim %A, 0 : !C
  %n = sa.dim %A, 1 : !C
  %less = arith.subi %m, %one : index
  sa.nest (%i, %j) to (%less, %n) {
    %a = sa.load %A[%i, %j] : !C
    sa.store %a, %T[%i, %j] : !D
  }
  %n2 = sa.dim %B, 0 : !R
  %less2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%m]
  sa.nest (%i, %j) to (%less2, %n2) {
    %t = sa.load %T[%i, %j] : !D
    sa.store %t, %A[%i, %j] : !C
  }
}

// Different subscripts, but the same element at every point; and of no point at
// all.
// CHECK-LABEL: sa.func @subscripts
// CHECK:         sa.nest
// CHECK-NOT:     sa.nest
sa.func @subscripts(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (4) {
    %r = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    sa.store %x, %T[%r] : !T
  }
  sa.nest (%i) to (4) {
    %r = affine.apply affine_map<(d0) -> ((d0 * 4) floordiv 2)>(%i)
    %s = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %t = sa.load %T[%r] : !T
    %u = sa.load %T[%s] : !T
    %v = arith.addf %t, %u : f32
    sa.store %v, %A[%i] : !V
  }
}

// Nests of one point.
// CHECK-LABEL: sa.func @rank_0
// CHECK:         sa.nest () to () {
// CHECK-NEXT:      sa.store
// CHECK-NEXT:      sa.load
// CHECK-NEXT:      sa.store
sa.func @rank_0(%A: !sa.array<f32, inout>, %x: f32) {
  %T = sa.temp "T" : !sa.array<f32, temp>
  sa.nest () to () {
    sa.store %x, %T[] : !sa.array<f32, temp>
  }
  sa.nest () to () {
    %t = sa.load %T[] : !sa.array<f32, temp>
    sa.store %t, %A[] : !sa.array<f32, inout>
  }
}

// What is given as parallel stays parallel, under the first nest's names.
// CHECK-LABEL: sa.func @given
// CHECK:         sa.nest (%i) to (8) parallel("i") {
// CHECK-NOT:     sa.nest
sa.func @given(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%j) to (8) parallel("j") {
    %t = sa.load %T[%j] : !T
    sa.store %t, %A[%j] : !V
  }
}

// The same part of the box.
// CHECK-LABEL: sa.func @where
// CHECK:         sa.nest (%i, %j) to (8, 8) where
// CHECK-NOT:     sa.nest
!X = !sa.array<8x8xf32, inout>
sa.func @where(%A: !X, %B: !R, %x: f32) {
  %T = sa.temp "T" : !S
  %n = sa.dim %B, 0 : !R
  sa.nest (%i, %j) to (8, 8) where affine_set<(i, j)[n] : (n - i - j >= 0)>[%n] {
    sa.store %x, %T[%i, %j] : !S
  }
  sa.nest (%k, %l) to (8, 8) where affine_set<(i, j)[n] : (n - i - j >= 0)>[%n] {
    %t = sa.load %T[%k, %l] : !S
    sa.store %t, %A[%k, %l] : !X
  }
}
