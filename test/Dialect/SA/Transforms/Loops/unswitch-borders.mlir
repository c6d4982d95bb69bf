// RUN: saopt %s --sa-unswitch-loops --split-input-file | FileCheck %s

// One condition, for all lanes of a vectorized loop, chooses between lanes
// without tests and a sequential loop with them; the loops around are split
// where it changes.

// CHECK-LABEL: sa.func @lanes
// CHECK:       affine.for %{{.+}} = 0 to 32 {
// CHECK:         affine.for %{{.+}} = 0 to 8 {
// CHECK:           sa.extend_index edge
// CHECK:         affine.for %{{.+}} = 8 to 64 step 8 {
// CHECK-NEXT:      affine.for %{{.+}} = 0 to 8 {
// CHECK-NOT:         sa.extend_index
// CHECK:             sa.load
// CHECK:           } {sa.execution = #sa.execution<vectorize>
sa.func @lanes(%A: !sa.array<32x64xf32, input>, %B: !sa.array<32x64xf32, inout>) {
  %n = arith.constant 64 : index
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 64 step 8 {
      affine.for %jj = 0 to 8 {
        %left = affine.apply affine_map<(j, jj) -> (j + jj - 1)>(%j, %jj)
        %at = sa.extend_index edge %left to %n
        %a = sa.load %A[%i, %at] : !sa.array<32x64xf32, input>
        %here = affine.apply affine_map<(j, jj) -> (j + jj)>(%j, %jj)
        sa.store %a, %B[%i, %here] : !sa.array<32x64xf32, inout>
      } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
    } {sa.index = "j"}
  } {sa.execution = #sa.execution<parallel>, sa.index = "i"}
  sa.return
}

// -----

// A body with a barrier has no copies.

// CHECK-LABEL: sa.func @barrier
// CHECK-NOT:     affine.if
// CHECK:         sa.extend_index
sa.func @barrier(%A: !sa.array<64xf32, input>, %B: !sa.array<64xf32, inout>) {
  %n = arith.constant 64 : index
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 64 {
      %next = affine.apply affine_map<(j) -> (j + 1)>(%j)
      %at = sa.extend_index wrap %next to %n
      %a = sa.load %A[%at] : !sa.array<64xf32, input>
      gpu.barrier
      sa.store %a, %B[%j] : !sa.array<64xf32, inout>
    } {sa.execution = #sa.execution<thread_x>, sa.index = "j"}
  } {sa.execution = #sa.execution<block_x>, sa.index = "i"}
  sa.return
}
