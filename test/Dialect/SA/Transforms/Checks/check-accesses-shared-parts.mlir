// RUN: saopt %s --sa-to-loops --verify-diagnostics --split-input-file

// Indices whose parts are shared: there are a billion ways through them, and
// neither the sums nor the proofs go all of them.

!V = !sa.array<8xf32, inout>

sa.func @sums(%C: !V) {
  sa.nest "n" (%i, %j) to (1, 8) {
    %one = arith.constant 1.0 : f32
    %x0 = arith.addi %i, %i : index
    %x1 = arith.addi %x0, %x0 : index
    %x2 = arith.addi %x1, %x1 : index
    %x3 = arith.addi %x2, %x2 : index
    %x4 = arith.addi %x3, %x3 : index
    %x5 = arith.addi %x4, %x4 : index
    %x6 = arith.addi %x5, %x5 : index
    %x7 = arith.addi %x6, %x6 : index
    %x8 = arith.addi %x7, %x7 : index
    %x9 = arith.addi %x8, %x8 : index
    %x10 = arith.addi %x9, %x9 : index
    %x11 = arith.addi %x10, %x10 : index
    %x12 = arith.addi %x11, %x11 : index
    %x13 = arith.addi %x12, %x12 : index
    %x14 = arith.addi %x13, %x13 : index
    %x15 = arith.addi %x14, %x14 : index
    %x16 = arith.addi %x15, %x15 : index
    %x17 = arith.addi %x16, %x16 : index
    %x18 = arith.addi %x17, %x17 : index
    %x19 = arith.addi %x18, %x18 : index
    %x20 = arith.addi %x19, %x19 : index
    %x21 = arith.addi %x20, %x20 : index
    %x22 = arith.addi %x21, %x21 : index
    %x23 = arith.addi %x22, %x22 : index
    %x24 = arith.addi %x23, %x23 : index
    %x25 = arith.addi %x24, %x24 : index
    %x26 = arith.addi %x25, %x25 : index
    %x27 = arith.addi %x26, %x26 : index
    %x28 = arith.addi %x27, %x27 : index
    %x29 = arith.addi %x28, %x28 : index
    %at = arith.addi %x29, %j : index
    sa.accumulate add %one, %C[%at] : !V
  }
  sa.plan {
    %a, %b = sa.loops "n"
    sa.vectorize %b
  }
}

// -----

!V = !sa.array<8xf32, inout>

sa.func @quotients(%C: !V) {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  sa.nest (%i, %j) to (1, 8) {
    %one = arith.constant 1.0 : f32
    %x0 = arith.addi %i, %j : index
    %a0 = arith.floordivsi %x0, %two : index
    %b0 = arith.floordivsi %x0, %three : index
    %x1 = arith.addi %a0, %b0 : index
    %a1 = arith.floordivsi %x1, %two : index
    %b1 = arith.floordivsi %x1, %three : index
    %x2 = arith.addi %a1, %b1 : index
    %a2 = arith.floordivsi %x2, %two : index
    %b2 = arith.floordivsi %x2, %three : index
    %x3 = arith.addi %a2, %b2 : index
    %a3 = arith.floordivsi %x3, %two : index
    %b3 = arith.floordivsi %x3, %three : index
    %x4 = arith.addi %a3, %b3 : index
    %a4 = arith.floordivsi %x4, %two : index
    %b4 = arith.floordivsi %x4, %three : index
    %x5 = arith.addi %a4, %b4 : index
    %a5 = arith.floordivsi %x5, %two : index
    %b5 = arith.floordivsi %x5, %three : index
    %x6 = arith.addi %a5, %b5 : index
    %a6 = arith.floordivsi %x6, %two : index
    %b6 = arith.floordivsi %x6, %three : index
    %x7 = arith.addi %a6, %b6 : index
    %a7 = arith.floordivsi %x7, %two : index
    %b7 = arith.floordivsi %x7, %three : index
    %x8 = arith.addi %a7, %b7 : index
    %a8 = arith.floordivsi %x8, %two : index
    %b8 = arith.floordivsi %x8, %three : index
    %x9 = arith.addi %a8, %b8 : index
    %a9 = arith.floordivsi %x9, %two : index
    %b9 = arith.floordivsi %x9, %three : index
    %x10 = arith.addi %a9, %b9 : index
    %a10 = arith.floordivsi %x10, %two : index
    %b10 = arith.floordivsi %x10, %three : index
    %x11 = arith.addi %a10, %b10 : index
    %a11 = arith.floordivsi %x11, %two : index
    %b11 = arith.floordivsi %x11, %three : index
    %x12 = arith.addi %a11, %b11 : index
    %a12 = arith.floordivsi %x12, %two : index
    %b12 = arith.floordivsi %x12, %three : index
    %x13 = arith.addi %a12, %b12 : index
    %a13 = arith.floordivsi %x13, %two : index
    %b13 = arith.floordivsi %x13, %three : index
    %x14 = arith.addi %a13, %b13 : index
    %a14 = arith.floordivsi %x14, %two : index
    %b14 = arith.floordivsi %x14, %three : index
    %x15 = arith.addi %a14, %b14 : index
    %a15 = arith.floordivsi %x15, %two : index
    %b15 = arith.floordivsi %x15, %three : index
    %x16 = arith.addi %a15, %b15 : index
    %a16 = arith.floordivsi %x16, %two : index
    %b16 = arith.floordivsi %x16, %three : index
    %x17 = arith.addi %a16, %b16 : index
    %a17 = arith.floordivsi %x17, %two : index
    %b17 = arith.floordivsi %x17, %three : index
    %x18 = arith.addi %a17, %b17 : index
    %a18 = arith.floordivsi %x18, %two : index
    %b18 = arith.floordivsi %x18, %three : index
    %x19 = arith.addi %a18, %b18 : index
    %a19 = arith.floordivsi %x19, %two : index
    %b19 = arith.floordivsi %x19, %three : index
    %x20 = arith.addi %a19, %b19 : index
    %a20 = arith.floordivsi %x20, %two : index
    %b20 = arith.floordivsi %x20, %three : index
    %x21 = arith.addi %a20, %b20 : index
    %a21 = arith.floordivsi %x21, %two : index
    %b21 = arith.floordivsi %x21, %three : index
    %x22 = arith.addi %a21, %b21 : index
    %a22 = arith.floordivsi %x22, %two : index
    %b22 = arith.floordivsi %x22, %three : index
    %x23 = arith.addi %a22, %b22 : index
    %a23 = arith.floordivsi %x23, %two : index
    %b23 = arith.floordivsi %x23, %three : index
    %x24 = arith.addi %a23, %b23 : index
    %a24 = arith.floordivsi %x24, %two : index
    %b24 = arith.floordivsi %x24, %three : index
    %x25 = arith.addi %a24, %b24 : index
    %a25 = arith.floordivsi %x25, %two : index
    %b25 = arith.floordivsi %x25, %three : index
    %x26 = arith.addi %a25, %b25 : index
    %a26 = arith.floordivsi %x26, %two : index
    %b26 = arith.floordivsi %x26, %three : index
    %x27 = arith.addi %a26, %b26 : index
    %a27 = arith.floordivsi %x27, %two : index
    %b27 = arith.floordivsi %x27, %three : index
    %x28 = arith.addi %a27, %b27 : index
    %a28 = arith.floordivsi %x28, %two : index
    %b28 = arith.floordivsi %x28, %three : index
    %x29 = arith.addi %a28, %b28 : index
    %a29 = arith.floordivsi %x29, %two : index
    %b29 = arith.floordivsi %x29, %three : index
    %x30 = arith.addi %a29, %b29 : index
    // expected-error @+1 {{with an index of dimension 0 that is not an affine function of the nest's indices and the sizes}}
    sa.accumulate add %one, %C[%x30] : !V
  }
}
