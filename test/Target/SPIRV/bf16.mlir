// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --implicit-check-not=BFloat --implicit-check-not=OpExtension

// bf16 is 16 bits in memory and in arguments and is computed in f32: no device
// needs to know it.

// CHECK-DAG: %ushort = OpTypeInt 16 0
// CHECK-DAG: %float = OpTypeFloat 32
// CHECK-NOT: OpTypeFloat 16
// CHECK:     OpFunctionParameter %_ptr_CrossWorkgroup_ushort
// CHECK:     OpFunctionParameter %ushort
// CHECK:     %[[BITS:.*]] = OpShiftLeftLogical %uint
// CHECK:     OpBitcast %float
// CHECK:     OpFMul %float
// CHECK:     OpStore %{{.*}} Aligned 2
sa.func @scale(%A: !sa.array<8xbf16, inout>, %x: bf16) {
  sa.nest (%i) to (8) {
    sa.accumulate mul %x, %A[%i] : !sa.array<8xbf16, inout>
  }
}

// Every way in and out of bf16.
// CHECK: OpFunction
// CHECK: OpConvertSToF %float
// CHECK: OpFConvert %double
sa.func @conversions(%A: !sa.array<8xbf16, inout>, %D: !sa.array<8xf64, inout>,
                     %H: !sa.array<8xf16, inout>, %n: i32, %q: i1) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xbf16, inout>
    %number = arith.sitofp %n : i32 to bf16
    %sum = arith.addf %a, %number : bf16
    %chosen = arith.select %q, %sum, %a : bf16
    %root = math.sqrt %chosen : bf16
    sa.store %root, %A[%i] : !sa.array<8xbf16, inout>
    %double = arith.extf %a : bf16 to f64
    sa.store %double, %D[%i] : !sa.array<8xf64, inout>
    %d = sa.load %D[%i] : !sa.array<8xf64, inout>
    %narrow = arith.truncf %d : f64 to bf16
    sa.accumulate max %narrow, %A[%i] : !sa.array<8xbf16, inout>
  }
}
