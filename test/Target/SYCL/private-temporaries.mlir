// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// A private temporary is an array of the work-item, with the user's name.

!A = !sa.array<4x8xf16, input>
!B = !sa.array<4x8xf16, inout>
!T = !sa.array<9xf16, temp>

// CHECK-LABEL: void prefix_0_item(
// CHECK:         sycl::half sums[9];
// CHECK-NEXT:    for (int64_t index = 0; index < 9; ++index) {
// CHECK-NEXT:      sums[index] = {{.*}}0.0{{.*}};
// CHECK:         for (int64_t k = 0; k < 8; ++k) {
// SPIRV:         OpTypePointer Function
sa.func @prefix(%A: !A, %B: !B) {
  %T = sa.temp "sums" : !T
  sa.nest (%i, %k) to (4, 8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%k)
    %t = sa.load %T[%k] : !T
    %a = sa.load %A[%i, %k] : !A
    %s = arith.addf %t, %a : f16
    sa.store %s, %T[%next] : !T
    sa.store %s, %B[%i, %k] : !B
  }
}
