// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s

// Fused nests with work-items of their own: they wait for each other between the nests.

!A = !sa.array<?xf32, inout, sizes = [N]>

// CHECK-LABEL: sa.func @stages
// CHECK:         affine.for %[[I:.*]] = 0 to %[[ARG:.*]] step 8 {
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to min
// CHECK:           } {sa.execution = #sa.execution<thread_x>, sa.index = "x"}
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      affine.for %[[Y:.*]] = 0 to min
// CHECK:           } {sa.execution = #sa.execution<thread_x>, sa.index = "y"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
sa.func @stages(%A: !A, %B: !A) {
  %n = sa.dim %A, 0 : !A
  sa.nest "a" (%i) to (%n) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !A
  }
  sa.nest "b" (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %B[%i] : !A
  }
  sa.plan {
    %i0 = sa.loops "a"
    %x = sa.split %i0 by 8 as "x"
    %i1 = sa.loops "b"
    %y = sa.split %i1 by 8 as "y"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    sa.bind %i to block_x
    sa.bind %x to thread_x
    sa.bind %y to thread_x
  }
}

// A nest without a loop for a dimension runs in one of its work-items.
// CHECK-LABEL: sa.func @one_item
// CHECK:         affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to 6 {
// CHECK-NEXT:        affine.for %[[Y:.*]] = 0 to 8 {
// CHECK:             } {sa.execution = #sa.execution<thread_x>, sa.index = "y"}
// CHECK-NEXT:      } {sa.execution = #sa.execution<thread_y>, sa.index = "x"}
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      affine.for %[[FIRST:.*]] = 0 to 1 {
// CHECK-NEXT:        affine.for %[[Z:.*]] = 0 to 6 {
// CHECK:             } {sa.execution = #sa.execution<thread_x>, sa.index = "z"}
// CHECK-NEXT:      } {sa.execution = #sa.execution<thread_y>, sa.index = "first"}
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      affine.for %[[FIRST2:.*]] = 0 to 1 {
// CHECK-NEXT:        affine.for %[[FIRST3:.*]] = 0 to 1 {
// CHECK-NEXT:          affine.for %[[W:.*]] = 0 to 6 {
// CHECK:               } {sa.index = "w"}
// CHECK-NEXT:        } {sa.execution = #sa.execution<thread_x>, sa.index = "first"}
// CHECK-NEXT:      } {sa.execution = #sa.execution<thread_y>, sa.index = "first"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
sa.func @one_item(%A: !sa.array<4x6x8xf32, inout>, %B: !sa.array<4x6xf32, inout>,
    %C: !sa.array<4xf32, inout>) {
  sa.nest "a" (%i, %x, %y) to (4, 6, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %x, %y] : !sa.array<4x6x8xf32, inout>
  }
  sa.nest "b" (%i, %z) to (4, 6) {
    %zero = index.constant 0
    %a = sa.load %A[%i, %z, %zero] : !sa.array<4x6x8xf32, inout>
    sa.store %a, %B[%i, %z] : !sa.array<4x6xf32, inout>
  }
  sa.nest "c" (%i, %w) to (4, 6) {
    %b = sa.load %B[%i, %w] : !sa.array<4x6xf32, inout>
    sa.accumulate add %b, %C[%i] : !sa.array<4xf32, inout>
  }
  sa.plan {
    %i0, %x, %y = sa.loops "a"
    %i1, %z = sa.loops "b"
    %i2, %w = sa.loops "c"
    %i, %f = sa.fuse %i0, %i1, %i2 partial(1) as ["i", "f"]
    sa.bind %i to block_x
    sa.bind %x to thread_y
    sa.bind %y to thread_x
    sa.bind %z to thread_x
  }
}

// Nests that were fused before: the work-items of each wait; common work-items need not.
// CHECK-LABEL: sa.func @nested
// CHECK:         affine.for %[[I:.*]] = 0 to 4 {
// CHECK:           } {sa.execution = #sa.execution<thread_x>, sa.index = "x"}
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      affine.for
// CHECK-NOT:       gpu.barrier
// CHECK:           } {sa.execution = #sa.execution<thread_x>, sa.index = "y"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
sa.func @nested(%A: !sa.array<4x6xf32, inout>, %B: !sa.array<4x6xf32, inout>) {
  sa.nest "a" (%i, %x) to (4, 6) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %x] : !sa.array<4x6xf32, inout>
  }
  sa.nest "b" (%i, %y) to (4, 6) {
    %a = sa.load %A[%i, %y] : !sa.array<4x6xf32, inout>
    sa.store %a, %B[%i, %y] : !sa.array<4x6xf32, inout>
  }
  sa.nest "c" (%i, %z) to (4, 6) {
    %b = sa.load %B[%i, %z] : !sa.array<4x6xf32, inout>
    sa.accumulate add %b, %B[%i, %z] : !sa.array<4x6xf32, inout>
  }
  sa.plan {
    %i0, %x = sa.loops "a"
    %i1, %y0 = sa.loops "b"
    %i2, %y1 = sa.loops "c"
    %i12, %y, %g = sa.fuse %i1, %i2 partial(2) as ["i12", "y", "g"]
    %i, %f = sa.fuse %i0, %i12 partial(1) as ["i", "f"]
    sa.bind %i to block_x
    sa.bind %x to thread_x
    sa.bind %y to thread_x
  }
}

// What the target has of local memory goes with the loops.
// CHECK-LABEL: sa.func @target
// CHECK:         {sa.execution = #sa.execution<block_x>, sa.index = "i", sa.local_memory = 4096 : i64}
sa.func @target(%A: !sa.array<4xf32, inout>) {
  sa.nest "a" (%i) to (4) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i] : !sa.array<4xf32, inout>
  }
  sa.plan {
    %i = sa.loops "a"
    sa.bind %i to block_x
  } {sa.local_memory = 4096 : i64}
}

// What a work-item has of private memory goes with the outermost loop.
// CHECK-LABEL: sa.func @private_memory
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK:           } {sa.index = "j"}
// CHECK:         } {sa.index = "i", sa.private_memory = 65536 : i64}
sa.func @private_memory(%A: !sa.array<4x6xf32, inout>) {
  sa.nest "a" (%i, %j) to (4, 6) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %j] : !sa.array<4x6xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "a"
  } {sa.private_memory = 65536 : i64}
}

// A common loop between groups and work-items runs the nests again and again.
// CHECK-LABEL: sa.func @repeated
// CHECK:         affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[S:.*]] = 0 to 6 {
// CHECK-NEXT:        affine.for %[[X:.*]] = 0 to 8 {
// CHECK:             } {sa.execution = #sa.execution<thread_x>, sa.index = "x"}
// CHECK-NEXT:        gpu.barrier
// CHECK-NEXT:        affine.for %[[Y:.*]] = 0 to 8 {
// CHECK:             } {sa.execution = #sa.execution<thread_x>, sa.index = "y"}
// CHECK-NEXT:        gpu.barrier
// CHECK-NEXT:      } {sa.index = "s"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
sa.func @repeated(%A: !sa.array<4x6x8xf32, inout>, %B: !sa.array<4x8xf32, inout>) {
  sa.nest "a" (%i, %s, %x) to (4, 6, 8) {
    %one = arith.constant 1.0 : f32
    sa.store %one, %A[%i, %s, %x] : !sa.array<4x6x8xf32, inout>
  }
  sa.nest "b" (%i, %s, %y) to (4, 6, 8) {
    %a = sa.load %A[%i, %s, %y] : !sa.array<4x6x8xf32, inout>
    sa.accumulate add %a, %B[%i, %y] : !sa.array<4x8xf32, inout>
  }
  sa.plan {
    %i0, %s0, %x = sa.loops "a"
    %i1, %s1, %y = sa.loops "b"
    %i, %s, %f = sa.fuse %i0, %i1 partial(2) as ["i", "s", "f"]
    sa.bind %i to block_x
    sa.bind %x to thread_x
    sa.bind %y to thread_x
  }
}
