// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C += A * B, as a loop nest over arrays with roles.

sa.func @gemm(%A: !sa.array<512x512xf32, input>,
              %B: !sa.array<512x512xf32, input>,
              %C: !sa.array<512x512xf32, inout>) {
  sa.nest (%i, %j, %k) to (512, 512, 512) {
    %a = sa.load %A[%i, %k] : !sa.array<512x512xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<512x512xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<512x512xf32, inout>
  }
}
