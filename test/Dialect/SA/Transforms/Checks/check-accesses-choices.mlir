// RUN: saopt %s --sa-check-accesses --split-input-file | FileCheck %s

// Minima, maxima and extended indices stay inside; a size that may be empty is
// required to have an element.

!A = !sa.array<?xf32, input, sizes = [n]>
!B = !sa.array<?xf32, inout, sizes = [n]>

// CHECK-LABEL: sa.func @clipped
// CHECK-NOT: sa.require
sa.func @clipped(%A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.subi %n, %one : index
  sa.nest (%i) to (%n) {
    %left = arith.subi %i, %one : index
    %low = index.maxs %left, %zero
    %a = sa.load %A[%low] : !A
    %high = affine.min affine_map<(i)[l] -> (i + 3, l)>(%i)[%last]
    %b = sa.load %A[%high] : !A
    %c = arith.addf %a, %b : f32
    sa.store %c, %B[%i] : !B
  }
}

// -----

!A = !sa.array<?xf32, input, sizes = [n]>

// CHECK-LABEL: sa.func @extended
// CHECK: sa.require %{{.*}} at_least %c1{{.*}} of "A" dimension 0
sa.func @extended(%A: !A, %B: !sa.array<64xf32, inout>) {
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (64) {
    %wrapped = sa.extend_index wrap %i to %n
    %a = sa.load %A[%wrapped] : !A
    %rest = sa.floormodsi %i, %n : index
    %b = sa.load %A[%rest] : !A
    %c = arith.addf %a, %b : f32
    sa.store %c, %B[%i] : !sa.array<64xf32, inout>
  }
}
