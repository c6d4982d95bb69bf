// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The arithmetic of complex numbers that a nest can hold.

!A = !sa.array<4xcomplex<f32>, inout>
!R = !sa.array<4xf32, inout>
!B = !sa.array<4xi1, inout>

// CHECK-LABEL: sa.func @arithmetic
sa.func @arithmetic(%A: !A) {
  // CHECK-NEXT: %[[ONE:.*]] = complex.constant [1.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[A:.*]] = sa.load %A[%i] : !sa.array<4xcomplex<f32>, inout>
    %a = sa.load %A[%i] : !A
    // CHECK-NEXT: %[[SUM:.*]] = complex.add %[[A]], %[[ONE]] : complex<f32>
    %sum = complex.add %a, %one : complex<f32>
    // CHECK-NEXT: %[[DIFFERENCE:.*]] = complex.sub %[[SUM]], %[[A]] : complex<f32>
    %difference = complex.sub %sum, %a : complex<f32>
    // CHECK-NEXT: %[[PRODUCT:.*]] = complex.mul %[[DIFFERENCE]], %[[A]] : complex<f32>
    %product = complex.mul %difference, %a : complex<f32>
    // CHECK-NEXT: %[[QUOTIENT:.*]] = complex.div %[[PRODUCT]], %[[A]] : complex<f32>
    %quotient = complex.div %product, %a : complex<f32>
    // CHECK-NEXT: %[[NEGATED:.*]] = complex.neg %[[QUOTIENT]] : complex<f32>
    %negated = complex.neg %quotient : complex<f32>
    // CHECK-NEXT: %[[CONJUGATE:.*]] = complex.conj %[[NEGATED]] : complex<f32>
    %conjugate = complex.conj %negated : complex<f32>
    // CHECK-NEXT: sa.store %[[CONJUGATE]], %A[%i] : !sa.array<4xcomplex<f32>, inout>
    sa.store %conjugate, %A[%i] : !A
  }
}

// CHECK-LABEL: sa.func @parts
sa.func @parts(%A: !A, %R: !R) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[A:.*]] = sa.load
    %a = sa.load %A[%i] : !A
    // CHECK-NEXT: %[[RE:.*]] = complex.re %[[A]] : complex<f32>
    %re = complex.re %a : complex<f32>
    // CHECK-NEXT: %[[IM:.*]] = complex.im %[[A]] : complex<f32>
    %im = complex.im %a : complex<f32>
    // CHECK-NEXT: %[[SWAPPED:.*]] = complex.create %[[IM]], %[[RE]] : complex<f32>
    %swapped = complex.create %im, %re : complex<f32>
    // CHECK-NEXT: sa.store %[[SWAPPED]]
    sa.store %swapped, %A[%i] : !A
    // CHECK-NEXT: %[[ABS:.*]] = complex.abs %[[A]] : complex<f32>
    %abs = complex.abs %a : complex<f32>
    // CHECK-NEXT: sa.store %[[ABS]]
    sa.store %abs, %R[%i] : !R
  }
}

// CHECK-LABEL: sa.func @comparisons
sa.func @comparisons(%A: !A, %B: !B) {
  // CHECK-NEXT: %[[ONE:.*]] = complex.constant
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (4) {
    // CHECK-NEXT: %[[A:.*]] = sa.load
    %a = sa.load %A[%i] : !A
    // CHECK-NEXT: %[[EQUAL:.*]] = complex.eq %[[A]], %[[ONE]] : complex<f32>
    %equal = complex.eq %a, %one : complex<f32>
    // CHECK-NEXT: %[[DIFFERENT:.*]] = complex.neq %[[A]], %[[ONE]] : complex<f32>
    %different = complex.neq %a, %one : complex<f32>
    // CHECK-NEXT: %[[CHOICE:.*]] = arith.select %[[EQUAL]], %[[A]], %[[ONE]] : complex<f32>
    %choice = arith.select %equal, %a, %one : complex<f32>
    // CHECK-NEXT: sa.store %[[CHOICE]]
    sa.store %choice, %A[%i] : !A
    // CHECK-NEXT: sa.accumulate or %[[DIFFERENT]]
    sa.accumulate or %different, %B[%i] : !B
  }
}
