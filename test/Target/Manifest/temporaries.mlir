// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py temporaries launches | FileCheck %s

// Temporaries with the number of elements of their storage, and whether they
// are cleared; launches refer to them by number.

!V = !sa.array<?xf32, inout, sizes = [N]>
!T = !sa.array<?x4xf32, temp, sizes = [N]>
!U = !sa.array<8xi1, temp, #sa.strided<[2]>>

// CHECK:      scratch temporaries: 3
// CHECK-NEXT: [0] = {"element_type": "f32", "elements": ["*", "N", 4], "name": "T"}
// CHECK-NEXT: [1] = {"element_type": "bool", "elements": 15, "name": "U"}
// CHECK-NEXT: [2] = {"element_type": "f32", "elements": 8, "name": "cache", "uninitialized": true}
// CHECK:      scratch launches[0] = {"arguments": [{"argument": 0}, {"temporary": 0}],
// CHECK:      scratch launches[1] = {"arguments": [{"temporary": 1}, {"temporary": 2}],
// CHECK:      scratch launches[2] = {"arguments": [{"argument": 0}, {"temporary": 0}, {"temporary": 1}, {"temporary": 2}],
sa.func @scratch(%A: !V) {
  %T = sa.temp "T" : !T
  %U = sa.temp "U" : !U
  %cache = sa.temp "cache" uninitialized : !sa.array<8xf32, temp>
  %true = arith.constant true
  %zero = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %n = sa.dim %A, 0 : !V
  sa.nest (%i, %j) to (%n, 4) {
    %a = sa.load %A[%i] : !V
    sa.accumulate add %a, %T[%i, %j] : !T
  }
  sa.nest (%i) to (8) {
    sa.accumulate or %true, %U[%i] : !U
    sa.store %x, %cache[%i] : !sa.array<8xf32, temp>
  }
  sa.nest (%i) to (%n) {
    %t = sa.load %T[%i, %zero] : !T
    %c = sa.load %cache[%zero] : !sa.array<8xf32, temp>
    %u = sa.load %U[%zero] : !U
    %v = arith.select %u, %t, %c : f32
    sa.store %v, %A[%i] : !V
  }
}
