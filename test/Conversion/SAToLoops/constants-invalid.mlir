// RUN: saopt %s --convert-sa-to-loops --split-input-file --verify-diagnostics

// What a constant cannot say in its layout: C3 of sa.const.

sa.func @one_place() {
  // expected-error @+1 {{'sa.const' op has different values for elements of 'W' that have one offset in its layout; one of them is at (1)}}
  %W = sa.const "W" dense<[1, 2]> : tensor<2xi32> as !sa.array<2xi32, const, #sa.strided<[0]>>
}

// -----

sa.func @outside() {
  // expected-error @+1 {{'sa.const' op has a value of 'W' at (0, 1) that is not zero, where the layout has no element}}
  %W = sa.const "W" dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> as !sa.array<2x2xi32, const, #sa.lower_triangular>
}

// -----

// One of the parts of a complex number.
sa.func @outside_in_part() {
  // expected-error @+1 {{'sa.const' op has a value of 'W' at (0, 1) that is not zero, where the layout has no element}}
  %W = sa.const "W" dense<[[(1.0, 1.0), (-0.0, 2.0)], [(1.0, 1.0), (1.0, 1.0)]]> : tensor<2x2xcomplex<f32>> as !sa.array<2x2xcomplex<f32>, const, #sa.lower_triangular>
}

// -----

// The smallest integer is no zero, though it has the bits of a negative one.
sa.func @outside_of_integers() {
  // expected-error @+1 {{'sa.const' op has a value of 'W' at (0, 1) that is not zero, where the layout has no element}}
  %W = sa.const "W" dense<[[1, -128], [1, 1]]> : tensor<2x2xi8> as !sa.array<2x2xi8, const, #sa.lower_triangular>
}

// -----

sa.func @too_large() {
  // expected-error @+1 {{'sa.const' op needs storage for 1073741825 elements of 'W', more than the 1 GiB of a constant}}
  %W = sa.const "W" dense<1.0> : tensor<2xf32> as !sa.array<2xf32, const, #sa.strided<[1073741824]>>
}

// -----

sa.func @no_resource() {
  // expected-error @+1 {{'sa.const' op has elements of 'W' that cannot be read: write them as dense<…> or as a dense_resource<…> of the right size}}
  %W = sa.const "W" dense_resource<nothing> : tensor<3xi32> as !sa.array<3xi32, const>
}

// -----

sa.func @sparse() {
  // expected-error @+1 {{'sa.const' op has elements of 'W' that cannot be read}}
  %W = sa.const "W" sparse<[[0]], [1]> : tensor<3xi32> as !sa.array<3xi32, const>
}
