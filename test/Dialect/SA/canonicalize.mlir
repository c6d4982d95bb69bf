// RUN: saopt %s --canonicalize --cse | FileCheck %s

// A nest that does nothing goes away; one that writes stays, and keeps its
// names.

// CHECK-LABEL: sa.func @nests
sa.func @nests(%A: !sa.array<4xf32, inout>, %x: f32) {
  // CHECK-NEXT: sa.nest (%row) to (4) {
  // CHECK-NEXT:   sa.store %x, %A[%row]
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  sa.nest (%row) to (4) {
    sa.store %x, %A[%row] : !sa.array<4xf32, inout>
  }
  sa.nest (%column) to (4) {
    %a = sa.load %A[%column] : !sa.array<4xf32, inout>
  }
}

// Two temporaries of one kind are two temporaries; a constant that is made
// twice is one.
// CHECK-LABEL: sa.func @arrays
sa.func @arrays(%x: f32) {
  // CHECK-DAG: %T = sa.temp "T"
  // CHECK-DAG: %{{T.*}} = sa.temp "T"
  %T = sa.temp "T" : !sa.array<4xf32, temp>
  %U = sa.temp "T" : !sa.array<4xf32, temp>
  // CHECK:     sa.nest
  sa.nest (%i) to (4) {
    sa.store %x, %T[%i] : !sa.array<4xf32, temp>
    sa.store %x, %U[%i] : !sa.array<4xf32, temp>
  }
}
