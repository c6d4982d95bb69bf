// RUN: saopt %s --emit=constants -o %t.bin
// RUN: %python -c "d = open(r'%t.bin', 'rb').read(); print(len(d), d[:5].hex(), d[4999:5001].hex(), d[5056:5064].hex())" | FileCheck %s

// The block of large constants, as bytes: five thousand times 7, zeros up to the
// next multiple of 64, and then 1.5 as it lies in memory.

// CHECK: 13248 0707070707 0700 0000c03f0000c03f
sa.func @lookup(%C: !sa.array<8xf32, inout>) {
  %B = sa.const "B" dense<7> : tensor<5000xui8> as !sa.array<5000xui8, const>
  %W = sa.const "W" dense<1.5> : tensor<2048xf32> as !sa.array<2048xf32, const>
  sa.nest (%i) to (8) {
    %b = sa.load %B[%i] : !sa.array<5000xui8, const>
    %x = arith.uitofp %b : i8 to f32
    sa.store %x, %C[%i] : !sa.array<8xf32, inout>
    %w = sa.load %W[%i] : !sa.array<2048xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<8xf32, inout>
  }
}
