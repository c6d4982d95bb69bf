// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// What holds loops over work-items runs on the host, around kernels.

// CHECK-LABEL: func.func @steps
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @steps(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:      scf.for %[[S:.*]] = %{{.*}} to %[[N]] step
  // The host's arithmetic is what a manifest can say.
  // CHECK:        %[[FROM:.*]] = arith.floordivsi %[[S]]
  // CHECK:        %[[LESS:.*]] = arith.subi %[[N]], %[[FROM]]
  // CHECK:        %[[SIZE:.*]] = arith.maxsi %[[LESS]]
  // CHECK:        scf.parallel (%{{.*}}) = (%{{.*}}) to (%[[SIZE]]) step
  // CHECK:        } {sa.indices = ["i_number"], sa.local = array<i64: 1>}
  // CHECK:        scf.parallel
  // CHECK:          scf.for
  // CHECK:        } {sa.indices = [], sa.local = array<i64: 1>}
  // CHECK:      } {sa.index = "s"}
  affine.for %s = 0 to %n step 2 {
    affine.for %i = affine_map<(d0) -> (d0 floordiv 2)>(%s) to %n {
      sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
    affine.for %j = 0 to %n {
      sa.accumulate add %x, %A[%j] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "j"}
  } {sa.index = "s"}
}

// CHECK-LABEL: func.func @conditions
sa.func @conditions(%A: !sa.array<8xf32, inout>, %k: index, %x: f32) {
  // CHECK:      %[[HOLDS:.*]] = arith.cmpi sge
  // CHECK:      scf.if %[[HOLDS]] {
  // CHECK:        scf.parallel
  // CHECK:      } else {
  // CHECK:        scf.parallel
  affine.if affine_set<()[k] : (k - 3 >= 0)>()[%k] {
    affine.for %i = 0 to 8 {
      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  } else {
    affine.for %i = 0 to 4 {
      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  }
}
