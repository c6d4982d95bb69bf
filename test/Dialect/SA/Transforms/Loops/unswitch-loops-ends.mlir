// RUN: saopt %s --sa-unswitch-loops | FileCheck %s
// RUN: saopt %s --sa-unswitch-loops --sa-unroll-loops --sa-vectorize-loops --sa-scalar-replacement | FileCheck %s --check-prefix=BLOCK

// What comes before and after a sum leaves its loop, and the sum stays in a
// register from the first to the last.

// CHECK-LABEL: sa.func @ends
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:         %[[FIRST:.*]] = arith.constant 0 : index
// CHECK:         affine.for
// CHECK:           sa.store
// CHECK:           sa.load %{{.*}}[%{{.*}}, %[[FIRST]]]
// CHECK:           sa.accumulate add
// CHECK:         affine.for %[[K:.*]] = 1 to 15 {
// CHECK:           affine.for
// CHECK:             sa.load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK-NEXT:        sa.accumulate add
// CHECK:         %[[LAST:.*]] = arith.constant 15 : index
// CHECK:           sa.load %{{.*}}[%{{.*}}, %[[LAST]]]
// CHECK:           sa.accumulate add
// CHECK:           sa.accumulate max
// CHECK-NOT:   affine.if
// BLOCK-LABEL: sa.func @ends
// BLOCK-NOT:     sa.vector_store
// BLOCK:         %[[SUM:.*]] = affine.for {{.*}} iter_args
// BLOCK-NOT:     sa.vector_store
// BLOCK:         %[[ALL:.*]] = arith.addf %[[SUM]]
// BLOCK:         %[[MAX:.*]] = arith.maximumf %[[ALL]]
// BLOCK:         sa.vector_store %[[MAX]], %C
// BLOCK-NOT:     sa.vector_store
// BLOCK-LABEL: sa.func @tiles
!A = !sa.array<16x16xf32, input>
!C = !sa.array<16xf32, output>
sa.func @ends(%A: !A, %C: !C) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 step 8 {
    affine.for %k = 0 to 16 {
      affine.for %ii = 0 to 8 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
        affine.if affine_set<(k) : (k >= 0, -k >= 0)>(%k) {
          sa.store %zero, %C[%at] : !C
        }
        %a = sa.load %A[%at, %k] : !A
        sa.accumulate add %a, %C[%at] : !C
        affine.if affine_set<(k) : (k - 15 >= 0, 15 - k >= 0)>(%k) {
          sa.accumulate max %zero, %C[%at] : !C
        }
      } {sa.index = "ii", sa.execution = #sa.execution<vectorize>}
    } {sa.index = "k"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Of a loop that is split, the first tile and the first iteration in it, and
// the last ones: the tiles in between are whole. The unrolled loop decides its
// part once it is unrolled.

// CHECK-LABEL: sa.func @tiles
// CHECK:       affine.for
// CHECK:         affine.for %{{.*}} = 0 to 2 {
// CHECK:           affine.if
// CHECK-NEXT:        sa.store
// CHECK:         affine.for %{{.*}} = 2 to 8 step 2
// CHECK-NOT:       affine.if
// CHECK:         affine.for %{{.*}} = 0 to 8 step 2
// CHECK-NOT:       affine.if
// CHECK:         affine.for %{{.*}} = 0 to 6 step 2
// CHECK-NOT:       affine.if
// CHECK:           affine.for %{{.*}} = 0 to 2 {
// CHECK:             affine.if
// CHECK-NEXT:          sa.accumulate max
!B = !sa.array<16x24xf32, input>
sa.func @tiles(%A: !B, %C: !C) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 24 step 8 {
      affine.for %kk = 0 to 8 step 2 {
        affine.for %kkk = 0 to 2 {
          %at = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>(%k, %kk, %kkk)
          affine.if affine_set<(k) : (-k >= 0)>(%at) {
            sa.store %zero, %C[%i] : !C
          }
          %a = sa.load %A[%i, %at] : !B
          sa.accumulate add %a, %C[%i] : !C
          affine.if affine_set<(k) : (k - 23 >= 0)>(%at) {
            sa.accumulate max %zero, %C[%i] : !C
          }
        } {sa.index = "kkk", sa.execution = #sa.execution<unroll>}
      } {sa.index = "kk"}
    } {sa.index = "k"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Conditions that the bounds of loops decide.

// CHECK-LABEL: sa.func @decided
// CHECK-NOT:   affine.if
// CHECK-NOT:   sa.accumulate mul
// CHECK:       sa.accumulate add
// CHECK-NOT:   affine.if
// CHECK-NOT:   sa.accumulate mul
sa.func @decided(%C: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %C, 0 : !sa.array<?xf32, inout, sizes = [N]>
  affine.for %i = 0 to %n {
    %x = arith.constant 2.0 : f32
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0, i >= 0)>(%i)[%n] {
      sa.accumulate add %x, %C[%i] : !sa.array<?xf32, inout, sizes = [N]>
    }
    affine.if affine_set<(i)[n] : (i - n >= 0)>(%i)[%n] {
      sa.accumulate mul %x, %C[%i] : !sa.array<?xf32, inout, sizes = [N]>
    }
  }
}
