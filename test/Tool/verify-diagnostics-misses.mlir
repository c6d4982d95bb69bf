// RUN: not saopt %s --verify-diagnostics 2>&1 | FileCheck %s

// An error that was expected and did not come is an error.

// CHECK: expected error "never comes" was not produced
// expected-error @+1 {{never comes}}
sa.func @fine() {
}
