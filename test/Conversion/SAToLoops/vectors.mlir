// RUN: saopt %s --convert-sa-to-loops --cse --canonicalize | FileCheck %s

// Lanes that are neighbours in memory are one access, and what loops tell of
// the remainders of indices is not computed.

!S = !sa.array<8x256xf32, inout, #sa.striped<64>>

// A quarter of a stripe: the lanes never leave it.
// CHECK-LABEL: func.func @within_a_stripe
sa.func @within_a_stripe(%A: !S, %s: f32) {
  // CHECK:      scf.for
  // CHECK:        vector.store
  // CHECK-NOT:    memref.store
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 256 step 16 {
      %x = vector.broadcast %s : f32 to vector<16xf32>
      sa.vector_store %x, %A[%i, %j] step [0, 1] : vector<16xf32> to !S
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// From the middle of a quarter, they may.
// CHECK-LABEL: func.func @across_stripes
sa.func @across_stripes(%A: !S, %s: f32) {
  // CHECK:      scf.for
  // CHECK-COUNT-4: memref.store
  // CHECK-NOT:  vector.store
  affine.for %j = 2 to 252 step 4 {
    %i = arith.constant 0 : index
    %x = vector.broadcast %s : f32 to vector<4xf32>
    sa.vector_store %x, %A[%i, %j] step [0, 1] : vector<4xf32> to !S
  } {sa.index = "j"}
}

// Neighbouring tiles share the quotient, and the remainder is known.
// CHECK-LABEL: func.func @tiles
// CHECK-SAME:    %[[A:.*]]: memref
sa.func @tiles(%A: !S, %s: f32) {
  // CHECK-DAG:  %[[SIXTEEN:.*]] = arith.constant 16 : index
  // CHECK:      scf.for %[[J:.*]] =
  // CHECK:        %[[STRIPE:.*]] = arith.shrsi %[[J]]
  // CHECK-NEXT:   %[[FIRST:.*]] = arith.muli %[[STRIPE]]
  // CHECK-NEXT:   vector.store %{{.*}}, %[[A]][%[[FIRST]]]
  // CHECK-NEXT:   %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[SIXTEEN]]
  // CHECK-NEXT:   vector.store %{{.*}}, %[[A]][%[[SECOND]]]
  %i = arith.constant 0 : index
  affine.for %j = 0 to 256 step 64 {
    %x = vector.broadcast %s : f32 to vector<16xf32>
    sa.vector_store %x, %A[%i, %j] step [0, 1] : vector<16xf32> to !S
    %next = affine.apply affine_map<(d0) -> (d0 + 16)>(%j)
    sa.vector_store %x, %A[%i, %next] step [0, 1] : vector<16xf32> to !S
  } {sa.index = "j"}
}

// What is left of a smaller step: a mask, and the rest behind it.
// CHECK-LABEL: func.func @rest
sa.func @rest(%A: !S, %x: f32) {
  // CHECK-DAG:  %[[THREE:.*]] = arith.constant 3 : index
  // CHECK:      scf.for %[[J:.*]] =
  // CHECK-DAG:    %[[STRIPE:.*]] = arith.shrsi %[[J]]
  // CHECK-DAG:    %[[COLUMN:.*]] = arith.andi %[[J]]
  // CHECK-DAG:    arith.addi %[[COLUMN]], %[[THREE]]
  // CHECK:        memref.store
  %i = arith.constant 0 : index
  affine.for %j = 0 to 256 step 8 {
    %next = affine.apply affine_map<(d0) -> (d0 + 3)>(%j)
    sa.store %x, %A[%i, %next] : !S
  } {sa.index = "j"}
}
