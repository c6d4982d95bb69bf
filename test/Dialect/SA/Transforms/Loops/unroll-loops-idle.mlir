// RUN: saopt %s --sa-unroll-loops | FileCheck %s

// A loop that has no iterations in one copy of the body goes, with what is in it;
// bounds in it that depend on its index are not looked at.

// CHECK-LABEL: sa.func @idle
// CHECK:         affine.for %[[I:.*]] = 0 to 1
// CHECK-NEXT:      affine.for %[[I2:.*]] = 0 to 1 {
// CHECK-NEXT:        affine.for %[[I3:.*]] = 0 to 5 {
// CHECK-NOT:     affine.for
sa.func @idle(%B: !sa.array<11xf32, inout>) {
  affine.for %once = 0 to 1 {
    affine.for %i = 0 to 7 step 4 {
      affine.for %ii = 0 to min affine_map<(i) -> (2, 1 - i)>(%i) {
        affine.for %j = 0 to min affine_map<(i, ii) -> (11, i + ii + 5)>(%i, %ii) {
          %x = arith.constant 1.0 : f32
          sa.accumulate add %x, %B[%j] : !sa.array<11xf32, inout>
        }
      }
    } {sa.execution = #sa.execution<unroll>}
  }
}

// The same where a loop ends at the index at which it starts.

// CHECK-LABEL: sa.func @idle_anywhere
// CHECK-NEXT:  }
sa.func @idle_anywhere(%B: !sa.array<11xf32, inout>) {
  affine.for %i = 0 to 2 step 8 {
    affine.for %ii = max affine_map<(i) -> (0, 2 - i)>(%i) to min affine_map<(i) -> (8, 2 - i)>(%i) {
      affine.for %iii = 0 to 1 {
        affine.for %j = 0 to min affine_map<(i, ii, iii) -> (11, (i + ii + iii) ceildiv 2)>(%i, %ii, %iii) {
          %x = arith.constant 1.0 : f32
          sa.accumulate add %x, %B[%j] : !sa.array<11xf32, inout>
        }
      } {sa.execution = #sa.execution<unroll>}
    }
  }
}
