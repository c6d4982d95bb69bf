// RUN: saopt %s --sa-elide-temporaries | FileCheck %s

// Temporaries that need memory, and what the report says about it.

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @other_points
// CHECK-SAME:    {message = "32 bytes in device memory: T[i] at line [[#@LINE+9]] reads what T[i + 1] at line [[#@LINE+8]] writes at other points", names = ["T"], subject = "temporary"
// CHECK:         sa.temp "T"
// CHECK:         sa.store %x, %T
// CHECK:         sa.load %T
sa.func @other_points(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (7) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    sa.store %x, %T[%next] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// CHECK-LABEL: sa.func @total
// CHECK-SAME:    {message = "2 bytes in device memory: T[()] at line [[#@LINE+6]] reads what it writes at other points", names = ["T"], subject = "temporary"
// CHECK:         sa.accumulate
sa.func @total(%A: !sa.array<8xf16, inout>) {
  %T = sa.temp "T" : !sa.array<f16, temp>
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf16, inout>
    sa.accumulate add %a, %T[] : !sa.array<f16, temp>
    %t = sa.load %T[] : !sa.array<f16, temp>
    sa.store %t, %A[%i] : !sa.array<8xf16, inout>
  }
}

// Written in between, where i is 3.
// CHECK-LABEL: sa.func @in_between
// CHECK-SAME:    T[i] at line {{[0-9]+}} reads what T[3] at line {{[0-9]+}} writes at some points, but not at others
// CHECK:         sa.load %T
sa.func @in_between(%A: !V, %x: f32, %y: f32) {
  %T = sa.temp "T" : !T
  %three = arith.constant 3 : index
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
    sa.store %y, %T[%three] : !T
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Written where i is even.
// CHECK-LABEL: sa.func @sometimes
// CHECK-SAME:    {message = "8 bytes in device memory: T[i] at line {{[0-9]+}} reads what T[2*(i // 2)] at line {{[0-9]+}} writes at some points, but not at others
// CHECK:         sa.load %T
!B = !sa.array<8xi1, temp>
sa.func @sometimes(%A: !sa.array<8xi1, inout>, %x: i1) {
  %T = sa.temp "T" : !B
  sa.nest (%i) to (8) {
    %even = affine.apply affine_map<(d0) -> ((d0 floordiv 2) * 2)>(%i)
    sa.store %x, %T[%even] : !B
    %t = sa.load %T[%i] : !B
    sa.store %t, %A[%i] : !sa.array<8xi1, inout>
  }
}

// T[i, j] and T[i, 0] share a place where j is 0.
// CHECK-LABEL: sa.func @shared_elements
// CHECK-SAME:    {message = "28 bytes in device memory: T[i, j] at line {{[0-9]+}} reads what T[i, 0] at line {{[0-9]+}} writes at some points, but not at others", names = ["T"], subject = "temporary"
!H = !sa.array<4x4xf32, temp, #sa.strided<[1, 1]>>
!W = !sa.array<4x4xf32, inout>
sa.func @shared_elements(%A: !W, %x: f32) {
  %T = sa.temp "T" : !H
  %zero = arith.constant 0 : index
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %T[%i, %zero] : !H
    %t = sa.load %T[%i, %j] : !H
    sa.store %t, %A[%i, %j] : !W
  }
}

// The words for subscripts, with run-time sizes.
// CHECK-LABEL: sa.func @words
// CHECK-SAME:    {message = "N x 8 elements in device memory: T[N - i - 1, (3*i + j) % 8] at line {{[0-9]+}} reads what T[-((-i) // 2), (2*j) // 3 - 2*j + 7] at line {{[0-9]+}} writes at some points, but not at others", names = ["T"], subject = "temporary"
!N = !sa.array<?xf32, inout, sizes = [N]>
!D = !sa.array<?x8xf32, temp, sizes = [N]>
sa.func @words(%A: !N, %x: f32) {
  %T = sa.temp "T" : !D
  %n = sa.dim %A, 0 : !N
  sa.nest (%i, %j) to (%n, 4) {
    %r = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i)[%n]
    %s = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1) mod 8)>(%i, %j)
    %u = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%i)
    %v = affine.apply affine_map<(d0) -> ((d0 * 2) floordiv 3 - d0 * 2 + 7)>(%j)
    sa.store %x, %T[%u, %v] : !D
    %t = sa.load %T[%r, %s] : !D
    sa.store %t, %A[%i] : !N
  }
}

// More than one nest.
// CHECK-LABEL: sa.func @two_nests
// CHECK-NOT:     sa.report
// CHECK:         sa.store %x, %T
// CHECK:         sa.load %T
sa.func @two_nests(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// No value leaves a condition, though it always holds.
!AlwaysV = !sa.array<8xf32, inout>
!AlwaysT = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @always
// CHECK:         sa.temp "T"
sa.func @always(%C: !AlwaysV) {
  %T = sa.temp "T" : !AlwaysT
  %true = arith.constant true
  sa.nest (%i) to (8) {
    scf.if %true {
      %c = sa.load %C[%i] : !AlwaysV
      %d = arith.addf %c, %c : f32
      sa.store %d, %T[%i] : !AlwaysT
    }
    %t = sa.load %T[%i] : !AlwaysT
    sa.store %t, %C[%i] : !AlwaysV
  }
}
