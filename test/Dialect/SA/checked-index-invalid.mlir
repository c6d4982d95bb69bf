// RUN: saopt %s --split-input-file --verify-diagnostics

sa.func @outside(%v: index) {
  // expected-error @+1 {{'sa.checked_index' op stands outside of a nest}}
  %at = sa.checked_index %v to %v of "H" dimension 0 at []()
}

// -----

sa.func @names(%v: index) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.checked_index' op has 2 names for 1 index of its point}}
    %at = sa.checked_index %v to %v of "H" dimension 0 at ["i", "j"](%i)
  }
}

// -----

sa.func @many(%v: index) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.checked_index' op has 17 indices of its point, and at most 16 are told}}
    %at = sa.checked_index %v to %v of "H" dimension 0 at ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"](%i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i)
  }
}

// -----

sa.func @assume_outside(%x: i1) {
  // expected-error @+1 {{'sa.assume' op stands outside of a nest}}
  sa.assume %x "x" at []()
}

// -----

sa.func @assume_names(%x: i1) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.assume' op has 0 names for 1 index of its point}}
    sa.assume %x "x" at [](%i)
  }
}

// -----

sa.func @violate_outside() {
  // expected-error @+1 {{'sa.violate' op stands outside of a nest}}
  sa.violate "x" at []()
}

// -----

sa.func @small(%H: !sa.array<8xi16, inout>, %x: i16) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'sa.accumulate' op cannot be atomic: only accumulations of integers and real numbers of 32 or 64 bits are, not of 'i16'}}
    sa.accumulate add atomic %x, %H[%i] : !sa.array<8xi16, inout>
  }
}

// -----

func.func @site() {
  // expected-error @+1 {{'sa.error_record' op has a site 0 that is not an index of an array or an assumption, with the names of indices}}
  %errors = sa.error_record [{array = "H", indices = []}] : memref<?xi32>
  return
}

// -----

func.func @words() {
  // expected-error @+1 {{must be 1D memref of 32-bit signless integer values}}
  %errors = sa.error_record [] : memref<?xi64>
  return
}

// -----

sa.func @told(%H: !sa.array<8xi1, input>) {
  sa.nest (%i) to (8) {
    %h = sa.load %H[%i] : !sa.array<8xi1, input>
    // expected-error @+1 {{'sa.assume' op has the attribute 'sa.told', which is no list of the types i64, u64, f32 and f64 for the last of its names}}
    sa.assume %h "x" at ["i"](%i) {sa.told = ["i32"]}
  }
}

// -----

sa.func @told_more(%H: !sa.array<8xi1, input>) {
  sa.nest (%i) to (8) {
    %h = sa.load %H[%i] : !sa.array<8xi1, input>
    // expected-error @+1 {{'sa.assume' op has the attribute 'sa.told', which is no list of the types}}
    sa.assume %h "x" at ["i"](%i) {sa.told = ["i64", "i64"]}
  }
}

// -----

func.func @told_site() {
  // expected-error @+1 {{'sa.error_record' op has a site 0 that tells no list of the types i64, u64, f32 and f64 for the last of its names}}
  %errors = sa.error_record [{assumption = "x", indices = [], told = 1}] : memref<?xi32>
  return
}
