// RUN: saopt %s --emit=sycl -o %t.cpp
// RUN: %check_sycl %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp

// A C++ compiler reads the source of programs whose names are the language's,
// the headers' or the source's own.

// CHECK: sycl::event names(
sa.func @names(%class: !sa.array<8xf32, inout>, %last: !sa.array<8xi32, inout>,
               %handler: !sa.array<8xf32, inout>, %item: f32, %EOF: f32,
               %int64_t: i32, %names_0_item: f32, %wrap_add: i32, %t: f32,
               %a "two words": f32, %b "two-words": f32, %c "": f32,
               %__x: f32) {
  %saopt = sa.temp "context" : !sa.array<8xf32, temp>
  %W = sa.const "class_values" dense<1.0> : tensor<8xf32> as !sa.array<8xf32, const>
  %V = sa.const "W" dense<[1, 2]> : tensor<2xi32> as !sa.array<2xi32, const>
  sa.nest (%queue, %std) to (8, 2) {
    %w = sa.load %W[%queue] : !sa.array<8xf32, const>
    %x = arith.addf %w, %item : f32
    %y = arith.mulf %x, %EOF : f32
    %z = arith.divf %y, %names_0_item : f32
    %p = arith.subf %z, %t : f32
    %q = arith.subf %p, %a : f32
    %r = arith.subf %q, %b : f32
    %s = arith.subf %r, %c : f32
    %u = arith.subf %s, %__x : f32
    sa.accumulate add %u, %class[%queue] : !sa.array<8xf32, inout>
    sa.accumulate mul %u, %handler[%queue] : !sa.array<8xf32, inout>
    sa.accumulate max %u, %saopt[%queue] : !sa.array<8xf32, temp>
    %v = sa.load %V[%std] : !sa.array<2xi32, const>
    %n = arith.addi %v, %int64_t : i32
    %m = arith.addi %n, %wrap_add : i32
    sa.accumulate add %m, %last[%queue] : !sa.array<8xi32, inout>
  }
}

// Two functions with the same names inside, one of them called like a kernel of
// the other.
// CHECK: sycl::event names_0(
sa.func @names_0(%class: !sa.array<2xi32, inout>) {
  %W = sa.const "W" dense<[3, 4]> : tensor<2xi32> as !sa.array<2xi32, const>
  sa.nest (%i) to (2) {
    %w = sa.load %W[%i] : !sa.array<2xi32, const>
    sa.store %w, %class[%i] : !sa.array<2xi32, inout>
  }
}

// A function called like one of the C library's.
// CHECK: sycl::event exp(
sa.func @exp(%exp: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %x = sa.load %exp[%i] : !sa.array<8xf32, inout>
    %y = math.exp %x : f32
    sa.store %y, %exp[%i] : !sa.array<8xf32, inout>
  }
}

// A function that is called like the data of another one's constant.
// CHECK: sycl::event big_values(
sa.func @big_values(%C: !sa.array<2000xf32, inout>) {
  %big = sa.const "big" dense<1.0> : tensor<2000xf32> as !sa.array<2000xf32, const>
  sa.nest (%i) to (2000) {
    %w = sa.load %big[%i] : !sa.array<2000xf32, const>
    sa.accumulate add %w, %C[%i] : !sa.array<2000xf32, inout>
  }
}
