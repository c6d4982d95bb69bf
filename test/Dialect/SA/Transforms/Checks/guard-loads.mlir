// RUN: saopt %s --sa-guard-loads --split-input-file | FileCheck %s

// What only one side of a select uses is read where it is taken; the condition
// is one that proofs know.

!A = !sa.array<?xf32, input, sizes = [n]>
!B = !sa.array<?xf32, inout, sizes = [n]>

// CHECK: #[[$POSITIVE:.+]] = affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-LABEL: sa.func @before
// CHECK:         %[[R:.+]] = affine.if #[[$POSITIVE]](%{{.+}}) -> f32 {
// CHECK:           sa.load
// CHECK:           arith.addf
// CHECK:           affine.yield
// CHECK:         } else {
// CHECK-NOT:       sa.load
// CHECK:         }
// CHECK:         sa.store %[[R]]
sa.func @before(%A: !A, %B: !B, %x: f32) {
  %n = sa.dim %A, 0 : !A
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  sa.nest (%i) to (%n) {
    %left = arith.subi %i, %one : index
    %a = sa.load %A[%left] : !A
    %sum = arith.addf %a, %x : f32
    // Not the first one: at least 1.
    %first = arith.cmpi eq, %i, %zero : index
    %r = arith.select %first, %x, %sum : f32
    sa.store %r, %B[%i] : !B
  }
}

// -----

// Loads that are in bounds stay, and so do those that something else uses.

// CHECK-LABEL: sa.func @stays
// CHECK-NOT:     affine.if
// CHECK-NOT:     scf.if
// CHECK:         arith.select
// CHECK:         arith.select
sa.func @stays(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    %inner = arith.cmpi sgt, %i, %one : index
    %r = arith.select %inner, %a, %x : f32
    %left = arith.subi %i, %one : index
    %b = sa.load %A[%left] : !sa.array<8xf32, input>
    %s = arith.select %inner, %b, %r : f32
    %t = arith.addf %s, %b : f32
    sa.store %t, %B[%i] : !sa.array<8xf32, inout>
  }
}

// -----

// A condition on data, and one of two sets, is a plain condition. A load does
// not move across a write of its array.

// CHECK-LABEL: sa.func @data
// CHECK:         scf.if %{{.+}} -> (f32) {
// CHECK-NEXT:      sa.load
// CHECK:         arith.select
sa.func @data(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>, %x: f32) {
  %one = arith.constant 1 : index
  sa.nest (%i) to (8) {
    %m = sa.load %A[%i] : !sa.array<8xf32, input>
    %isLarge = arith.cmpf ogt, %m, %x : f32
    %left = arith.subi %i, %one : index
    %a = sa.load %A[%left] : !sa.array<8xf32, input>
    %r = arith.select %isLarge, %a, %x : f32
    %b = sa.load %B[%left] : !sa.array<8xf32, inout>
    sa.store %r, %B[%i] : !sa.array<8xf32, inout>
    %s = arith.select %isLarge, %b, %x : f32
    sa.store %s, %B[%i] : !sa.array<8xf32, inout>
  }
}

// -----

// Nests in loops of a function as well.

// CHECK-LABEL: sa.func @rounds
// CHECK:         sa.loop
// CHECK:           affine.if
// CHECK-NOT:         else
// CHECK:             sa.load
sa.func @rounds(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rounds = arith.constant 3 : index
  sa.loop (%t) to (%rounds) {
    sa.nest (%i) to (8) {
      %left = arith.subi %i, %one : index
      %a = sa.load %A[%left] : !sa.array<8xf32, input>
      %first = arith.cmpi eq, %i, %zero : index
      %r = arith.select %first, %x, %a : f32
      sa.store %r, %B[%i] : !sa.array<8xf32, inout>
    }
  }
}

// -----

// A check that fails on the other side only moves along; each user of a shared
// one gets its own, and what does not move stays one.

// CHECK-LABEL: sa.func @checked
// CHECK:         %[[V:.+]] = arith.index_cast
// CHECK:         scf.if
// CHECK-NEXT:      %[[FIRST:.+]] = sa.checked_index %[[V]]
// CHECK-NEXT:      sa.load %{{.+}}[%[[FIRST]]]
// CHECK:         scf.if
// CHECK-NEXT:      %[[SECOND:.+]] = sa.checked_index %[[V]]
// CHECK-NEXT:      sa.load %{{.+}}[%[[SECOND]]]
// CHECK-LABEL: sa.func @needed
// CHECK:         sa.checked_index
// CHECK-NOT:     sa.checked_index
// CHECK-NOT:     scf.if
// CHECK:         sa.store
sa.func @checked(%A: !sa.array<8xf32, input>, %X: !sa.array<8xi32, input>,
                 %B: !sa.array<8xf32, inout>, %x: f32) {
  %zero = arith.constant 0 : i32
  %size = arith.constant 8 : index
  sa.nest (%i) to (8) {
    %b = sa.load %X[%i] : !sa.array<8xi32, input>
    %inside = arith.cmpi sge, %b, %zero : i32
    %v = arith.index_cast %b : i32 to index
    %p = sa.checked_index %v to %size of "A" dimension 0 at ["i"](%i)
    %first = sa.load %A[%p] : !sa.array<8xf32, input>
    %r = arith.select %inside, %first, %x : f32
    %second = sa.load %A[%p] : !sa.array<8xf32, input>
    %s = arith.select %inside, %second, %r : f32
    sa.store %s, %B[%i] : !sa.array<8xf32, inout>
  }
}
sa.func @needed(%A: !sa.array<8xf32, input>, %X: !sa.array<8xi32, input>,
                %B: !sa.array<8xf32, inout>, %x: f32) {
  %zero = arith.constant 0 : i32
  %size = arith.constant 8 : index
  sa.nest (%i) to (8) {
    %b = sa.load %X[%i] : !sa.array<8xi32, input>
    %inside = arith.cmpi sge, %b, %zero : i32
    %v = arith.index_cast %b : i32 to index
    %p = sa.checked_index %v to %size of "A" dimension 0 at ["i"](%i)
    %first = sa.load %A[%p] : !sa.array<8xf32, input>
    %second = sa.load %A[%p] : !sa.array<8xf32, input>
    %sum = arith.addf %first, %second : f32
    %r = arith.select %inside, %sum, %x : f32
    %t = arith.addf %sum, %r : f32
    sa.store %t, %B[%i] : !sa.array<8xf32, inout>
  }
}
