// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-privatize-temporaries))' | FileCheck %s

// A block of a sum that starts with zero, of vectors: they are cleared as
// vectors, without loops, so that they stay in registers.

// CHECK-LABEL: sa.func @block
// CHECK:         sa.buffer "T" private : !sa.array<2x8xf32, temp>
// CHECK:         affine.for %[[ROW:.*]] = 0 to 2 {
// CHECK-NEXT:      affine.for %[[LANE:.*]] = 0 to 8 {
// CHECK:             sa.store %{{.*}}, %T[%[[ROW]], %[[LANE]]]
// CHECK-NEXT:      } {sa.execution = #sa.execution<vectorize>, sa.index = "T_1"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<unroll>, sa.index = "T_0"}
!A = !sa.array<16x8xf32, input>
!T = !sa.array<16x8xf32, temp>
!B = !sa.array<16x8xf32, inout>
sa.func @block(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 16 step 2 {
    affine.for %k = 0 to 4 {
      affine.for %ii = 0 to 2 {
        affine.for %j = 0 to 8 {
          %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
          %a = sa.load %A[%at, %j] : !A
          sa.accumulate add %a, %T[%at, %j] : !T
        } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
      } {sa.index = "ii", sa.execution = #sa.execution<unroll>}
    } {sa.index = "k"}
    affine.for %pp = 0 to 2 {
      affine.for %q = 0 to 8 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %pp)
        %t = sa.load %T[%at, %q] : !T
        sa.store %t, %B[%at, %q] : !B
      } {sa.index = "q", sa.execution = #sa.execution<vectorize>}
    } {sa.index = "pp", sa.execution = #sa.execution<unroll>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// More rows are cleared in a loop.

// CHECK-LABEL: sa.func @rows
// CHECK:         sa.buffer
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.for
// CHECK:           } {sa.execution = #sa.execution<vectorize>, sa.index = "T_1"}
// CHECK-NEXT:    } {sa.index = "T_0"}
!W = !sa.array<64x128xf32, temp>
!V = !sa.array<64x128xf32, inout>
sa.func @rows(%x: f32, %B: !V) {
  %T = sa.temp "T" : !W
  affine.for %i = 0 to 64 step 32 {
    affine.for %ii = 0 to 32 {
      affine.for %j = 0 to 128 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
        sa.accumulate add %x, %T[%at, %j] : !W
      } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
    } {sa.index = "ii"}
    affine.for %pp = 0 to 32 {
      affine.for %q = 0 to 128 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %pp)
        %t = sa.load %T[%at, %q] : !W
        sa.store %t, %B[%at, %q] : !V
      } {sa.index = "q"}
    } {sa.index = "pp"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
