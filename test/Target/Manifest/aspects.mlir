// RUN: saopt %s --emit=manifest | %python %S/Inputs/show.py aspects | FileCheck %s

// What a device must have beyond the minimum follows from what the kernels
// compute, not only from what they store.

// CHECK:      plain aspects: 0
sa.func @plain(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xbf16, inout>,
               %N: !sa.array<8xi64, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %b = arith.truncf %a : f32 to bf16
    sa.accumulate add %b, %B[%i] : !sa.array<8xbf16, inout>
    %n = arith.fptosi %a : f32 to i64
    sa.store %n, %N[%i] : !sa.array<8xi64, inout>
  }
}

// CHECK:      halves aspects: 1
// CHECK-NEXT: [0] = "fp16"
sa.func @halves(%A: !sa.array<8xf16, inout>, %x: f16) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf16, inout>
  }
}

// CHECK:      inside aspects: 2
// CHECK-NEXT: [0] = "fp16"
// CHECK-NEXT: [1] = "fp64"
sa.func @inside(%A: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    %half = arith.truncf %a : f32 to f16
    %double = arith.extf %half : f16 to f64
    %root = math.sqrt %double : f64
    %b = arith.truncf %root : f64 to f32
    sa.store %b, %A[%i] : !sa.array<8xf32, inout>
  }
}

// A constant of doubles is data of the kernel.
// CHECK:      table aspects: 1
// CHECK-NEXT: [0] = "fp64"
sa.func @table(%A: !sa.array<2xf64, inout>) {
  %W = sa.const "W" dense<[1.0, 2.0]> : tensor<2xf64> as !sa.array<2xf64, const>
  sa.nest (%i) to (2) {
    %w = sa.load %W[%i] : !sa.array<2xf64, const>
    sa.store %w, %A[%i] : !sa.array<2xf64, inout>
  }
}

// The parts of a complex number are what counts.
// CHECK:      single_parts aspects: 0
sa.func @single_parts(%A: !sa.array<2xcomplex<f32>, inout>) {
  sa.nest (%i) to (2) {
    %a = sa.load %A[%i] : !sa.array<2xcomplex<f32>, inout>
    sa.accumulate mul %a, %A[%i] : !sa.array<2xcomplex<f32>, inout>
  }
}

// CHECK:      double_parts aspects: 1
// CHECK-NEXT: [0] = "fp64"
sa.func @double_parts(%A: !sa.array<2xcomplex<f64>, inout>) {
  sa.nest (%i) to (2) {
    %a = sa.load %A[%i] : !sa.array<2xcomplex<f64>, inout>
    sa.accumulate mul %a, %A[%i] : !sa.array<2xcomplex<f64>, inout>
  }
}

// Arguments that no kernel touches ask for nothing.
// CHECK:      unused aspects: 0
sa.func @unused(%A: !sa.array<8xf64, inout>) {
}
