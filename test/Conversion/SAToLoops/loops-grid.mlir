// RUN: saopt %s --convert-sa-to-loops --cse | FileCheck %s

// Loops that are bound to a grid are one kernel over all the work-items.

// CHECK-LABEL: func.func @grid
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index {sa.name = "N", sa.size}
sa.func @grid(%A: !sa.array<8x?xf32, inout, sizes = [N]>, %x: f32) {
  %n = sa.dim %A, 1 : !sa.array<8x?xf32, inout, sizes = [N]>
  // The slowest dimension comes first; the groups times the work-items of each.
  // CHECK-DAG:  %[[EIGHT:.*]] = arith.constant 8 : index
  // CHECK-DAG:  %[[GROUPS:.*]] = arith.ceildivsi %[[N]], %{{.*}} : index
  // CHECK:      %[[ITEMS:.*]] = arith.muli %[[GROUPS]], %{{.*}} : index
  // CHECK:      scf.parallel (%{{.*}}, %{{.*}}) = (%{{.*}}) to (%[[EIGHT]], %[[ITEMS]]) step
  // CHECK:        %[[I:.*]] = gpu.block_id y {sa.index = "i"}
  // CHECK:        %[[GROUP:.*]] = gpu.block_id x {sa.index = "j_number"}
  // CHECK:        %[[J:.*]] = arith.muli %[[GROUP]], %{{.*}} {sa.index = "j"} : index
  // CHECK:        %[[JJ:.*]] = gpu.thread_id x {sa.index = "jj"}
  // CHECK:        %[[FITS:.*]] = arith.cmpi slt, %[[JJ]], %{{.*}} : index
  // CHECK:        scf.if %[[FITS]] {
  // CHECK:          memref.store
  // CHECK:      } {sa.indices = [], sa.local = array<i64: 1, 4>}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n step 4 {
      affine.for %jj = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0)>(%j)[%n] {
        %c = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
        sa.store %x, %A[%i, %c] : !sa.array<8x?xf32, inout, sizes = [N]>
      } {sa.index = "jj", sa.execution = #sa.execution<thread_x>}
    } {sa.index = "j", sa.execution = #sa.execution<block_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_y>}
}

// A loop that is shorter than another one in its dimension leaves positions out.
// CHECK-LABEL: func.func @shorter
sa.func @shorter(%A: !sa.array<8xf32, inout>, %x: f32) {
  // CHECK:      scf.parallel
  // CHECK:        %[[II:.*]] = gpu.thread_id x {sa.index = "ii"}
  // CHECK:        %[[FITS:.*]] = arith.cmpi slt, %[[II]], %c3
  // CHECK:        scf.if %[[FITS]] {
  // CHECK-NEXT:     memref.store
  // CHECK-NEXT:   }
  // CHECK-NEXT:   memref.store
  // CHECK:      } {sa.indices = [], sa.local = array<i64: 1, 5>}
  affine.for %i = 0 to 2 {
    affine.for %ii = 0 to 3 {
      sa.store %x, %A[%ii] : !sa.array<8xf32, inout>
    } {sa.index = "ii", sa.execution = #sa.execution<thread_x>}
    affine.for %ii = 0 to 5 {
      sa.store %x, %A[%ii] : !sa.array<8xf32, inout>
    } {sa.index = "ii", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_y>}
}

// Local memory, barriers, and sub-groups as the fast part of x.
// CHECK-LABEL: func.func @together
sa.func @together(%A: !sa.array<4x6xf32, inout>) {
  // CHECK:      scf.parallel
  // CHECK-NEXT:   %[[T:.*]] = memref.alloca() {sa.array = {{.*}}, sa.name = "T"} : memref<24xf32, #gpu.address_space<workgroup>>
  // CHECK-NEXT:   %[[X:.*]] = gpu.thread_id x
  // CHECK:        arith.divui %[[X]], %{{.*}} {sa.index = "i", sa.position}
  // CHECK:        arith.remui %[[X]], %{{.*}} {sa.index = "l", sa.position}
  // CHECK:        memref.store %{{.*}}, %[[T]]
  // CHECK:        gpu.barrier
  // CHECK:        memref.load %[[T]]
  // CHECK:      } {sa.indices = [], sa.local = array<i64: 24>}
  affine.for %i = 0 to 4 {
    affine.for %l = 0 to 6 {
      %T = sa.buffer "T" local : !sa.array<4x6xf32, temp>
      %a = sa.load %A[%i, %l] : !sa.array<4x6xf32, inout>
      sa.store %a, %T[%i, %l] : !sa.array<4x6xf32, temp>
      gpu.barrier
      %r = affine.apply affine_map<(d0) -> (3 - d0)>(%i)
      %t = sa.load %T[%r, %l] : !sa.array<4x6xf32, temp>
      sa.store %t, %A[%i, %l] : !sa.array<4x6xf32, inout>
    } {sa.index = "l", sa.execution = #sa.execution<subgroup>}
  } {sa.index = "i", sa.execution = #sa.execution<thread_x>}
}

// Elsewhere a group has one work-item: nothing is shared, nobody waits.
// CHECK-LABEL: func.func @alone
sa.func @alone(%A: !sa.array<4xf32, inout>) {
  // CHECK:      memref.alloca() {{.*}} : memref<4xf32>
  // CHECK-NOT:  gpu.barrier
  // CHECK:      return
  affine.for %i = 0 to 4 {
    %T = sa.buffer "T" local : !sa.array<4xf32, temp>
    %a = sa.load %A[%i] : !sa.array<4xf32, inout>
    sa.store %a, %T[%i] : !sa.array<4xf32, temp>
    gpu.barrier
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Where the work-items of a group start depends on the group: those before that
// have nothing to do.

// CHECK-LABEL: func.func @later
// CHECK:         scf.parallel
// CHECK:           %[[I:.*]] = gpu.block_id x
// CHECK:           %[[J:.*]] = gpu.thread_id x
// CHECK:           %[[HOLDS:.*]] = arith.cmpi sge, %[[J]], %{{.*}} : index
// CHECK-NEXT:      scf.if %[[HOLDS]] {
sa.func @later(%A: !sa.array<8x8xf32, inout>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(d0) -> (0, d0 - 2)>(%i) to 8 {
      sa.store %one, %A[%i, %j] : !sa.array<8x8xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}
