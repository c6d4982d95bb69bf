// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %check_sycl %t.cpp

// Equal bytes of different types are two arrays: each is read as what it is.

// CHECK:       static const int8_t S_values[5000] = {
// CHECK:       static const uint8_t U_values[5000] = {
// CHECK:       const int8_t *S = saopt::resident(S_values, 5000, queue);
// CHECK-NEXT:  const uint8_t *U = saopt::resident(U_values, 5000, queue);
// CHECK-NEXT:  const int8_t *T = saopt::resident(S_values, 5000, queue);
!S = !sa.array<5000xi8, const>
!U = !sa.array<5000xui8, const>
!C = !sa.array<5000xi8, inout>
sa.func @lookup(%C: !C) {
  %S = sa.const "S" dense<7> : tensor<5000xi8> as !S
  %U = sa.const "U" dense<7> : tensor<5000xui8> as !U
  %T = sa.const "T" dense<7> : tensor<5000xi8> as !S
  sa.nest (%i) to (5000) {
    %s = sa.load %S[%i] : !S
    sa.accumulate add %s, %C[%i] : !C
    %u = sa.load %U[%i] : !U
    sa.accumulate add %u, %C[%i] : !C
    %t = sa.load %T[%i] : !S
    sa.accumulate add %t, %C[%i] : !C
  }
}
