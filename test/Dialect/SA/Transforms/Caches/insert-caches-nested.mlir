// RUN: saopt %s --sa-insert-caches | FileCheck %s

// Copies of copies, and blocks that are fetched ahead.

!V = !sa.array<64x64xf32, inout>

// The inner copy is filled from the outer one, and written back to it.
// CHECK-LABEL: sa.func @copy_of_a_copy
// CHECK:         %outer = sa.buffer "outer" private : !sa.array<8x64xf32, temp>
// CHECK:         sa.load %A
// CHECK-NEXT:    sa.store %[[ARG:.*]], %outer
// CHECK:         %inner = sa.buffer "inner" private : !sa.array<8x4xf32, temp>
// CHECK:         sa.load %outer
// CHECK-NEXT:    sa.store %[[ARG]], %inner
// CHECK:         sa.accumulate add %[[CST:.*]], %inner
// CHECK:         } {sa.index = "ii"}
// CHECK:         sa.load %inner
// CHECK-NEXT:    sa.store %[[ARG]], %outer
// CHECK:         } {sa.index = "j"}
// CHECK:         sa.load %outer
// CHECK-NEXT:    sa.store %[[ARG]], %A
sa.func @copy_of_a_copy(%A: !V) {
  affine.for %i = 0 to 64 step 8 {
    %outer = sa.loop_cache %A as "outer" at "j" {location = #sa.memory<private>} : !V
    affine.for %j = 0 to 64 step 4 {
      %inner = sa.loop_cache %outer as "inner" at "ii" {location = #sa.memory<private>} : !V
      affine.for %ii = 0 to 8 {
        affine.for %jj = 0 to 4 {
          %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
          %y = affine.apply affine_map<(j, jj) -> (j + jj)>(%j, %jj)
          %one = arith.constant 1.0 : f32
          sa.accumulate add %one, %A[%x, %y] : !V
        } {sa.index = "jj"}
      } {sa.index = "ii"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Two copies before the same loop: the second is of the first.
// CHECK-LABEL: sa.func @same_loop
// CHECK:         sa.load %A
// CHECK-NEXT:    sa.store %[[ARG:.*]], %first
// CHECK:         sa.load %first
// CHECK-NEXT:    sa.store %[[ARG]], %second
// CHECK:         sa.accumulate add %[[CST:.*]], %second
// CHECK:         sa.load %second
// CHECK-NEXT:    sa.store %[[ARG]], %first
// CHECK:         sa.load %first
// CHECK-NEXT:    sa.store %[[ARG]], %A
sa.func @same_loop(%A: !sa.array<8xf32, inout>) {
  %first = sa.loop_cache %A as "first" at "i" {location = #sa.memory<global>} : !sa.array<8xf32, inout>
  %second = sa.loop_cache %first as "second" at "i" {location = #sa.memory<global>} : !sa.array<8xf32, inout>
  affine.for %i = 0 to 8 {
    %one = arith.constant 1.0 : f32
    sa.accumulate add %one, %A[%i] : !sa.array<8xf32, inout>
  } {sa.index = "i"}
}

// The first block is filled before the loop over blocks. Each iteration fetches
// the block of the next one, if there is one, and puts it in place at its end.
// CHECK-LABEL: sa.func @ahead
!A = !sa.array<?xf32, input, sizes = [N]>
!B = !sa.array<?xf32, inout, sizes = [N]>
sa.func @ahead(%A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  // CHECK: affine.for %{{.*}} = 0 to 4
  affine.for %p = 0 to 4 {
    // CHECK-NEXT: %c = sa.buffer "c" private : !sa.array<8xf32, temp>
    // CHECK-NEXT: %c_next = sa.buffer "c_next" private : !sa.array<8xf32, temp>
    // CHECK-NEXT: affine.if #{{.*}}()[%[[N:.*]]] {
    // CHECK:        sa.load %A
    // CHECK-NEXT:   sa.store %{{.*}}, %c[
    // CHECK:      affine.for %[[I:.*]] = 0 to %[[N]] step 8 {
    affine.for %i = 0 to %n step 8 {
      // CHECK-NEXT: affine.if #{{.*}}(%[[I]])[%[[N]]] {
      // CHECK:        sa.load %A
      // CHECK-NEXT:   sa.store %{{.*}}, %c_next[
      // CHECK:      affine.for
      %c = sa.loop_cache %A as "c" at "ii" {doubleBuffer, location = #sa.memory<private>} : !A
      affine.for %ii = 0 to min affine_map<(i)[n] -> (8, n - i)>(%i)[%n] {
        %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
        // CHECK: sa.load %c[
        %a = sa.load %A[%x] : !A
        sa.accumulate add %a, %B[%p] : !B
      // CHECK: } {sa.index = "ii"}
      } {sa.index = "ii"}
      // CHECK-NEXT: affine.if
      // CHECK:        sa.load %c_next
      // CHECK-NEXT:   sa.store %{{.*}}, %c[
    } {sa.index = "i"}
  } {sa.index = "p", sa.execution = #sa.execution<parallel>}
}
