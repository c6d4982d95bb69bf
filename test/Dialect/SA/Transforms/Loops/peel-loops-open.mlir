// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-peel-loops))' | FileCheck %s

// Where the edges start is only known at run time. The rows are peeled in the
// sequential loop, and not once more in the parallel one. The last columns are
// a loop over shorter vectors and a rest, so that unrolling the rows around them
// would only copy them.

// CHECK-LABEL: sa.func @open
// CHECK:       affine.for %[[I:.*]] = 0 to %{{.*}} step 96 {
// CHECK-NOT:     affine.if
// CHECK:         affine.for %[[J:.*]] = 0 to {{.*}} step 64 {
// CHECK-NEXT:      affine.for %[[II:.*]] = 0 to {{.*}} step 6 {
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT:          affine.for %{{.*}} = 0 to 64 {
// CHECK:               } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT:        } {sa.execution = #sa.execution<unroll>, sa.index = "iii"}
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.for %{{.*}} = 0 to min
// CHECK-NEXT:          affine.for %{{.*}} = 0 to 64 {
// CHECK:               } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT:        } {sa.execution = #sa.execution<unroll>, sa.index = "iii"}
// CHECK:         affine.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.for
// CHECK-NEXT:          affine.for %{{.*}} = 0 to min {{.*}} step 16 {
// CHECK-NEXT:            affine.for %{{.*}} = 0 to 16 {
// CHECK:                 } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT:          } {sa.index = "jj"}
// CHECK-NEXT:          affine.for %{{.*}} = max {{.*}} step 16 {
// CHECK-NEXT:            affine.for %{{.*}} = 0 to min
// CHECK:                 } {sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK-NEXT:          } {sa.index = "jj"}
// CHECK-NEXT:        } {sa.index = "iii"}
// CHECK-NOT:     affine.for
// CHECK:       } {sa.execution = #sa.execution<parallel>
sa.func @open(%A: !sa.array<?x?xf32, inout, sizes = [M, N]>) {
  %m = sa.dim %A, 0 : !sa.array<?x?xf32, inout, sizes = [M, N]>
  %n = sa.dim %A, 1 : !sa.array<?x?xf32, inout, sizes = [M, N]>
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %m step 96 {
    affine.for %j = 0 to %n step 64 {
      affine.for %ii = 0 to min affine_map<(d0)[s0] -> (96, s0 - d0)>(%i)[%m] step 6 {
        affine.for %iii = 0 to min affine_map<(d0, d1)[s0] -> (6, s0 - d0 - d1)>(%i, %ii)[%m] {
          affine.for %jj = 0 to min affine_map<(d0)[s0] -> (64, s0 - d0)>(%j)[%n] {
            %row = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>(%i, %ii, %iii)
            %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
            sa.store %one, %A[%row, %column] : !sa.array<?x?xf32, inout, sizes = [M, N]>
          } {sa.index = "jj", sa.execution = #sa.execution<vectorize>}
        } {sa.index = "iii", sa.execution = #sa.execution<unroll>}
      } {sa.index = "ii"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
