// RUN: saopt %s --split-input-file --verify-diagnostics

func.func @lines() {
  // expected-error @below {{has a site 0 that prints, and not one text more than it has types of values}}
  %errors = sa.error_record [{texts = ["a"], types = ["i64"]}] : memref<?xi32>
  return
}
