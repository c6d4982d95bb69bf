// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// The parallel indices of a nest are one scf.parallel, the others loops inside
// of it, in their order. The names go along.

// CHECK-LABEL: func.func @gemm
sa.func @gemm(%A: !sa.array<4x6xf32, input>, %B: !sa.array<6x5xf32, input>,
              %C: !sa.array<4x5xf32, inout>) {
  // CHECK-DAG:  %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG:  %[[ONE:.*]] = arith.constant 1 : index
  // CHECK-DAG:  %[[I_SIZE:.*]] = arith.constant 4 : index
  // CHECK-DAG:  %[[J_SIZE:.*]] = arith.constant 5 : index
  // CHECK-DAG:  %[[K_SIZE:.*]] = arith.constant 6 : index
  // CHECK:      scf.parallel (%{{.*}}, %{{.*}}) = (%[[ZERO]], %[[ZERO]]) to (%[[I_SIZE]], %[[J_SIZE]]) step (%[[ONE]], %[[ONE]]) {
  // CHECK-NEXT:   scf.for %{{.*}} = %[[ZERO]] to %[[K_SIZE]] step %[[ONE]] {
  // CHECK:          arith.mulf
  // CHECK:        } {sa.index = "k"}
  // CHECK:      } {sa.indices = ["i", "j"]}
  // CHECK-NEXT: return
  sa.nest (%i, %j, %k) to (4, 5, 6) parallel("i", "j") {
    %a = sa.load %A[%i, %k] : !sa.array<4x6xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<6x5xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<4x5xf32, inout>
  }
}

// Parallel indices inside of sequential ones move outward.
// CHECK-LABEL: func.func @inner_parallel
sa.func @inner_parallel(%A: !sa.array<4x5x6xf32, inout>, %x: f32) {
  // CHECK:      scf.parallel (%[[J:.*]]) =
  // CHECK-NEXT:   scf.for %[[I:.*]] =
  // CHECK-NEXT:     scf.for %[[K:.*]] =
  // CHECK:          } {sa.index = "k"}
  // CHECK-NEXT:   } {sa.index = "i"}
  // CHECK:      } {sa.indices = ["j"]}
  sa.nest (%i, %j, %k) to (4, 5, 6) parallel("j") {
    sa.store %x, %A[%i, %j, %k] : !sa.array<4x5x6xf32, inout>
  }
}
