// RUN: saopt %s --convert-sa-to-loops --split-input-file --verify-diagnostics

// What a constant cannot say in its layout: C3 of sa.const.

sa.func @one_place() {
  // expected-error @+1 {{'sa.const' op has different values for elements that its layout puts in one place; one of them is at (1)}}
  %W = sa.const "W" dense<[1, 2]> : tensor<2xi32> as !sa.array<2xi32, const, #sa.strided<[0]>>
}

// -----

sa.func @outside() {
  // expected-error @+1 {{'sa.const' op has a value at (0, 1) that is not zero, where the layout has no element}}
  %W = sa.const "W" dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> as !sa.array<2x2xi32, const, #sa.lower_triangular>
}
