// RUN: saopt %s --emit=sycl | FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: saopt %s --emit=sycl --strict | FileCheck %s --check-prefixes=CHECK,STRICT

// A product and a sum are fused, unless the compilation is strict. The reading
// compiler is told to keep what is written, either way.

// CHECK:        #pragma clang fp contract(off)

// CHECK-LABEL:  static inline void axpy_0_item(
// FUSED:          y[i] = sycl::fma(x[i], alpha, y[i]);
// STRICT:         y[i] = y[i] + x[i] * alpha;
sa.func @axpy(%x: !sa.array<8xf32, input>, %y: !sa.array<8xf32, inout>,
              %alpha: f32) {
  sa.nest (%i) to (8) {
    %xi = sa.load %x[%i] : !sa.array<8xf32, input>
    %product = arith.mulf %xi, %alpha : f32
    sa.accumulate add %product, %y[%i] : !sa.array<8xf32, inout>
  }
}

// What the program fuses itself stays fused.
// CHECK-LABEL:  static inline void asked_for_0_item(
// CHECK:          y[i] = sycl::fma(y[i], alpha, alpha);
sa.func @asked_for(%y: !sa.array<8xf32, inout>, %alpha: f32) {
  sa.nest (%i) to (8) {
    %yi = sa.load %y[%i] : !sa.array<8xf32, inout>
    %r = math.fma %yi, %alpha, %alpha : f32
    sa.store %r, %y[%i] : !sa.array<8xf32, inout>
  }
}
