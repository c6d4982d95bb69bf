// RUN: saopt %s --sa-skip-zeros --split-input-file | FileCheck %s

// What a nest does at the ends of a loop becomes nests of its own where the
// zeros in the middle can be skipped then.

!V = !sa.array<8xf32, const>
!A = !sa.array<4x8xf32, input>
!C = !sa.array<4xf32, output>

// CHECK-DAG: #[[$FIRST:.*]] = affine_set<(d0, d1) : (d1 >= 0, -d1 >= 0)>
// CHECK-DAG: #[[$LAST:.*]] = affine_set<(d0, d1) : (d1 - 7 >= 0, -d1 + 7 >= 0)>
// CHECK-LABEL: sa.func @ends
sa.func @ends(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]> : tensor<8xf32> as !V
  // CHECK: sa.nest (%i, %k) to (4, 8) where #[[$FIRST]] parallel("i") {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK-NEXT: sa.store %[[ZERO]], %C[%i]
  // CHECK-NEXT: }
  // CHECK: sa.nest (%i, %k_kept) to (4, 1) parallel("i") {
  // CHECK: sa.accumulate add
  // CHECK-NEXT: }
  // CHECK: sa.nest (%i, %k) to (4, 8) where #[[$LAST]] parallel("i") {
  // CHECK-NEXT: %[[SUM:.*]] = sa.load %C[%i]
  // CHECK-NEXT: %[[ROOT:.*]] = math.sqrt %[[SUM]]
  // CHECK-NEXT: sa.store %[[ROOT]], %C[%i]
  // CHECK-NEXT: }
  // CHECK-NOT: sa.nest
  sa.nest (%i, %k) to (4, 8) parallel("i") {
    affine.if affine_set<(k) : (k == 0)>(%k) {
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %C[%i] : !C
    }
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
    affine.if affine_set<(k) : (k - 7 == 0)>(%k) {
      %sum = sa.load %C[%i] : !C
      %root = math.sqrt %sum : f32
      sa.store %root, %C[%i] : !C
    }
  }
}

// -----

!V = !sa.array<8xf32, const>
!A = !sa.array<8xf32, input>
!C = !sa.array<1xf32, inout>

// The sum of an earlier k would be lost.
// CHECK-LABEL: sa.func @depends
sa.func @depends(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]> : tensor<8xf32> as !V
  %c0 = arith.constant 0 : index
  // CHECK: sa.nest (%k) to (8) {
  // CHECK-NEXT: affine.if
  // CHECK: sa.accumulate
  // CHECK-NOT: sa.nest
  sa.nest (%k) to (8) {
    affine.if affine_set<(k) : (k - 4 == 0)>(%k) {
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %C[%c0] : !C
    }
    %a = sa.load %A[%k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%c0] : !C
  }
}

// -----

!V = !sa.array<8xf32, const>
!A = !sa.array<4x8xf32, input>
!C = !sa.array<4xf32, output>

// Nothing is gained without zeros, and nothing is taken apart.
// CHECK-LABEL: sa.func @dense
sa.func @dense(%A: !A, %C: !C) {
  %V = sa.const "V" dense<1.0> : tensor<8xf32> as !V
  // CHECK: sa.nest (%i, %k) to (4, 8) parallel("i") {
  // CHECK-NEXT: affine.if
  // CHECK-NOT: sa.nest
  sa.nest (%i, %k) to (4, 8) parallel("i") {
    affine.if affine_set<(k) : (k == 0)>(%k) {
      %zero = arith.constant 0.0 : f32
      sa.store %zero, %C[%i] : !C
    }
    %a = sa.load %A[%i, %k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
}

// -----

!V = !sa.array<8xf32, const>
!A = !sa.array<4x8xf32, input>
!C = !sa.array<4xf32, output>

// What is stored first is loaded outside of the condition.
// CHECK-LABEL: sa.func @needs_a_load
sa.func @needs_a_load(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]> : tensor<8xf32> as !V
  // CHECK: sa.nest (%i, %k) to (4, 8) parallel("i") {
  // CHECK-NEXT: sa.load
  // CHECK-NOT: sa.nest
  sa.nest (%i, %k) to (4, 8) parallel("i") {
    %a = sa.load %A[%i, %k] : !A
    %twice = arith.addf %a, %a : f32
    affine.if affine_set<(k) : (k == 0)>(%k) {
      %four = arith.addf %twice, %twice : f32
      sa.store %four, %C[%i] : !C
    }
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
}
