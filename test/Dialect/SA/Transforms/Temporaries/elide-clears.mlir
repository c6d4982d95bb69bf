// RUN: saopt %s --sa-elide-clears | FileCheck %s
// RUN: saopt %s --sa-to-loops | FileCheck %s --check-prefix=LOOPS

// Temporaries of which no element is read before it is written need not be
// cleared.

!A = !sa.array<8xf32, input>
!T = !sa.array<8xf32, temp>
!C = !sa.array<8xf32, inout>

// CHECK-LABEL: sa.func @written
// CHECK:         sa.temp "T" {sa.written_first}
// LOOPS-LABEL: func.func @written
// LOOPS:         sa.alloc "T"({{.*}}) uninitialized of f32
sa.func @written(%A: !A, %C: !C) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    sa.accumulate add %a, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %seven = arith.constant 7 : index
    %r = arith.subi %seven, %i : index
    %t = sa.load %T[%r] : !T
    sa.store %t, %C[%i] : !C
  }
}

// One element is not written, and a sum begins with zero.
// CHECK-LABEL: sa.func @read
// CHECK:         sa.temp "T" :
// CHECK:         sa.temp "U" :
// LOOPS-LABEL: func.func @read
// LOOPS:         sa.alloc "T"(%{{[a-z0-9_]*}}) of f32
// LOOPS:         sa.alloc "U"(%{{[a-z0-9_]*}}) of f32
sa.func @read(%A: !A, %C: !C) {
  %T = sa.temp "T" : !T
  %U = sa.temp "U" : !T
  sa.nest (%i) to (7) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    sa.accumulate add %a, %U[%i] : !T
  }
  sa.nest (%i) to (8) {
    %seven = arith.constant 7 : index
    %r = arith.subi %seven, %i : index
    %t = sa.load %T[%r] : !T
    %u = sa.load %U[%r] : !T
    %tu = arith.addf %t, %u : f32
    sa.store %tu, %C[%i] : !C
  }
}

// Nothing is known of loops beside nests.
// CHECK-LABEL: sa.func @loops
// CHECK:         sa.temp "T" :
sa.func @loops(%A: !A, %C: !C) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 8 {
    %a = sa.load %A[%i] : !A
    sa.accumulate add %a, %T[%i] : !T
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %C[%i] : !C
  }
}
