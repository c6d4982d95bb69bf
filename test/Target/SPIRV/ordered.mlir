// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// A store that a later iteration of the loop reads is volatile: the device's
// compiler must not move loads before it. Others are not.

// CHECK:     %carried_0 = OpFunction
// CHECK:     OpStore %{{.*}} Volatile|Aligned 4
// CHECK:     %in_place_0 = OpFunction
// CHECK-NOT: Volatile
// CHECK:     OpStore %{{.*}} Aligned 4
sa.func @carried(%A: !sa.array<66xi32, inout>) {
  %five = arith.constant 5 : index
  sa.nest (%j) to (61) {
    %k = arith.addi %j, %five : index
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    sa.accumulate add %a, %A[%k] : !sa.array<66xi32, inout>
  }
}
sa.func @in_place(%A: !sa.array<66xi32, inout>) {
  sa.nest (%j) to (61) {
    %a = sa.load %A[%j] : !sa.array<66xi32, inout>
    sa.accumulate add %a, %A[%j] : !sa.array<66xi32, inout>
  }
}
