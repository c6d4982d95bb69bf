// RUN: saopt %s --sa-choose-layouts | FileCheck %s

// Several reads of one constant, and reads that say little.

!C = !sa.array<64x64xf32, inout>
!W = !sa.array<64x64xf32, const, #sa.deferred>

// The nest with more points decides.
// CHECK-LABEL: sa.func @points
// CHECK-SAME:    column-major, because 'j' is the fastest index that walks it, along dimension 0, for 1 of 2 reads
sa.func @points(%C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j) to (32, 64) parallel("i", "j") {
    %w = sa.load %W[%i, %j] : !W
    sa.store %w, %C[%i, %j] : !C
  }
  sa.nest (%i, %j) to (64, 64) parallel("i", "j") {
    %w = sa.load %W[%j, %i] : !W
    sa.store %w, %C[%i, %j] : !C
  }
}

// So do more reads in one nest.
// CHECK-LABEL: sa.func @reads
// CHECK-SAME:    column-major
sa.func @reads(%C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  %zero = arith.constant 0 : index
  sa.nest (%i, %j) to (64, 64) parallel("i", "j") {
    %u = sa.load %W[%i, %j] : !W
    %v = sa.load %W[%j, %i] : !W
    %w = sa.load %W[%j, %zero] : !W
    %uv = arith.addf %u, %v : f32
    %uvw = arith.addf %uv, %w : f32
    sa.store %uvw, %C[%i, %j] : !C
  }
}

// Even votes: row-major.
// CHECK-LABEL: sa.func @even
// CHECK-SAME:    row-major, because 'j' is the fastest index that walks it, along dimension 1, for 1 of 2 reads
sa.func @even(%C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j) to (64, 64) parallel("i", "j") {
    %u = sa.load %W[%i, %j] : !W
    %v = sa.load %W[%j, %i] : !W
    %uv = arith.addf %u, %v : f32
    sa.store %uv, %C[%i, %j] : !C
  }
}

// The diagonal, one element, nothing.
// CHECK-LABEL: sa.func @little
// CHECK-SAME:    {message = "its layout is row-major, because 'i' is the fastest index that walks it, along dimension 1", names = ["diagonal"], subject = "constant"
// CHECK-SAME:    {message = "its layout is row-major, because no index walks it", names = ["element"], subject = "constant"
// CHECK-SAME:    {message = "its layout is row-major, because nothing reads it", names = ["unread"], subject = "constant"
// CHECK-NOT:     deferred
sa.func @little(%C: !C) {
  %diagonal = sa.const "diagonal" dense<1.0> : tensor<64x64xf32> as !W
  %element = sa.const "element" dense<1.0> : tensor<64x64xf32> as !W
  %unread = sa.const "unread" dense<1.0> : tensor<64x64xf32> as !W
  %vector = sa.const "vector" dense<1.0> : tensor<64xf32> as !sa.array<64xf32, const, #sa.deferred>
  %scalar = sa.const "scalar" dense<1.0> : tensor<f32> as !sa.array<f32, const, #sa.deferred>
  %zero = arith.constant 0 : index
  sa.nest (%i) to (64) parallel("i") {
    %d = sa.load %diagonal[%i, %i] : !W
    %e = sa.load %element[%zero, %zero] : !W
    %v = sa.load %vector[%i] : !sa.array<64xf32, const, #sa.deferred>
    %s = sa.load %scalar[] : !sa.array<f32, const, #sa.deferred>
    %de = arith.addf %d, %e : f32
    %vs = arith.addf %v, %s : f32
    sa.store %de, %C[%i, %zero] : !C
    sa.accumulate add %vs, %C[%i, %zero] : !C
  }
}

// Other layouts are left alone.
// CHECK-LABEL: sa.func @given
// CHECK-NOT:     sa.report
// CHECK:         sa.load %W[%j, %i] : !sa.array<64x64xf32, const>
sa.func @given(%C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !sa.array<64x64xf32, const>
  sa.nest (%i, %j) to (64, 64) parallel("i", "j") {
    %w = sa.load %W[%j, %i] : !sa.array<64x64xf32, const>
    sa.store %w, %C[%i, %j] : !C
  }
}
