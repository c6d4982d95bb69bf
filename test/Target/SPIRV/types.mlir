// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// Integers of every width, read and written with their natural alignment.

// CHECK-DAG: OpCapability Int8
// CHECK-DAG: OpCapability Int16
// CHECK-DAG: OpCapability Int64
// CHECK:     OpEntryPoint Kernel %{{.*}} "bytes_0"
// CHECK:     OpEntryPoint Kernel %{{.*}} "shorts_0"
// CHECK:     OpEntryPoint Kernel %{{.*}} "longs_0"
// CHECK:     %bytes_0 = OpFunction
// CHECK:     OpLoad %uchar %{{.*}} Aligned 1
// CHECK:     u_max
// CHECK:     %shorts_0 = OpFunction
// CHECK:     OpLoad %ushort %{{.*}} Aligned 2
// CHECK:     OpIMul %ushort
// CHECK:     %longs_0 = OpFunction
// CHECK:     OpLoad %ulong %{{.*}} Aligned 8
// CHECK:     OpUDiv %ulong
sa.func @bytes(%A: !sa.array<8xi8, inout>, %U: !sa.array<8xui8, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi8, inout>
    sa.accumulate add %a, %A[%i] : !sa.array<8xi8, inout>
    sa.accumulate max %a, %U[%i] : !sa.array<8xui8, inout>
  }
}
sa.func @shorts(%A: !sa.array<8xi16, inout>, %U: !sa.array<8xui16, inout>) {
  sa.nest (%i) to (8) {
    %u = sa.load %U[%i] : !sa.array<8xui16, inout>
    sa.accumulate mul %u, %A[%i] : !sa.array<8xi16, inout>
  }
}
sa.func @longs(%A: !sa.array<8xi64, inout>, %U: !sa.array<8xui64, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi64, inout>
    %u = sa.load %U[%i] : !sa.array<8xui64, inout>
    %q = arith.divui %u, %a : i64
    sa.store %q, %U[%i] : !sa.array<8xui64, inout>
  }
}
