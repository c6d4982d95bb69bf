// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-insert-caches))' | FileCheck %s

// A copy in local memory is filled by the whole group, also where other loops of the
// kernel have more work-items, or a dimension more.

// CHECK-LABEL: sa.func @more_elsewhere
// CHECK:         affine.for %[[ONE:.*]] = 0 to 2 {
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to 8 {
// CHECK-NEXT:        %[[COPY:.*]] = sa.buffer "A_cache" local : !sa.array<1x4x5xf32, temp>
// CHECK-NEXT:        affine.for %[[A_ELEMENT:.*]] = #{{.*}}(%[[ONE]], %[[X]]) to 20 step 16 {
// CHECK:             gpu.barrier
// CHECK-NEXT:        affine.if #{{.*}}(%[[ONE]]) {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.if #{{.*}}(%[[X]]) {
// CHECK:             gpu.barrier
// CHECK-NEXT:      } {sa.execution = #sa.execution<thread_x>, sa.index = "x"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<thread_y>, sa.index = "first"}
sa.func @more_elsewhere(%A: !sa.array<3x4x5xf32, input>, %B: !sa.array<3x4xf32, inout>,
    %C: !sa.array<3x2x8xf32, inout>) {
  affine.for %i = 0 to 3 {
    affine.for %one = 0 to 1 {
      affine.for %x = 0 to 4 {
        %Ac = sa.loop_cache %A as "A_cache" at "k" {location = #sa.memory<local>} : !sa.array<3x4x5xf32, input>
        affine.for %k = 0 to 5 {
          %a = sa.load %A[%i, %x, %k] : !sa.array<3x4x5xf32, input>
          sa.accumulate add %a, %B[%i, %x] : !sa.array<3x4xf32, inout>
        } {sa.index = "k"}
      } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
    } {sa.index = "first", sa.execution = #sa.execution<thread_y>}
    gpu.barrier
    affine.for %z = 0 to 2 {
      affine.for %y = 0 to 8 {
        %zero = arith.constant 0.0 : f32
        sa.store %zero, %C[%i, %z, %y] : !sa.array<3x2x8xf32, inout>
      } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
    } {sa.index = "z", sa.execution = #sa.execution<thread_y>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}
