// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// A constant array is a variable in constant memory, with its elements.

// CHECK-DAG: %[[TWO:.*]] = OpConstant %uint 2
// CHECK-DAG: %[[THREE:.*]] = OpConstant %uint 3
// CHECK-DAG: %[[FIVE:.*]] = OpConstant %uint 5
// CHECK:     %[[VALUES:.*]] = OpConstantComposite %{{.*}} %[[TWO]] %[[THREE]] %[[FIVE]]
// CHECK:     %[[PRIMES:.*]] = OpVariable %_ptr_UniformConstant_{{.*}} UniformConstant %[[VALUES]]
// CHECK:     OpFunction
// CHECK:     %[[PRIMES]]
// CHECK:     OpLoad %uint
sa.func @lookup(%C: !sa.array<3xi32, inout>) {
  %primes = sa.const "primes" dense<[2, 3, 5]> : tensor<3xi32> as !sa.array<3xi32, const>
  sa.nest (%i) to (3) {
    %p = sa.load %primes[%i] : !sa.array<3xi32, const>
    sa.accumulate add %p, %C[%i] : !sa.array<3xi32, inout>
  }
}
