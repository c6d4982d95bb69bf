// RUN: saopt %s --convert-sa-to-loops --cse | FileCheck %s

// The ranges of parallel loops.

// Loops right inside of each other are one range.
// CHECK-LABEL: func.func @collapsed
sa.func @collapsed(%A: !sa.array<8x6xf32, inout>, %x: f32) {
  // CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK:     scf.parallel (%[[I:.*]], %[[P:.*]]) = ({{.*}}) to (%[[EIGHT]], %[[TWO]])
  // CHECK:       %[[SCALED:.*]] = arith.muli %[[P]], %{{.*}} : index
  // CHECK:       %[[J:.*]] = arith.addi %[[SCALED]], %{{.*}} {sa.index = "j"} : index
  // CHECK-NOT:   scf.if
  // CHECK:     } {sa.indices = ["i", "j_number"], sa.local = array<i64: 1, 1>}
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 6 step 3 {
      sa.store %x, %A[%i, %j] : !sa.array<8x6xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// A bound that depends on another index of the range is a condition.
// CHECK-LABEL: func.func @edge
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @edge(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:     %[[TILES:.*]] = arith.ceildivsi %[[N]]
  // CHECK:     scf.parallel (%{{.*}}, %[[II:.*]]) = ({{.*}}) to (%[[TILES]], %{{.*}}) step
  // CHECK:       %[[LEFT:.*]] = arith.addi
  // CHECK:       %[[FITS:.*]] = arith.cmpi slt, %[[II]], %[[LEFT]] : index
  // CHECK:       scf.if %[[FITS]] {
  affine.for %i = 0 to %n step 8 {
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n] {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      sa.store %x, %A[%at] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "ii", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Where nothing else bounds it, or it starts elsewhere, the inner loop stays one.
// CHECK-LABEL: func.func @triangle
sa.func @triangle(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  // CHECK:     scf.parallel (%[[I:[a-z0-9]+]]) =
  // CHECK:       scf.for %{{.*}} = %{{.*}} to %[[I]] step
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  // CHECK:     scf.parallel (%[[I:[a-z0-9]+]]) =
  // CHECK:       scf.for %{{.*}} = %[[I]] to
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// A size that is computed may be negative, and is no size of a range then.
// CHECK-LABEL: func.func @computed
sa.func @computed(%A: !sa.array<?xf32, inout, sizes = [N]>, %k: index, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:     %[[UP:.*]] = arith.minsi
  // CHECK:     %[[LESS:.*]] = arith.subi %[[UP]]
  // CHECK:     %[[SIZE:.*]] = arith.maxsi %[[LESS]]
  // CHECK:     scf.parallel (%{{.*}}) = ({{.*}}) to (%[[SIZE]])
  affine.for %i = affine_map<()[s0] -> (s0)>()[%k] to min affine_map<()[s0] -> (s0, 100)>()[%n] {
    sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// At most so many work-items: each takes a piece of the iterations …
// CHECK-LABEL: func.func @pieces
sa.func @pieces(%A: !sa.array<10x3xf32, inout>, %x: f32) {
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[ALL:.*]] = arith.constant 30 : index
  // CHECK-DAG: %[[PIECE:.*]] = arith.constant 8 : index
  // CHECK:     scf.parallel (%[[T:.*]]) = ({{.*}}) to (%[[FOUR]]) step
  // CHECK:       %[[FROM:.*]] = arith.muli %[[T]], %[[PIECE]]
  // CHECK:       %[[END:.*]] = arith.addi %[[FROM]], %[[PIECE]]
  // CHECK:       %[[TO:.*]] = arith.minsi %[[END]], %[[ALL]]
  // CHECK:       scf.for %[[L:.*]] = %[[FROM]] to %[[TO]] step
  // CHECK:         arith.remui %[[L]], %{{.*}} {sa.index = "j", sa.position}
  // CHECK:         arith.divui %[[L]], %{{.*}} {sa.index = "i", sa.position}
  // CHECK:       } {sa.index = "iteration"}
  // CHECK:     } {sa.indices = ["thread"], sa.local = array<i64: 1>}
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 3 {
      sa.store %x, %A[%i, %j] : !sa.array<10x3xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>, sa.max_threads = 4 : i64, sa.policy = #sa.policy<static>}
}

// … or every n-th of them. There are no more work-items than iterations.
// CHECK-LABEL: func.func @every
sa.func @every(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:     %[[ITEMS:.*]] = arith.minsi %[[N:.*]], %[[FOUR:.*]] : index
  // CHECK:     scf.parallel (%[[T:.*]]) = ({{.*}}) to (%[[ITEMS]]) step
  // CHECK:       scf.for %{{.*}} = %[[T]] to %[[N]] step %[[FOUR]]
  // CHECK:       } {sa.index = "i"}
  affine.for %i = 0 to %n {
    sa.store %x, %A[%i] : !sa.array<?xf32, inout, sizes = [N]>
  } {sa.index = "i", sa.execution = #sa.execution<parallel>, sa.max_threads = 4 : i64, sa.policy = #sa.policy<dynamic>}
}
