// RUN: saopt %s --convert-sa-to-loops --cse | FileCheck %s

// Loops in the form that plans become, inside of kernels.

// A loop over work-items is a kernel, with work-groups of one; bounds are
// maxima and minima, and loops keep their names.
// CHECK-LABEL: func.func @tiles
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?xf32>
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @tiles(%A: !sa.array<?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, inout, sizes = [N]>
  // CHECK:      %[[SIZE:.*]] = arith.ceildivsi %[[N]], %{{.*}} : index
  // CHECK:      scf.parallel (%[[P:.*]]) = (%{{.*}}) to (%[[SIZE]]) step
  // CHECK:        %[[I:.*]] = arith.muli %[[P]], %{{.*}} {sa.index = "i"} : index
  // CHECK:        %[[LEFT:.*]] = arith.addi %{{.*}}, %[[N]] : index
  // CHECK:        %[[TO:.*]] = arith.minsi %[[LEFT]], %{{.*}} : index
  // CHECK:        scf.for %[[II:.*]] = %{{.*}} to %[[TO]] step
  // CHECK:          %[[AT:.*]] = arith.addi %[[I]], %[[II]]
  // CHECK:          memref.store %{{.*}}, %[[A]][%[[AT]]]
  // CHECK:        } {sa.index = "ii"}
  // CHECK:      } {sa.indices = ["i_number"], sa.local = array<i64: 1>}
  affine.for %i = 0 to %n step 8 {
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n] {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
      sa.store %x, %A[%at] : !sa.array<?xf32, inout, sizes = [N]>
    } {sa.index = "ii"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Loops may carry values.
// CHECK-LABEL: func.func @carried
sa.func @carried(%A: !sa.array<4x8xf32, input>, %B: !sa.array<4xf32, inout>) {
  // CHECK: scf.parallel (%[[I:.*]]) =
  // CHECK:   %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[OLD:.*]] = %{{.*}}) -> (f32) {
  // CHECK:     %[[NEW:.*]] = arith.addf %[[OLD]]
  // CHECK:     scf.yield %[[NEW]] : f32
  // CHECK:   memref.store %[[SUM]]
  // CHECK: } {sa.indices = ["i"]
  affine.for %i = 0 to 4 {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %j = 0 to 8 iter_args(%old = %zero) -> (f32) {
      %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, input>
      %new = arith.addf %old, %a : f32
      affine.yield %new : f32
    } {sa.index = "j"}
    sa.store %sum, %B[%i] : !sa.array<4xf32, inout>
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// CHECK-LABEL: func.func @conditions
sa.func @conditions(%A: !sa.array<8x8xf32, inout>, %x: f32) {
  // CHECK:      scf.for %[[I:.*]] =
  // CHECK:        scf.for %[[J:.*]] =
  // CHECK:          %[[GE:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
  // CHECK:          %[[EQ:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
  // CHECK:          %[[HOLDS:.*]] = arith.andi %[[GE]], %[[EQ]] : i1
  // CHECK:          %[[V:.*]] = scf.if %[[HOLDS]] -> (f32) {
  // CHECK:            scf.yield
  // CHECK:          } else {
  // CHECK:            scf.yield
  // CHECK:          memref.store %[[V]]
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.if affine_set<(i, j) : (i - j >= 0, i mod 2 == 0)>(%i, %j) -> f32 {
        affine.yield %x : f32
      } else {
        %zero = arith.constant 0.0 : f32
        affine.yield %zero : f32
      }
      sa.store %v, %A[%i, %j] : !sa.array<8x8xf32, inout>
      // CHECK: %[[RUNS:.*]] = arith.cmpi slt
      // CHECK: scf.if %[[RUNS]] {
      %runs = arith.cmpi slt, %i, %j : index
      scf.if %runs {
        sa.store %x, %A[%i, %j] : !sa.array<8x8xf32, inout>
      }
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// A private buffer is made once for each work-item, and not cleared.
// CHECK-LABEL: func.func @buffer
sa.func @buffer(%A: !sa.array<4x16xf32, inout>) {
  // CHECK:      scf.parallel
  // CHECK-NEXT:   %[[T:.*]] = memref.alloca() {sa.array = !sa.array<2x8xf32, temp, #sa.col_major>, sa.name = "T"} : memref<16xf32>
  // CHECK-NEXT:   constant
  // CHECK:        scf.for
  // CHECK:          memref.store %{{.*}}, %[[T]][
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 2 {
      %T = sa.buffer "T" private : !sa.array<2x8xf32, temp, #sa.col_major>
      affine.for %k = 0 to 8 {
        %at = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%j, %k)
        %a = sa.load %A[%i, %at] : !sa.array<4x16xf32, inout>
        sa.store %a, %T[%j, %k] : !sa.array<2x8xf32, temp, #sa.col_major>
      } {sa.index = "k"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
