// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// f16 needs the device's 16-bit floats, and its functions stay in them.

// CHECK-DAG: OpCapability Float16
// CHECK:     %half = OpTypeFloat 16
// CHECK:     OpFMul %half
// CHECK:     OpExtInst %half %{{.*}} exp
sa.func @half(%A: !sa.array<8xf16, inout>, %x: f16) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf16, inout>
    %b = arith.mulf %a, %x : f16
    %c = math.exp %b : f16
    sa.store %c, %A[%i] : !sa.array<8xf16, inout>
  }
}
