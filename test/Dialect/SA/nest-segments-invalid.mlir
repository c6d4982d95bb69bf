// RUN: saopt %s --split-input-file --verify-diagnostics

!starts = !sa.array<3xui16, const>

// C7. An index of the nest, not parallel, with a static size.
sa.func @no_index() {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{'sa.nest' op has no index 'q' to run over segments}}
  sa.nest (%i) to (2) segments("q" of %starts at (i) -> (i) : !starts) {
  }
}

// -----

!starts = !sa.array<3xui16, const>
sa.func @parallel() {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{'sa.nest' op cannot run index 'q' over segments: it is parallel, or its size is not a number}}
  sa.nest (%i, %q) to (2, 5) parallel("q") segments("q" of %starts at (i, q) -> (i) : !starts) {
  }
}

// -----

!starts = !sa.array<3xui16, const>
sa.func @run_time_size(%n: index) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{'sa.nest' op cannot run index 'q' over segments: it is parallel, or its size is not a number}}
  sa.nest (%i, %q) to (2, %n) segments("q" of %starts at (i, q) -> (i) : !starts) {
  }
}

// -----

// C8. The starts.
sa.func @role(%starts: !sa.array<3xui16, input>) {
  // expected-error @+1 {{'sa.nest' op needs the starts of its segments as a constant of integers with one dimension, not '!sa.array<3xui16, input>'}}
  sa.nest (%i, %q) to (2, 5) segments("q" of %starts at (i, q) -> (i) : !sa.array<3xui16, input>) {
  }
}

// -----

!starts = !sa.array<3xf32, const>
sa.func @element_type() {
  %starts = sa.const "starts" dense<0.0> : tensor<3xf32> as !starts
  // expected-error @+1 {{'sa.nest' op needs the starts of its segments as a constant of integers with one dimension, not '!sa.array<3xf32, const>'}}
  sa.nest (%i, %q) to (2, 5) segments("q" of %starts at (i, q) -> (i) : !starts) {
  }
}

// -----

// C9. The map.
!starts = !sa.array<3xui16, const>
sa.func @map() {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{'sa.nest' op needs a map from its 2 indices to one segment}}
  sa.nest (%i, %q) to (2, 5) segments("q" of %starts at (i) -> (i) : !starts) {
  }
}

// -----

!starts = !sa.array<3xui16, const>
sa.func @inside() {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  // expected-error @+1 {{'sa.nest' op chooses the segment of 'q' by the index 'k', which runs inside of it}}
  sa.nest (%q, %k) to (5, 2) segments("q" of %starts at (q, k) -> (k) : !starts) {
  }
}

// -----

sa.func @incomplete() {
  // expected-error @+1 {{'sa.nest' op has segments without a name, starts or a map}}
  "sa.nest"() <{indexNames = ["q"], staticSizes = array<i64: 5>, segmented = "q", operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%q: index):
    sa.yield
  }) : () -> ()
}
