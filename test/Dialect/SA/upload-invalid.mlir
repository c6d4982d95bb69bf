// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of uploaded constants.

// C1: the memory holds the storage of the elements.
func.func @other_type() {
  // expected-error @+1 {{'sa.upload' op has memory of 'f32', which cannot hold elements of the type 'i1'}}
  %W = sa.upload "W" dense<1.0> : tensor<4096xf32> of i1 : memref<?xf32>
  return
}

// -----

// C2: so do the values.
func.func @other_values() {
  // expected-error @+1 {{'sa.upload' op has values that are not the flat storage of the array}}
  %W = sa.upload "W" dense<1> : tensor<4096xi32> of f32 : memref<?xf32>
  return
}

// -----

// C2
func.func @not_flat() {
  // expected-error @+1 {{'sa.upload' op has values that are not the flat storage of the array}}
  %W = sa.upload "W" dense<1.0> : tensor<64x64xf32> of f32 : memref<?xf32>
  return
}
