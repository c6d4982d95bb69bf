// RUN: saopt %s --emit=report | FileCheck %s

// What became of every temporary: of one that nobody uses, of one between fused
// nests, and of one whose elements other points read.

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// CHECK:      function 'blur':
// CHECK-NEXT:   temporary 'unused': removed: nothing uses it
// CHECK-NEXT:   temporary 'T': nest 0 writes it and nest 1 reads it at the same points: they are fused
// CHECK-NEXT:   temporary 'U': 32 bytes in device memory: nest 1 and nest 2 are not fused: they do not run over the same points
// CHECK-NEXT:   temporary 'T': kept in registers
sa.func @blur(%A: !V) {
  %unused = sa.temp "unused" : !T
  %T = sa.temp "T" : !T
  %U = sa.temp "U" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    %s = arith.addf %t, %t : f32
    sa.store %s, %U[%i] : !T
  }
  sa.nest (%i) to (7) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %t = sa.load %U[%next] : !T
    sa.store %t, %A[%i] : !V
  }
}
