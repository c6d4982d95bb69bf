sa.func @symbols(%C: !sa.array<4xf32, inout>, %n: index) {
  %W = sa.const "W" dense<[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]> : tensor<8xf32> as !sa.array<8xf32, const>
  sa.nest (%i, %j) to (4, 8) where affine_set<(i, j)[n] : (n - i >= 0, n - j >= 0)>[%n] {
    %w = sa.load %W[%j] : !sa.array<8xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<4xf32, inout>
  }
}
