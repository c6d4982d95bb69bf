// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp

// A C++ compiler reads constant arrays of every type without a warning, also at
// the ends of their ranges.

// CHECK: constants_0_item
sa.func @constants(%F: !sa.array<f32, inout>, %D: !sa.array<f64, inout>,
                   %H: !sa.array<f16, inout>, %B: !sa.array<bf16, inout>,
                   %I: !sa.array<i64, inout>, %Q: !sa.array<i1, inout>) {
  %f = sa.const "f" dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-45, 3.4028234e38, -0.0]> : tensor<6xf32> as !sa.array<6xf32, const>
  %d = sa.const "d" dense<[0x7FF0000000000000, 0x7FF8000000000000, 4.9e-324, 1.7976931348623157e308]> : tensor<4xf64> as !sa.array<4xf64, const>
  %h = sa.const "h" dense<[0x7C00, 0x7E00, 6.0e-8, 65504.0]> : tensor<4xf16> as !sa.array<4xf16, const>
  %b = sa.const "b" dense<[0x7F80, 0x7FC0, 1.0e-40, 3.0e38]> : tensor<4xbf16> as !sa.array<4xbf16, const>
  %i8 = sa.const "i8" dense<[-128, 127]> : tensor<2xi8> as !sa.array<2xi8, const>
  %u8 = sa.const "u8" dense<[0, 255]> : tensor<2xui8> as !sa.array<2xui8, const>
  %i32 = sa.const "i32" dense<[-2147483648, 2147483647]> : tensor<2xi32> as !sa.array<2xi32, const>
  %u32 = sa.const "u32" dense<[0, 4294967295]> : tensor<2xui32> as !sa.array<2xui32, const>
  %i64 = sa.const "i64" dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64> as !sa.array<2xi64, const>
  %u64 = sa.const "u64" dense<[0, 18446744073709551615]> : tensor<2xui64> as !sa.array<2xui64, const>
  %q = sa.const "q" dense<[true, false]> : tensor<2xi1> as !sa.array<2xi1, const>
  sa.nest (%i) to (2) {
    %f_i = sa.load %f[%i] : !sa.array<6xf32, const>
    sa.accumulate add %f_i, %F[] : !sa.array<f32, inout>
    %d_i = sa.load %d[%i] : !sa.array<4xf64, const>
    sa.accumulate add %d_i, %D[] : !sa.array<f64, inout>
    %h_i = sa.load %h[%i] : !sa.array<4xf16, const>
    sa.accumulate add %h_i, %H[] : !sa.array<f16, inout>
    %b_i = sa.load %b[%i] : !sa.array<4xbf16, const>
    sa.accumulate add %b_i, %B[] : !sa.array<bf16, inout>
    %i8_i = sa.load %i8[%i] : !sa.array<2xi8, const>
    %i8_wide = arith.extsi %i8_i : i8 to i64
    sa.accumulate add %i8_wide, %I[] : !sa.array<i64, inout>
    %u8_i = sa.load %u8[%i] : !sa.array<2xui8, const>
    %u8_wide = arith.extui %u8_i : i8 to i64
    sa.accumulate add %u8_wide, %I[] : !sa.array<i64, inout>
    %i32_i = sa.load %i32[%i] : !sa.array<2xi32, const>
    %i32_wide = arith.extsi %i32_i : i32 to i64
    sa.accumulate add %i32_wide, %I[] : !sa.array<i64, inout>
    %u32_i = sa.load %u32[%i] : !sa.array<2xui32, const>
    %u32_wide = arith.extui %u32_i : i32 to i64
    sa.accumulate add %u32_wide, %I[] : !sa.array<i64, inout>
    %i64_i = sa.load %i64[%i] : !sa.array<2xi64, const>
    sa.accumulate add %i64_i, %I[] : !sa.array<i64, inout>
    %u64_i = sa.load %u64[%i] : !sa.array<2xui64, const>
    sa.accumulate add %u64_i, %I[] : !sa.array<i64, inout>
    %q_i = sa.load %q[%i] : !sa.array<2xi1, const>
    sa.accumulate or %q_i, %Q[] : !sa.array<i1, inout>
  }
}
