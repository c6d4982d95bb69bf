// RUN: saopt %s --emit=sycl | FileCheck %s

// Constant arrays are constexpr arrays of their storage.

// CHECK:      // The constant array "weights".
// CHECK-NEXT: static constexpr float weights_values[4] = {
// CHECK-NEXT:     0.5f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), -0.0f};

// CHECK:      static constexpr double doubles_values[2] = {
// CHECK-NEXT:     1.5, -std::numeric_limits<double>::infinity()};

// CHECK:      static constexpr sycl::half halves_values[2] = {
// CHECK-NEXT:     sycl::half(0.5f), sycl::half(std::numeric_limits<float>::infinity())};

// The bits of 1 and -2.
// CHECK:      static constexpr uint16_t brains_values[2] = {
// CHECK-NEXT:     16256u, 49152u};

// CHECK:      static constexpr uint8_t flags_values[3] = {
// CHECK-NEXT:     1u, 0u, 1u};

// CHECK:      static constexpr int8_t bytes_values[2] = {
// CHECK-NEXT:     (-127 - 1), 127};

// CHECK:      static constexpr uint64_t longs_values[2] = {
// CHECK-NEXT:     0u, 18446744073709551615u};

// CHECK:      static constexpr int64_t smallest_values[1] = {
// CHECK-NEXT:     (-9223372036854775807 - 1)};

// Ten to a line, backwards, with gaps.
// CHECK:      static constexpr int32_t sparse_values[11] = {
// CHECK-NEXT:     6, 0, 5, 0, 4, 0, 3, 0, 2, 0,
// CHECK-NEXT:     1};

!R = !sa.array<6xi32, const, #sa.strided<[-2], offset = 10>>
sa.func @constants(%A: !sa.array<f32, inout>, %B: !sa.array<f64, inout>,
                   %C: !sa.array<f16, inout>, %D: !sa.array<bf16, inout>,
                   %E: !sa.array<i1, inout>, %F: !sa.array<i8, inout>,
                   %G: !sa.array<i64, inout>, %H: !sa.array<i32, inout>) {
  %weights = sa.const "weights" dense<[0.5, 0x7F800000, 0x7FC00000, -0.0]> : tensor<4xf32> as !sa.array<4xf32, const>
  %doubles = sa.const "doubles" dense<[1.5, 0xFFF0000000000000]> : tensor<2xf64> as !sa.array<2xf64, const>
  %halves = sa.const "halves" dense<[0.5, 0x7C00]> : tensor<2xf16> as !sa.array<2xf16, const>
  %brains = sa.const "brains" dense<[1.0, -2.0]> : tensor<2xbf16> as !sa.array<2xbf16, const>
  %flags = sa.const "flags" dense<[true, false, true]> : tensor<3xi1> as !sa.array<3xi1, const>
  %bytes = sa.const "bytes" dense<[-128, 127]> : tensor<2xi8> as !sa.array<2xi8, const>
  %longs = sa.const "longs" dense<[0, 18446744073709551615]> : tensor<2xui64> as !sa.array<2xui64, const>
  %smallest = sa.const "smallest" dense<-9223372036854775808> : tensor<1xi64> as !sa.array<1xi64, const>
  %sparse = sa.const "sparse" dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32> as !R
  sa.nest (%i) to (1) {
    %a = sa.load %weights[%i] : !sa.array<4xf32, const>
    sa.store %a, %A[] : !sa.array<f32, inout>
    %b = sa.load %doubles[%i] : !sa.array<2xf64, const>
    sa.store %b, %B[] : !sa.array<f64, inout>
    %c = sa.load %halves[%i] : !sa.array<2xf16, const>
    sa.store %c, %C[] : !sa.array<f16, inout>
    %d = sa.load %brains[%i] : !sa.array<2xbf16, const>
    sa.store %d, %D[] : !sa.array<bf16, inout>
    %e = sa.load %flags[%i] : !sa.array<3xi1, const>
    sa.store %e, %E[] : !sa.array<i1, inout>
    %f = sa.load %bytes[%i] : !sa.array<2xi8, const>
    sa.store %f, %F[] : !sa.array<i8, inout>
    %g = sa.load %longs[%i] : !sa.array<2xui64, const>
    sa.accumulate add %g, %G[] : !sa.array<i64, inout>
    %h = sa.load %smallest[%i] : !sa.array<1xi64, const>
    sa.accumulate add %h, %G[] : !sa.array<i64, inout>
    // CHECK: sparse_values[10 - i * 2]
    %j = sa.load %sparse[%i] : !R
    sa.store %j, %H[] : !sa.array<i32, inout>
  }
}
