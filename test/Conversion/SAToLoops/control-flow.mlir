// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Loops, conditions and variables of a body.

!V = !sa.array<8xf32, inout>

// CHECK-LABEL: func.func @loop
sa.func @loop(%A: !V, %x: f32) {
  // CHECK: scf.parallel (%[[I:.*]]) =
  sa.nest (%i) to (8) parallel("i") {
    // CHECK: %[[FROM:.*]] = arith.maxsi
    // CHECK: %[[TO:.*]] = arith.minsi
    // CHECK: %[[STEP:.*]] = arith.constant 2 : index
    // CHECK: scf.for %[[K:.*]] = %[[FROM]] to %[[TO]] step %[[STEP]] {
    affine.for %k = max affine_map<(i) -> (i, 3)>(%i) to min affine_map<(i) -> (i + 4, 8)>(%i) step 2 {
      // CHECK: memref.store
      sa.accumulate add %x, %A[%k] : !V
    // CHECK: } {sa.index = "k"}
    } {sa.index = "k"}
  }
}

// CHECK-LABEL: func.func @conditions
sa.func @conditions(%A: !V, %b: i1, %x: f32) {
  sa.nest (%i) to (8) parallel("i") {
    // CHECK: %[[ONE:.*]] = arith.cmpi sge
    // CHECK: %[[TWO:.*]] = arith.cmpi eq
    // CHECK: %[[BOTH:.*]] = arith.andi %[[ONE]], %[[TWO]] : i1
    // CHECK: scf.if %[[BOTH]] {
    affine.if affine_set<(i) : (i - 3 >= 0, i mod 2 == 0)>(%i) {
      // CHECK: memref.store
      sa.store %x, %A[%i] : !V
      // CHECK: } else {
    } else {
      // CHECK: scf.if %{{.*}} {
      scf.if %b {
        // CHECK: memref.store
        sa.store %x, %A[%i] : !V
      }
    }
  }
}

// A variable is memory of the work-item, outside of its loops.
// CHECK-LABEL: func.func @variables
sa.func @variables(%A: !V, %b: i1, %h: bf16) {
  // CHECK:      scf.parallel
  // CHECK-NEXT:   memref.alloca() {{.*}} : memref<2xf32>
  // CHECK:        memref.alloca() {{.*}} : memref<1xi16>
  // CHECK:        memref.alloca() {{.*}} : memref<1xi8>
  // CHECK:        scf.for
  // CHECK-NOT:      memref.alloca
  sa.nest (%i) to (8) parallel() {
    %flag = memref.alloca() {sa.name = "flag"} : memref<i1>
    memref.store %b, %flag[] : memref<i1>
    %f = memref.load %flag[] : memref<i1>
    %half = memref.alloca() : memref<bf16>
    memref.store %h, %half[] : memref<bf16>
    %z = memref.alloca() : memref<complex<f32>>
    %c = memref.load %z[] : memref<complex<f32>>
    memref.store %c, %z[] : memref<complex<f32>>
  }
}
