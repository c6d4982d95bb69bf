// RUN: saopt %s --emit=sycl > %t.expected
// RUN: saopt - --emit=sycl < %s | diff %t.expected -
// RUN: saopt --emit=sycl < %s | diff %t.expected -
// RUN: saopt %s --emit=sycl -o - | diff %t.expected -
// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: diff %t.expected %t.cpp
// RUN: saopt < %s | saopt - -o - | FileCheck %s

// '-' is standard input and output, and both are the default.

// CHECK-LABEL: sa.func @fill
sa.func @fill(%A: !sa.array<8xf32, inout>, %x: f32) {
  // CHECK-NEXT: sa.nest
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, inout>
  }
}
