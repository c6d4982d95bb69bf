// RUN: saopt %s --split-input-file --verify-diagnostics

// C1 of sa.alloc: the memory holds the storage of the elements.

func.func @other_type(%n: index) {
  // expected-error @+1 {{'sa.alloc' op has memory of 'f64', which cannot hold elements of the type 'f32'}}
  %T = sa.alloc "T"(%n) of f32 : memref<?xf64>
  return
}

// -----

// A bf16 is stored as its bits.
func.func @no_bits(%n: index) {
  // expected-error @+1 {{'sa.alloc' op has memory of 'bf16', which cannot hold elements of the type 'bf16'}}
  %T = sa.alloc "T"(%n) of bf16 : memref<?xbf16>
  return
}

// -----

func.func @no_element_type(%n: index) {
  // expected-error @+1 {{'sa.alloc' op has memory of 'i7', which cannot hold elements of the type 'i7'}}
  %T = sa.alloc "T"(%n) of i7 : memref<?xi7>
  return
}

// -----

// A complex number is stored as its parts.
func.func @no_parts(%n: index) {
  // expected-error @+1 {{'sa.alloc' op has memory of 'complex<f32>', which cannot hold elements of the type 'complex<f32>'}}
  %T = sa.alloc "T"(%n) of complex<f32> : memref<?xcomplex<f32>>
  return
}
