// RUN: saopt %s --sa-parallelize | FileCheck %s

// Where accesses happen decides whether points conflict.

!V = !sa.array<8xf32, inout>
!M = !sa.array<8x8xf32, inout>

// Only the first half is written, and only the second half is read.
// CHECK-LABEL: sa.func @halves
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @halves(%A: !V, %B: !V) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %other = affine.apply affine_map<(i) -> (i + 4)>(%i)
      %a = sa.load %A[%other] : !V
      sa.store %a, %A[%i] : !V
    }
  }
}

// CHECK-LABEL: sa.func @everywhere
// CHECK:         sa.nest (%i) to (8) parallel() {
sa.func @everywhere(%A: !V, %b: i1) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %a = sa.load %A[%left] : !V
      sa.store %a, %A[%i] : !V
    }
  }
}

// A condition on data may be true.
// CHECK-LABEL: sa.func @data
// CHECK:         sa.nest (%i, %j) to (8, 8) parallel("i") {
sa.func @data(%A: !V, %b: i1, %x: f32) {
  sa.nest (%i, %j) to (8, 8) {
    scf.if %b {
      sa.store %x, %A[%i] : !V
    }
  }
}

// Each row has its own loop.
// CHECK-LABEL: sa.func @rows
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @rows(%A: !M) {
  sa.nest (%i) to (8) {
    affine.for %k = 1 to 8 {
      %left = affine.apply affine_map<(k) -> (k - 1)>(%k)
      %a = sa.load %A[%i, %left] : !M
      sa.accumulate add %a, %A[%i, %k] : !M
    }
  }
}

// The loop goes through all the rows.
// CHECK-LABEL: sa.func @columns
// CHECK:         sa.nest (%i) to (8) parallel() {
sa.func @columns(%A: !M, %x: f32) {
  %zero = arith.constant 0 : index
  sa.nest (%i) to (8) {
    affine.for %k = 0 to affine_map<(i) -> (i + 1)>(%i) {
      sa.accumulate add %x, %A[%k, %zero] : !M
    }
  }
}

// A variable belongs to its point.
// CHECK-LABEL: sa.func @variable
// CHECK:         sa.nest (%i) to (8) parallel("i") {
sa.func @variable(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    %sum = memref.alloca() : memref<f32>
    memref.store %x, %sum[] : memref<f32>
    %s = memref.load %sum[] : memref<f32>
    sa.store %s, %A[%i] : !V
  }
}
