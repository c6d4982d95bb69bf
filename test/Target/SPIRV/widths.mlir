// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// The sum of the first numbers has a closed form, for which LLVM would like to
// multiply in 33 bits, which no device has.

// CHECK-NOT: OpTypeInt 33
// CHECK:     %total_0 = OpFunction
// CHECK:     OpStore
!V = !sa.array<?xi32, inout, sizes = [N]>
sa.func @total(%A: !V, %C: !sa.array<i32, inout>) {
  %n = sa.dim %A, 0 : !V
  sa.nest (%i) to (%n) {
    %x = arith.index_cast %i : index to i32
    sa.accumulate add %x, %C[] : !sa.array<i32, inout>
  }
}
