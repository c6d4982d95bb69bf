// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: saopt %s --emit=header -o %t.h
// RUN: %check_sycl %t.h -Wno-pragma-once-outside-header
// RUN: FileCheck %s --input-file=%t.cpp

// A C++ compiler reads the source and the header of ordinary programs without a
// warning.

// CHECK: sycl::event gemm(
sa.func @gemm(%A: !sa.array<64x32xf32, input>, %B: !sa.array<32x48xf32, input>,
              %C: !sa.array<64x48xf32, inout>) {
  sa.nest (%i, %j, %k) to (64, 48, 32) {
    %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<32x48xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
  }
}

// Run-time sizes, a temporary, a constant, an unused argument.
// CHECK: sycl::event blur(
!V = !sa.array<?xf32, inout, sizes = [N]>
!T = !sa.array<?xf32, temp, sizes = [N]>
sa.func @blur(%V: !V, %unused: f64) {
  %W = sa.const "W" dense<[0.25, 0.5, 0.25]> : tensor<3xf32> as !sa.array<3xf32, const>
  %T = sa.temp "T" : !T
  %two = arith.constant 2 : index
  %n = sa.dim %V, 0 : !V
  %inner = arith.subi %n, %two : index
  sa.nest (%i, %k) to (%inner, 3) {
    %at = arith.addi %i, %k : index
    %v = sa.load %V[%at] : !V
    %w = sa.load %W[%k] : !sa.array<3xf32, const>
    %vw = arith.mulf %v, %w : f32
    sa.accumulate add %vw, %T[%i] : !T
  }
  sa.nest (%i) to (%n) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %V[%i] : !V
  }
}

// A reduction to one element, and nothing at all.
// CHECK: sycl::event total(
sa.func @total(%V: !V, %C: !sa.array<f32, inout>) {
  %n = sa.dim %V, 0 : !V
  sa.nest (%i) to (%n) {
    %v = sa.load %V[%i] : !V
    sa.accumulate add %v, %C[] : !sa.array<f32, inout>
  }
}
// CHECK: sycl::event nothing(
sa.func @nothing(%V: !V) {
}

// More dimensions than a range has, of sizes known at run time.
// CHECK: sycl::event fill(
!F = !sa.array<?x?x4x5xf32, inout, sizes = [P, Q]>
sa.func @fill(%F: !F, %x: f32) {
  %p = sa.dim %F, 0 : !F
  %q = sa.dim %F, 1 : !F
  sa.nest (%a, %b, %c, %d) to (%p, %q, 4, 5) {
    sa.store %x, %F[%a, %b, %c, %d] : !F
  }
}
