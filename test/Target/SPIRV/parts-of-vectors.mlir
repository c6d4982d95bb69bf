// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s

// LLVM reads the middle of a vector that was just stored from the vector itself,
// by way of an integer of 128 bits, which SPIR-V does not have.

// CHECK-NOT: OpTypeInt 128
// CHECK:     %blur_0 = OpFunction
// CHECK:     OpVectorShuffle %v2uint %{{.*}} %{{.*}} 1 2
!V = !sa.array<?xi32, inout, sizes = [N]>
sa.func @blur(%A: !V) {
  %n = sa.dim %A, 0 : !V
  %m = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%n]
  sa.nest "n" (%t, %x) to (3, %m) {
    %x1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
    %x2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%x)
    %a = sa.load %A[%x] : !V
    %b = sa.load %A[%x1] : !V
    %c = sa.load %A[%x2] : !V
    %s = arith.addi %a, %b : i32
    %r = arith.addi %s, %c : i32
    sa.store %r, %A[%x1] : !V
  }
  sa.plan {
    %t, %x = sa.loops "n"
    %xx = sa.split %x by 2 as "xx"
    %c = sa.cache %A as "c" at %xx {vectorize} : !V
  }
}
