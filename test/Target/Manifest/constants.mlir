// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py constants launches | FileCheck %s

// Large constants by their place in the block of constants, in bytes; equal ones
// share a place. Launches refer to them by number. A small constant is part of its
// kernel.

!W = !sa.array<2048xf32, const>
!B = !sa.array<5000xui8, const>
!S = !sa.array<8xf32, const>

// CHECK:      lookup constants: 3
// CHECK-NEXT: [0] = {"bytes": 8192, "name": "W", "offset": 0}
// CHECK-NEXT: [1] = {"bytes": 5000, "name": "B", "offset": 8192}
// CHECK-NEXT: [2] = {"bytes": 8192, "name": "V", "offset": 0}
// CHECK:      [0] = {"arguments": [{"argument": 0}, {"constant": 0}, {"constant": 1}, {"constant": 2}], "kernel": "lookup_0",
sa.func @lookup(%C: !sa.array<8xf32, inout>) {
  %W = sa.const "W" dense<1.5> : tensor<2048xf32> as !W
  %B = sa.const "B" dense<7> : tensor<5000xui8> as !B
  %V = sa.const "V" dense<1.5> : tensor<2048xf32> as !W
  %S = sa.const "S" dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32> as !S
  sa.nest (%i) to (8) {
    %w = sa.load %W[%i] : !W
    sa.accumulate add %w, %C[%i] : !sa.array<8xf32, inout>
    %b = sa.load %B[%i] : !B
    %x = arith.uitofp %b : i8 to f32
    sa.accumulate add %x, %C[%i] : !sa.array<8xf32, inout>
    %v = sa.load %V[%i] : !W
    sa.accumulate mul %v, %C[%i] : !sa.array<8xf32, inout>
    %s = sa.load %S[%i] : !S
    sa.accumulate add %s, %C[%i] : !sa.array<8xf32, inout>
  }
}

// The next function's constants follow, aligned to 64 bytes.
// CHECK:      next constants: 1
// CHECK-NEXT: [0] = {"bytes": 10000, "name": "W", "offset": 13248}
!N = !sa.array<5000xi16, const>
sa.func @next(%C: !sa.array<8xi16, inout>) {
  %W = sa.const "W" dense<3> : tensor<5000xi16> as !N
  sa.nest (%i) to (8) {
    %w = sa.load %W[%i] : !N
    sa.store %w, %C[%i] : !sa.array<8xi16, inout>
  }
}
