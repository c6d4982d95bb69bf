// RUN: saopt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --implicit-check-not='OpPhi %uchar'
// RUN: saopt %s --emit=spirv --disable-workaround=llvm-spirv-unoptimized-codegen -o %t.bug
// RUN: spirv-dis %t.bug | FileCheck %s --check-prefix=BUG --implicit-check-not=OpBitwiseAnd

// A remainder in a loop stays a remainder. A counter of as few bits as the
// remainder needs would have to wrap around, which one of a byte does not.

// When the counter is no byte without a mask, LLVM has mended
// llvm-spirv-unoptimized-codegen: remove the workaround.
// BUG:       OpPhi %uchar

// CHECK:     OpPhi %ulong
// CHECK:     OpBitwiseAnd %ulong %{{.*}} %ulong_3
sa.func @ring(%A: !sa.array<5x7xi32, inout>, %x: i32) {
  %one = arith.constant 1 : index
  sa.nest (%j) to (5) parallel() {
    %row = affine.apply affine_map<(d0) -> (d0 mod 4)>(%j)
    %column = arith.addi %j, %one : index
    sa.store %x, %A[%row, %column] : !sa.array<5x7xi32, inout>
  }
}
