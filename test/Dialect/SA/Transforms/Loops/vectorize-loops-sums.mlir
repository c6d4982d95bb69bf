// RUN: saopt %s --sa-vectorize-loops --sa-scalar-replacement | FileCheck %s
// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-vectorize-loops{strict=true}))' | FileCheck %s --check-prefix=STRICT

// Each lane has a partial result in a register, over all the loops of the sum.

// CHECK-LABEL: sa.func @rows
// CHECK:       affine.for %[[I:.*]] = 0 to 8
// CHECK:         %[[ZERO:.*]] = vector.broadcast %cst{{.*}} : f32 to vector<8xf32>
// CHECK:         %[[SUMS:.*]] = affine.for %{{.*}} = 0 to 4 iter_args(%{{.*}} = %[[ZERO]])
// CHECK:           affine.for %{{.*}} = 0 to 64 step 8 iter_args
// CHECK-NOT:         vector.shuffle
// CHECK:             arith.addf {{.*}} : vector<8xf32>
// CHECK:         vector.shuffle %[[SUMS]]
// CHECK-NOT:     affine.for
// CHECK:         sa.accumulate add %{{.*}}, %S[%[[I]]]
// STRICT-LABEL: sa.func @rows
// STRICT-NOT:   sa.buffer
!A = !sa.array<8x4x64xf32, input>
!S = !sa.array<8xf32, inout>
sa.func @rows(%A: !A, %S: !S) {
  affine.for %i = 0 to 8 {
    affine.for %h = 0 to 4 {
      affine.for %j = 0 to 64 step 8 {
        affine.for %jj = 0 to 8 {
          %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
          %a = sa.load %A[%i, %h, %at] : !A
          sa.accumulate add %a, %S[%i] : !S
        } {sa.index = "jj", sa.execution = #sa.execution<vectorize>}
      } {sa.index = "j"}
    } {sa.index = "h"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// The neutral element of the largest is not in any array.

// CHECK-LABEL: sa.func @largest
// CHECK:         arith.constant 0xFF800000 : f32
// CHECK:         affine.for {{.*}} iter_args
// CHECK:           arith.maximumf {{.*}} : vector<8xf32>
sa.func @largest(%A: !sa.array<64xf32, input>, %S: !sa.array<f32, inout>) {
  affine.for %j = 0 to 64 step 8 {
    affine.for %jj = 0 to 8 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
      %a = sa.load %A[%at] : !sa.array<64xf32, input>
      sa.accumulate max %a, %S[] : !sa.array<f32, inout>
    } {sa.index = "jj", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "j"}
}

// What another operation of the loop reads stays one element.

// CHECK-LABEL: sa.func @read
// CHECK-NOT:     sa.buffer
// CHECK-LABEL: sa.func @moving
sa.func @read(%A: !sa.array<8x64xf32, input>, %S: !S, %B: !S) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 step 8 {
      affine.for %jj = 0 to 8 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
        %a = sa.load %A[%i, %at] : !sa.array<8x64xf32, input>
        sa.accumulate add %a, %S[%i] : !S
      } {sa.index = "jj", sa.execution = #sa.execution<vectorize>}
      %s = sa.load %S[%i] : !S
      sa.store %s, %B[%i] : !S
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// So does an element for each iteration.

// CHECK-NOT:     sa.buffer
sa.func @moving(%A: !sa.array<8x8xf32, input>, %S: !S) {
  affine.for %one = 0 to 1 {
    affine.for %i = 0 to 8 {
      affine.for %jj = 0 to 8 {
        %a = sa.load %A[%i, %jj] : !sa.array<8x8xf32, input>
        sa.accumulate add %a, %S[%i] : !S
      } {sa.index = "jj", sa.execution = #sa.execution<vectorize>}
    } {sa.index = "i"}
  }
}
