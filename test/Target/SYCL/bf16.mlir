// RUN: saopt %s --emit=sycl | FileCheck %s

// bf16 is its bits in memory and in the signature, and is computed in float,
// rounded after every operation.

// CHECK: inline float bf16_to_float(uint16_t bits)
// CHECK: inline uint16_t float_to_bf16(float value)

// CHECK-LABEL: static inline void sum_0_item(
// CHECK-SAME:    uint16_t *__restrict C, uint16_t x,
// CHECK:         C[i] = saopt::float_to_bf16(saopt::bf16_to_float(C[i]) + saopt::bf16_to_float(x));
sa.func @sum(%C: !sa.array<8xbf16, inout>, %x: bf16) {
  sa.nest (%i) to (8) {
    sa.accumulate add %x, %C[%i] : !sa.array<8xbf16, inout>
  }
}

// CHECK-LABEL: static inline void polynomial_0_item(
// CHECK:         saopt::float_to_bf16(saopt::bf16_to_float(saopt::float_to_bf16(
// CHECK-NOT:     sycl::fma
sa.func @polynomial(%C: !sa.array<8xbf16, inout>, %x: bf16) {
  sa.nest (%i) to (8) {
    %c = sa.load %C[%i] : !sa.array<8xbf16, inout>
    %product = arith.mulf %c, %x : bf16
    %sum = arith.addf %product, %x : bf16
    sa.store %sum, %C[%i] : !sa.array<8xbf16, inout>
  }
}

// Integers become the nearest value, not its bits.
// CHECK-LABEL: static inline void from_integer_0_item(
// CHECK:         C[i] = saopt::float_to_bf16(static_cast<float>(N[i]));
sa.func @from_integer(%N: !sa.array<8xi32, input>,
                      %C: !sa.array<8xbf16, inout>) {
  sa.nest (%i) to (8) {
    %n = sa.load %N[%i] : !sa.array<8xi32, input>
    %value = arith.sitofp %n : i32 to bf16
    sa.store %value, %C[%i] : !sa.array<8xbf16, inout>
  }
}

// CHECK-LABEL: sycl::event sum(
// CHECK-SAME:    uint16_t *C, uint16_t x)
