// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The role of an array follows its element type.

// CHECK-LABEL: sa.func @roles(
// CHECK-SAME:    %A: !sa.array<4x8xf32, input>,
// CHECK-SAME:    %C: !sa.array<4x8xf32, inout>) {
// CHECK-NEXT:    %W = sa.const {{.*}} as !sa.array<2xf32, const>
// CHECK-NEXT:    %T = sa.temp {{.*}} : !sa.array<4x8xf32, temp>
sa.func @roles(%A: !sa.array<4x8xf32, input>, %C: !sa.array<4x8xf32, inout>) {
  %W = sa.const "W" dense<1.0> : tensor<2xf32> as !sa.array<2xf32, const>
  %T = sa.temp "T" : !sa.array<4x8xf32, temp>
}
