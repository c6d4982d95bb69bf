// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// What is zero where a factor is: every one of these nests is left out, because
// its constant is zero.

// CHECK-NOT: sa.nest (%i)

// A product with more factors, negated, in a sum with another.
sa.func @products(%A: !sa.array<4xf32, input>, %C: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<0.0> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xf32, input>
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    %v = sa.load %W[%i] : !sa.array<4xf32, const>
    %aw = arith.mulf %a, %w : f32
    %aaw = arith.mulf %a, %aw : f32
    %minus = arith.negf %aaw : f32
    %abs = math.absf %v : f32
    %sum = arith.addf %minus, %abs : f32
    %yes = arith.cmpf olt, %a, %aw : f32
    %chosen = arith.select %yes, %sum, %v : f32
    sa.accumulate add %chosen, %C[%i] : !sa.array<4xf32, inout>
    sa.accumulate add %aw, %C[%i] : !sa.array<4xf32, inout>
  }
}

// Other types.
sa.func @casts(%A: !sa.array<4xi64, input>, %C: !sa.array<4xi64, inout>, %F: !sa.array<4xf64, inout>) {
  %W = sa.const "W" dense<0> : tensor<4xui8> as !sa.array<4xui8, const>
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xi64, input>
    %w = sa.load %W[%i] : !sa.array<4xui8, const>
    %wide = arith.extui %w : i8 to i64
    %one = arith.constant 1 : i64
    %shifted = arith.shli %wide, %one : i64
    %both = arith.muli %shifted, %a : i64
    sa.accumulate add %both, %C[%i] : !sa.array<4xi64, inout>
    %x = arith.uitofp %w : i8 to f64
    sa.accumulate add %x, %F[%i] : !sa.array<4xf64, inout>
  }
}

// Truth values.
sa.func @logic(%A: !sa.array<4xi1, input>, %C: !sa.array<4xi1, inout>) {
  %W = sa.const "W" dense<false> : tensor<4xi1> as !sa.array<4xi1, const>
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xi1, input>
    %w = sa.load %W[%i] : !sa.array<4xi1, const>
    %both = arith.andi %a, %w : i1
    sa.accumulate or %both, %C[%i] : !sa.array<4xi1, inout>
  }
}

// Complex numbers.
sa.func @complex(%A: !sa.array<4xcomplex<f32>, input>, %C: !sa.array<4xcomplex<f32>, inout>, %R: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<(0.0, -0.0)> : tensor<4xcomplex<f32>> as !sa.array<4xcomplex<f32>, const>
  sa.nest (%i) to (4) {
    %a = sa.load %A[%i] : !sa.array<4xcomplex<f32>, input>
    %w = sa.load %W[%i] : !sa.array<4xcomplex<f32>, const>
    %aw = complex.mul %a, %w : complex<f32>
    sa.accumulate add %aw, %C[%i] : !sa.array<4xcomplex<f32>, inout>
    %re = complex.re %aw : complex<f32>
    sa.accumulate add %re, %R[%i] : !sa.array<4xf32, inout>
  }
}

// What lies outside of the nest does not count, nor does what else reads the
// constant.
// CHECK-LABEL: sa.func @part
// CHECK:         sa.const "W"
// CHECK:         sa.nest (%j)
// CHECK-NOT:     sa.nest
sa.func @part(%C: !sa.array<4xf32, inout>) {
  %W = sa.const "W" dense<[0.0, 0.0, 1.0, 2.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  sa.nest (%i) to (2) {
    %w = sa.load %W[%i] : !sa.array<4xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<4xf32, inout>
  }
  sa.nest (%j) to (4) {
    %w = sa.load %W[%j] : !sa.array<4xf32, const>
    sa.store %w, %C[%j] : !sa.array<4xf32, inout>
  }
}
