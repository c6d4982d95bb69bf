// RUN: saopt %s --sa-insert-caches | FileCheck %s

// How large copies are, where, and how often they are filled.

!V = !sa.array<64xf32, input>
!W = !sa.array<64xf32, inout>

// CHECK-LABEL: sa.func @sizes
// CHECK-SAME: {message = "cache 'whole' of 64 elements, 256 bytes of device memory, used by the loop 'i', once", names = ["A"], subject = "array"
// CHECK-SAME: {message = "cache 'tile' of 8 elements, 64 bytes of private memory for each work-item, used by the loop 'ii', 8 times", names = ["B"], subject = "array"
// CHECK-SAME: {message = "cache 'slice' of 8 elements, 32 bytes of device memory for each iteration of the parallel loops, used by the loop 'ii', 8 times", names = ["whole"], subject = "array"
sa.func @sizes(%A: !V, %B: !W) {
  %whole = sa.loop_cache %A as "whole" at "i" {location = #sa.memory<global>} : !V
  affine.for %i = 0 to 64 step 8 {
    %tile = sa.loop_cache %B as "tile" at "ii" {elementType = f64, location = #sa.memory<private>} : !W
    %slice = sa.loop_cache %whole as "slice" at "ii" {location = #sa.memory<global>} : !V
    affine.for %ii = 0 to 8 {
      %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
      %a = sa.load %A[%x] : !V
      sa.accumulate add %a, %B[%x] : !W
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// CHECK-LABEL: sa.func @run_time
// CHECK-SAME: {message = "cache 'c' of N elements of device memory, used by the loop 'i', once", names = ["A"], subject = "array"
!A = !sa.array<?xf32, input, sizes = [N]>
!B = !sa.array<?xf32, output, sizes = [N]>
sa.func @run_time(%A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !A
  affine.for %i = 0 to %n {
    %a = sa.load %A[%i] : !A
    sa.store %a, %B[%i] : !B
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
