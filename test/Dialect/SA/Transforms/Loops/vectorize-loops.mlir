// RUN: saopt %s --split-input-file --pass-pipeline='builtin.module(sa.func(sa-vectorize-loops,cse))' | FileCheck %s

// 19 iterations are 16, 2 and 1 lanes; what does not depend on the index stays
// scalar, and is broadcast where it is needed.

// CHECK-LABEL: sa.func @pieces
// CHECK: %[[S:.*]] = sa.load %A[%[[I:.*]]]
// CHECK: %[[B0:.*]] = sa.vector_load %B[%[[C0:.*]]] step [1] : {{.*}} to vector<16xf32>
// CHECK: %[[B1:.*]] = sa.vector_load %B[%[[C16:.*]]] step [1] : {{.*}} to vector<2xf32>
// CHECK: %[[B2:.*]] = sa.load %B[%[[C18:.*]]]
// CHECK: %[[S0:.*]] = vector.broadcast %[[S]] : f32 to vector<16xf32>
// CHECK: %[[S1:.*]] = vector.broadcast %[[S]] : f32 to vector<2xf32>
// CHECK: %[[P0:.*]] = arith.mulf %[[S0]], %[[B0]] : vector<16xf32>
// CHECK: %[[P1:.*]] = arith.mulf %[[S1]], %[[B1]] : vector<2xf32>
// CHECK: %[[P2:.*]] = arith.mulf %[[S]], %[[B2]] : f32
// CHECK: sa.vector_store %[[P0]], %C[%[[I]], %[[C0]]] step [0, 1]
// CHECK: sa.vector_store %[[P1]], %C[%[[I]], %[[C16]]] step [0, 1]
// CHECK: sa.store %[[P2]], %C[%[[I]], %[[C18]]]
sa.func @pieces(%A: !sa.array<8xf32, input>, %B: !sa.array<19xf32, input>,
                %C: !sa.array<8x19xf32, inout>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 19 {
      %a = sa.load %A[%i] : !sa.array<8xf32, input>
      %b = sa.load %B[%j] : !sa.array<19xf32, input>
      %ab = arith.mulf %a, %b : f32
      sa.store %ab, %C[%i, %j] : !sa.array<8x19xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// More than 64 iterations are a loop over 16 lanes, and the rest.

// CHECK-LABEL: sa.func @many
// CHECK: affine.for %[[J:.*]] = 0 to 64 step 16 {
// CHECK-NEXT: sa.vector_load %A[%[[J]]] step [1] : {{.*}} to vector<16xf32>
// CHECK-NEXT: sa.vector_store
// CHECK-NEXT: } {sa.index = "j"}
// CHECK: sa.vector_load %A[%c64] step [1] : {{.*}} to vector<4xf32>
// CHECK: sa.load %A[%c68]
sa.func @many(%A: !sa.array<69xf32, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 69 {
      %a = sa.load %A[%j] : !sa.array<69xf32, inout>
      sa.store %a, %A[%j] : !sa.array<69xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Indices may grow by any step, in any dimensions.

// CHECK-LABEL: sa.func @steps
// CHECK: sa.vector_load %A[%c7, %c0] step [-1, 2]
// CHECK: sa.vector_store %[[ARG:.*]], %A[%c0, %c0] step [1, 1]
sa.func @steps(%A: !sa.array<8x16xf32, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      %r = affine.apply affine_map<(d0) -> (7 - d0)>(%j)
      %two = arith.constant 2 : index
      %c = arith.muli %j, %two : index
      %a = sa.load %A[%r, %c] : !sa.array<8x16xf32, inout>
      sa.store %a, %A[%j, %j] : !sa.array<8x16xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Accumulations into different elements, and into one.

// CHECK-LABEL: sa.func @accumulate
// CHECK: %[[A:.*]] = sa.vector_load %A[%c0] step [1] : {{.*}} to vector<4xi32>
// CHECK: %[[OLD:.*]] = sa.vector_load %B[%c0] step [1]
// CHECK: %[[NEW:.*]] = arith.maxsi %[[OLD]], %[[A]] : vector<4xi32>
// CHECK: sa.vector_store %[[NEW]], %B[%c0] step [1]
// CHECK: %[[LOW:.*]] = vector.shuffle %[[A]], %[[A]] [0, 1]
// CHECK: %[[HIGH:.*]] = vector.shuffle %[[A]], %[[A]] [2, 3]
// CHECK: %[[HALF:.*]] = arith.addi %[[LOW]], %[[HIGH]] : vector<2xi32>
// CHECK: %[[X:.*]] = vector.extract %[[HALF]][0]
// CHECK: %[[Y:.*]] = vector.extract %[[HALF]][1]
// CHECK: %[[SUM:.*]] = arith.addi %[[X]], %[[Y]] : i32
// CHECK: sa.accumulate add %[[SUM]], %S[%[[ARG0:.*]]]
sa.func @accumulate(%A: !sa.array<4xi32, input>, %B: !sa.array<4xi32, inout>,
                    %S: !sa.array<1xi32, inout>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      %a = sa.load %A[%j] : !sa.array<4xi32, input>
      sa.accumulate max %a, %B[%j] : !sa.array<4xi32, inout>
      sa.accumulate add %a, %S[%i] : !sa.array<1xi32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// A loop and a condition that are the same for all lanes stay, and carry vectors.

// CHECK-LABEL: sa.func @control_flow
// CHECK: %[[SUM:.*]]:2 = affine.for %[[K:.*]] = 0 to 5 iter_args(%[[S0:.*]] = %[[ARG:.*]], %[[S1:.*]] = %[[CST:.*]]) -> (vector<2xf32>, f32) {
// CHECK: sa.vector_load %A[%[[K]], %c0] step [0, 1] : {{.*}} to vector<2xf32>
// CHECK: sa.load %A[%[[K]], %c2]
// CHECK: affine.yield %[[ARG2:.*]], %[[ARG3:.*]] : vector<2xf32>, f32
// CHECK: affine.if
// CHECK: sa.vector_store %[[SUM]]#0, %B[%c0] step [1]

// CHECK: sa.store %[[SUM]]#1, %B[%[[C2:.*]]]
sa.func @control_flow(%A: !sa.array<5x3xf32, input>, %B: !sa.array<3xf32, inout>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %zero = arith.constant 0.0 : f32
      %sum = affine.for %k = 0 to 5 iter_args(%s = %zero) -> f32 {
        %a = sa.load %A[%k, %j] : !sa.array<5x3xf32, input>
        %t = arith.addf %s, %a : f32
        affine.yield %t : f32
      }
      affine.if affine_set<(d0) : (d0 == 0)>(%i) {
        sa.store %sum, %B[%j] : !sa.array<3xf32, inout>
      }
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// -----

// Numbers and conditions made of the index.

// CHECK-LABEL: sa.func @positions
// CHECK: %[[RAMP:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
// CHECK: %[[J:.*]] = arith.addi %[[ARG:.*]], %[[RAMP]] : vector<4xi32>
// CHECK: %[[F:.*]] = arith.sitofp %[[J]] : vector<4xi32> to vector<4xf32>
// CHECK: %[[IS:.*]] = arith.cmpi slt, %[[ARG2:.*]], %[[ARG3:.*]] : vector<4xi64>
// CHECK: arith.select %[[IS]], %[[F]], %[[ARG4:.*]] : vector<4xi1>, vector<4xf32>
sa.func @positions(%A: !sa.array<4xf32, inout>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %zero = arith.constant 0.0 : f32
      %is = arith.cmpi slt, %j, %i : index
      %v = arith.select %is, %f, %zero : f32
      sa.store %v, %A[%j] : !sa.array<4xf32, inout>
    } {sa.index = "j", sa.execution = #sa.execution<vectorize>}
  } {sa.index = "i"}
}

// A sum that is rounded each time is handed on from one iteration to the next.

// CHECK-LABEL: sa.func @handed_on
// CHECK-SAME:    {message = "the loop is not vectorised: its iterations read and write the same element
// CHECK:         affine.for %[[K:.*]] = 0 to 4
sa.func @handed_on(%A: !sa.array<4xi32, input>, %S: !sa.array<i64, inout>) {
  affine.for %once = 0 to 1 {
    affine.for %k = 0 to 4 {
      %a = sa.load %A[%k] : !sa.array<4xi32, input>
      %s = sa.load %S[] : !sa.array<i64, inout>
      %narrow = arith.trunci %s : i64 to i32
      %sum = arith.addi %narrow, %a : i32
      %wide = arith.extsi %sum : i32 to i64
      sa.store %wide, %S[] : !sa.array<i64, inout>
    } {sa.index = "k", sa.execution = #sa.execution<vectorize>}
  }
}
