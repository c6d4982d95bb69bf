// RUN: saopt %s --sa-to-kernels --sa-kernels-to-llvm | FileCheck %s

!X = !sa.array<64xi32, input>

// Integers have instructions; the first error sets the flag.
// CHECK-LABEL: llvm.func spir_kernelcc @integers_0
// CHECK:         llvm.atomicrmw _or %{{.*}} syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
// CHECK:         llvm.atomicrmw umax %{{.*}} syncscope("device") monotonic {alignment = 8 : i64} : !llvm.ptr<1>, i64
sa.func @integers(%X: !X, %H: !sa.array<8xui64, inout>, %one: i64) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate max %one, %H[%at] : !sa.array<8xui64, inout>
  }
}

// Others are tried again until nobody else was faster.
// CHECK-LABEL: llvm.func spir_kernelcc @floats_0
// CHECK:         llvm.load %{{.*}} atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK:         llvm.fadd
// CHECK:         llvm.cmpxchg %{{.*}} syncscope("device") monotonic monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
sa.func @floats(%X: !X, %H: !sa.array<8xf32, inout>, %one: f32) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%at] : !sa.array<8xf32, inout>
  }
}
