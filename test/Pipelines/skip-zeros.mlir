// RUN: saopt %s --emit=report | FileCheck %s
// RUN: saopt %s --emit=report --strict | FileCheck %s --check-prefix=STRICT --allow-empty
// RUN: saopt %s --emit=sycl --strict | FileCheck %s --check-prefix=SOURCE

// Zeros of constants are skipped unless the compilation is strict; a layout that
// is left to the compiler is chosen in any case.

// CHECK:      function 'product':
// CHECK-NEXT:   constant 'W': 3 of 4 rows are zero and are skipped (estimated 4.0 times less work)
// CHECK-NEXT:   constant 'W': its layout is row-major, because 'j' is the fastest index that walks it, along dimension 1

// STRICT-NOT: skipped
// STRICT:     constant 'W': its layout is row-major

// SOURCE: for (int64_t k = 0; k < 4; ++k)
!A = !sa.array<2x4xf32, input>
!W = !sa.array<4x2xf32, const, #sa.deferred>
!C = !sa.array<2x2xf32, inout>
sa.func @product(%A: !A, %C: !C) {
  %W = sa.const "W" dense<[[0.0, 0.0], [0.0, 0.0], [1.0, 2.0], [0.0, 0.0]]> : tensor<4x2xf32> as !W
  sa.nest (%i, %j, %k) to (2, 2, 4) {
    %a = sa.load %A[%i, %k] : !A
    %w = sa.load %W[%k, %j] : !W
    %aw = arith.mulf %a, %w : f32
    sa.accumulate add %aw, %C[%i, %j] : !C
  }
}
