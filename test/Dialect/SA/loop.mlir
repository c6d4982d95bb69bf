// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// Loops around nests.

!in = !sa.array<8xf32, inout>
!temp = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @rounds
sa.func @rounds(%A: !in, %n: index) {
  %T = sa.temp "T" : !temp
  // CHECK: sa.loop (%t) to (10) {
  sa.loop (%t) to (10) {
    // CHECK: sa.nest (%i) to (8)
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !in
      sa.store %a, %T[%i] : !temp
    }
    // CHECK: sa.loop (%u) to (%t) {
    sa.loop (%u) to (%t) {
      sa.nest (%i) to (8) {
        %a = sa.load %T[%i] : !temp
        sa.accumulate add %a, %A[%i] : !in
      }
    }
    // CHECK: sa.swap %A, %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp>
    sa.swap %A, %T : !in, !temp
  }
  // CHECK: sa.loop (%last) to (%n) {
  sa.loop (%q "last") to (%n) {
  }
}

// CHECK-LABEL: sa.func @flags
sa.func @flags(%F: !sa.array<2x3xi32, inout>) {
  %G = sa.temp "G" : !sa.array<ui8, temp>
  // CHECK: sa.loop (%t) to (100) while %F[1, 2] every 10 : !sa.array<2x3xi32, inout> {
  sa.loop (%t) to (100) while %F[1, 2] every 10 : !sa.array<2x3xi32, inout> {
  }
  // CHECK: sa.loop (%u) to (100) while %G[] every 1 : !sa.array<ui8, temp> {
  sa.loop (%u) to (100) while %G[] every 1 : !sa.array<ui8, temp> {
  }
}

// CHECK-LABEL: sa.func @stage
sa.func @stage(%A: !in, %T: !in, %t: index) {
  %c10 = arith.constant 10 : index
  // CHECK: sa.round %t to %{{.*}}
  sa.round %t to %c10
}

// CHECK-LABEL: sa.func @moved
sa.func @moved(%A: !in) {
  %T = sa.temp "T" : !temp
  // CHECK: sa.if_moved %A to %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp> {
  sa.if_moved %A to %T : !in, !temp {
    sa.nest (%i) to (8) {
      %a = sa.load %A[%i] : !in
      sa.store %a, %T[%i] : !temp
    }
  }
}

// CHECK-LABEL: func.func @lowered
func.func @lowered(%A: memref<?xf32>, %F: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %T = sa.alloc "T" (%c8) of f32 : memref<?xf32>
  scf.for %t = %c0 to %c8 step %c1 {
    // CHECK: sa.exchange %{{.*}}, %T : memref<?xf32>
    sa.exchange %A, %T : memref<?xf32>
    // CHECK: sa.stop_unless %{{.*}}[%{{.*}}] every 4 : memref<?xi32>
    sa.stop_unless %F[%c0] every 4 : memref<?xi32>
  }
  // CHECK: sa.stands_for %T, %{{.*}} : memref<?xf32>
  %moved = sa.stands_for %T, %A : memref<?xf32>
  return
}
