// RUN: saopt %s --emit=sycl | FileCheck %s

// Conversions between numbers.

// CHECK-LABEL: static inline void to_float_0_item(
// CHECK:         A[i] = static_cast<float>(n);
// CHECK:         B[i] = static_cast<float>(static_cast<uint32_t>(n));
sa.func @to_float(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>,
                  %n: i32) {
  sa.nest (%i) to (8) {
    %signed = arith.sitofp %n : i32 to f32
    sa.store %signed, %A[%i] : !sa.array<8xf32, inout>
    %unsigned = arith.uitofp %n : i32 to f32
    sa.store %unsigned, %B[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: static inline void to_integer_0_item(
// CHECK:         A[i] = static_cast<int16_t>(x);
// CHECK:         B[i] = {{.*}}static_cast<uint16_t>(x){{.*}};
sa.func @to_integer(%A: !sa.array<8xi16, inout>, %B: !sa.array<8xi16, inout>,
                    %x: f32) {
  sa.nest (%i) to (8) {
    %signed = arith.fptosi %x : f32 to i16
    sa.store %signed, %A[%i] : !sa.array<8xi16, inout>
    %unsigned = arith.fptoui %x : f32 to i16
    sa.store %unsigned, %B[%i] : !sa.array<8xi16, inout>
  }
}

// CHECK-LABEL: static inline void widths_0_item(
// CHECK:         A[i] = static_cast<int64_t>(n);
// CHECK:         B[i] = static_cast<int8_t>(n);
// CHECK:         C[i] = {{.*}}(n & 1) != 0
sa.func @widths(%A: !sa.array<8xi64, inout>, %B: !sa.array<8xi8, inout>,
                %C: !sa.array<8xi1, inout>, %n: i32) {
  sa.nest (%i) to (8) {
    %wide = arith.extsi %n : i32 to i64
    sa.store %wide, %A[%i] : !sa.array<8xi64, inout>
    %narrow = arith.trunci %n : i32 to i8
    sa.store %narrow, %B[%i] : !sa.array<8xi8, inout>
    %odd = arith.trunci %n : i32 to i1
    sa.store %odd, %C[%i] : !sa.array<8xi1, inout>
  }
}

// CHECK-LABEL: static inline void bits_0_item(
// CHECK:         A[i] = sycl::bit_cast<int32_t>(x);
// CHECK:         B[i] = sycl::bit_cast<sycl::half>(n);
sa.func @bits(%A: !sa.array<8xi32, inout>, %B: !sa.array<8xf16, inout>,
              %x: f32, %n: i16) {
  sa.nest (%i) to (8) {
    %integer = arith.bitcast %x : f32 to i32
    sa.store %integer, %A[%i] : !sa.array<8xi32, inout>
    %half = arith.bitcast %n : i16 to f16
    sa.store %half, %B[%i] : !sa.array<8xf16, inout>
  }
}

// An index is an int64_t already.
// CHECK-LABEL: static inline void index_0_item(
// CHECK:         A[i] = i;
// CHECK:         B[i] = static_cast<int32_t>(i);
sa.func @index(%A: !sa.array<8xi64, inout>, %B: !sa.array<8xi32, inout>) {
  sa.nest (%i) to (8) {
    %long = arith.index_cast %i : index to i64
    sa.store %long, %A[%i] : !sa.array<8xi64, inout>
    %int = arith.index_cast %i : index to i32
    sa.store %int, %B[%i] : !sa.array<8xi32, inout>
  }
}
