// RUN: saopt %s --split-input-file --verify-diagnostics | FileCheck %s

// The options of tests: several programs in one file, each with the errors that
// it expects. What is printed are those without.

// CHECK:     sa.func @fine
// CHECK:     // -----
// CHECK-NOT: sa.func @wrong
// CHECK:     sa.func @fine_again
sa.func @fine() {
}

// -----

// expected-error @+1 {{'sa.func' op has two arguments named 'x'}}
sa.func @wrong(%x: f32, %y "x": f32) {
}

// -----

sa.func @fine_again() {
}
