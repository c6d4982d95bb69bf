// RUN: saopt %s | saopt | FileCheck %s

// Loops, conditions and variables in the body of a nest.

!V = !sa.array<8xf32, inout>

// CHECK-LABEL: sa.func @all
sa.func @all(%A: !V, %x: f32) {
  // CHECK: sa.nest (%i) to (8) {
  sa.nest (%i) to (8) {
    // CHECK-NEXT: %[[SUM:.*]] = memref.alloca() {sa.name = "sum"} : memref<f32>
    %sum = memref.alloca() {sa.name = "sum"} : memref<f32>
    // CHECK-NEXT: memref.store %x, %[[SUM]][] : memref<f32>
    memref.store %x, %sum[] : memref<f32>
    // CHECK-NEXT: affine.for %[[K:.*]] = 0 to
    affine.for %k = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %a = sa.load %A[%k] : !V
      // CHECK: affine.if
      affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
        memref.store %a, %sum[] : memref<f32>
      } else {
        sa.store %a, %A[%i] : !V
      }
    } {sa.index = "k"}
    %s = memref.load %sum[] : memref<f32>
    %positive = arith.cmpf ogt, %s, %x : f32
    // CHECK: scf.if
    scf.if %positive {
      sa.bound %i to %i "it"
      sa.accumulate add %s, %A[%i] : !V
    }
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    // CHECK: scf.for
    scf.for %k = %zero to %i step %one {
      sa.accumulate add %s, %A[%i] : !V
    }
  }
}
