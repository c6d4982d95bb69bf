// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of nests, C1 to C4; C5 has body-invalid.mlir.

// C1: one size for each index.
sa.func @few_sizes() {
  // expected-error @+1 {{'sa.nest' op has 2 indices, but names for 2 and sizes for 1}}
  sa.nest (%i, %j) to (4) {
  }
}

// -----

// C1: one name for each index.
sa.func @few_names() {
  // expected-error @+1 {{'sa.nest' op has 1 index, but names for 0 and sizes for 1}}
  "sa.nest"() <{indexNames = [], staticSizes = array<i64: 4>}> ({
  ^bb0(%i: index):
    "sa.yield"() : () -> ()
  }) : () -> ()
}

// -----

// C1: names differ.
sa.func @same_names() {
  // expected-error @+1 {{'sa.nest' op has two indices named 'i'}}
  sa.nest (%i, %j "i") to (4, 4) {
  }
}

// -----

// C1: an operand for each size that is not a number.
sa.func @few_operands() {
  // expected-error @+1 {{'sa.nest' op has a different number of run-time sizes than of operands}}
  "sa.nest"() <{indexNames = ["i"], staticSizes = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index):
    "sa.yield"() : () -> ()
  }) : () -> ()
}

// -----

sa.func @index_type() {
  // expected-error @+1 {{'sa.nest' op has an index of the type 'i32'}}
  "sa.nest"() <{indexNames = ["i"], staticSizes = array<i64: 4>}> ({
  ^bb0(%i: i32):
    "sa.yield"() : () -> ()
  }) : () -> ()
}

// -----

// C2: a size is not negative.
sa.func @negative() {
  // expected-error @+1 {{'sa.nest' op runs index 'j' to -4: a size is not negative}}
  sa.nest (%i, %j) to (4, -4) {
  }
}

// -----

// C3: `parallel` names indices.
sa.func @unknown_index() {
  // expected-error @+1 {{'sa.nest' op has no index 'k' to run in parallel}}
  sa.nest (%i, %j) to (4, 4) parallel("j", "k") {
  }
}

// -----

// C4: the points can be counted.
sa.func @many_points() {
  // expected-error @+1 {{'sa.nest' op has more points than 63 bits can count}}
  sa.nest (%i, %j) to (4294967296, 4294967296) {
  }
}

// -----

// expected-error @+1 {{'sa.nest' op expects parent op to be one of 'sa.func, sa.loop, sa.if_moved'}}
sa.nest (%i) to (4) {
}
