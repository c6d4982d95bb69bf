// RUN: not saopt %s --emit=sycl 2>&1 | FileCheck %s -DFILE=%s --strict-whitespace --match-full-lines
// RUN: not saopt %s --sa-to-kernels 2>&1 | FileCheck %s -DFILE=%s --strict-whitespace --match-full-lines

// A mistake gives one diagnostic: file, line and column, the rule, the line of
// the program and a caret; and the exit code is 1.

sa.func @write(%A: !sa.array<8xf32, input>, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !sa.array<8xf32, input>
  }
}

//     CHECK:[[FILE]]:9:5: error: 'sa.store' op writes 'A', which has the role 'input' and is read-only: only 'inout', 'output' and 'temp' arrays are written
//CHECK-NEXT:    sa.store %x, %A[%i] : !sa.array<8xf32, input>
//CHECK-NEXT:    ^
// CHECK-NOT:{{.}}
