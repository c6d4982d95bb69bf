// RUN: saopt %s --emit=sycl | FileCheck %s

// Comparisons of floats. The ordered ones are false when a side is NaN, the
// unordered ones are true.

!F = !sa.array<8xf32, input>
!C = !sa.array<8x7xi1, inout>

// CHECK-LABEL: static inline void ordered_0_item(
// CHECK:         const float [[A:.*]] = A[i];
// CHECK-NEXT:    C[i * 7] = {{.*}}[[A]] == x
// CHECK-NEXT:    C[i * 7 + 1] = {{.*}}[[A]] < x
// CHECK-NEXT:    C[i * 7 + 2] = {{.*}}[[A]] <= x
// CHECK-NEXT:    C[i * 7 + 3] = {{.*}}[[A]] > x
// CHECK-NEXT:    C[i * 7 + 4] = {{.*}}[[A]] >= x
// CHECK-NEXT:    C[i * 7 + 5] = {{.*}}[[A]] < x || [[A]] > x
// CHECK-NEXT:    C[i * 7 + 6] = {{.*}}!([[A]] != [[A]] || x != x)
sa.func @ordered(%A: !F, %C: !C, %x: f32) {
  %oeq_at = arith.constant 0 : index
  %olt_at = arith.constant 1 : index
  %ole_at = arith.constant 2 : index
  %ogt_at = arith.constant 3 : index
  %oge_at = arith.constant 4 : index
  %one_at = arith.constant 5 : index
  %ord_at = arith.constant 6 : index
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !F
    %oeq = arith.cmpf oeq, %a, %x : f32
    sa.store %oeq, %C[%i, %oeq_at] : !C
    %olt = arith.cmpf olt, %a, %x : f32
    sa.store %olt, %C[%i, %olt_at] : !C
    %ole = arith.cmpf ole, %a, %x : f32
    sa.store %ole, %C[%i, %ole_at] : !C
    %ogt = arith.cmpf ogt, %a, %x : f32
    sa.store %ogt, %C[%i, %ogt_at] : !C
    %oge = arith.cmpf oge, %a, %x : f32
    sa.store %oge, %C[%i, %oge_at] : !C
    %one = arith.cmpf one, %a, %x : f32
    sa.store %one, %C[%i, %one_at] : !C
    %ord = arith.cmpf ord, %a, %x : f32
    sa.store %ord, %C[%i, %ord_at] : !C
  }
}

// CHECK-LABEL: static inline void unordered_0_item(
// CHECK:         const float [[A:.*]] = A[i];
// CHECK-NEXT:    C[i * 7] = {{.*}}!([[A]] < x || [[A]] > x)
// CHECK-NEXT:    C[i * 7 + 1] = {{.*}}!([[A]] >= x)
// CHECK-NEXT:    C[i * 7 + 2] = {{.*}}!([[A]] > x)
// CHECK-NEXT:    C[i * 7 + 3] = {{.*}}!([[A]] <= x)
// CHECK-NEXT:    C[i * 7 + 4] = {{.*}}!([[A]] < x)
// CHECK-NEXT:    C[i * 7 + 5] = {{.*}}[[A]] != x
// CHECK-NEXT:    C[i * 7 + 6] = {{.*}}[[A]] != [[A]] || x != x
sa.func @unordered(%A: !F, %C: !C, %x: f32) {
  %ueq_at = arith.constant 0 : index
  %ult_at = arith.constant 1 : index
  %ule_at = arith.constant 2 : index
  %ugt_at = arith.constant 3 : index
  %uge_at = arith.constant 4 : index
  %une_at = arith.constant 5 : index
  %uno_at = arith.constant 6 : index
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !F
    %ueq = arith.cmpf ueq, %a, %x : f32
    sa.store %ueq, %C[%i, %ueq_at] : !C
    %ult = arith.cmpf ult, %a, %x : f32
    sa.store %ult, %C[%i, %ult_at] : !C
    %ule = arith.cmpf ule, %a, %x : f32
    sa.store %ule, %C[%i, %ule_at] : !C
    %ugt = arith.cmpf ugt, %a, %x : f32
    sa.store %ugt, %C[%i, %ugt_at] : !C
    %uge = arith.cmpf uge, %a, %x : f32
    sa.store %uge, %C[%i, %uge_at] : !C
    %une = arith.cmpf une, %a, %x : f32
    sa.store %une, %C[%i, %une_at] : !C
    %uno = arith.cmpf uno, %a, %x : f32
    sa.store %uno, %C[%i, %uno_at] : !C
  }
}
