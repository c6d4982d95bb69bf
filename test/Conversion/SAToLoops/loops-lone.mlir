// RUN: saopt %s --convert-sa-to-loops --split-input-file | FileCheck %s

// What has no loop over work-items in it is a kernel of one, as much of it as
// stands together; arithmetic of the host does not come in between.

// CHECK-LABEL: func.func @together
sa.func @together(%A: !sa.array<8xf32, inout>, %n: index, %x: f32) {
  // CHECK:     arith.addi %{{.*}} : index
  // CHECK:     scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step
  // CHECK:       scf.for
  // CHECK:       scf.for
  // CHECK:     } {sa.indices = [], sa.local = array<i64: 1>}
  affine.for %i = 0 to 8 {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  } {sa.index = "i"}
  %one = arith.constant 1 : index
  %m = arith.addi %n, %one : index
  affine.for %j = 0 to min affine_map<()[s0] -> (s0, 8)>()[%m] {
    sa.accumulate add %x, %A[%j] : !sa.array<8xf32, inout>
  } {sa.index = "j"}
  // CHECK:     scf.parallel
  // CHECK:     } {sa.indices = ["k"], sa.local = array<i64: 1>}
  affine.for %k = 0 to 8 {
    sa.store %x, %A[%k] : !sa.array<8xf32, inout>
  } {sa.index = "k", sa.execution = #sa.execution<parallel>}
  // CHECK:     scf.parallel
  // CHECK:       scf.if
  // CHECK:     } {sa.indices = [], sa.local = array<i64: 1>}
  affine.if affine_set<()[n] : (n >= 0)>()[%n] {
    %i = arith.constant 3 : index
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
