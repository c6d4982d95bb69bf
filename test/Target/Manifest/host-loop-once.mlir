// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py launches | FileCheck %s

// A loop around a launch that runs once is no loop; its index is a number.

// CHECK: once launches[0] = {"arguments": [{"argument": 0}, {"size": 3}],
sa.func @once(%A: !sa.array<4x8xf32, inout>) {
  affine.for %i = 3 to 4 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 2 {
        %x = arith.constant 1.0 : f32
        sa.store %x, %A[%i, %j] : !sa.array<4x8xf32, inout>
      } {sa.index = "k"}
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i"}
}
