// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: not saopt %s --emit=spirv --disable-workaround=llvm-spirv-narrow-integers -o %t.bug 2>&1 | FileCheck %s --check-prefix=BUG

// LLVM reverses the two bits in an integer of two bits. When it does not, it has
// mended llvm-spirv-narrow-integers: remove the workaround.
// CHECK-NOT: OpTypeInt 2 0
// CHECK:     %swap_0 = OpFunction
// CHECK:     OpStore
// BUG: error: kernel 'swap_0' would compute with 2-bit integers
!V = !sa.array<64xi64, inout>
sa.func @swap(%A: !V) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  sa.nest (%i) to (64) {
    %x = arith.index_cast %i : index to i64
    %low = arith.andi %x, %one : i64
    %up = arith.shli %low, %one : i64
    %high = arith.andi %x, %two : i64
    %down = arith.shrui %high, %one : i64
    %swapped = arith.ori %up, %down : i64
    sa.store %swapped, %A[%i] : !V
  }
}
