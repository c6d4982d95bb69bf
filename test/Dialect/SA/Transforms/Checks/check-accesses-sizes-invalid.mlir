// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Run-time sizes that do not fit: the message gives sizes for which the access
// leaves the array.

// Different names may be different numbers.
!A = !sa.array<?xf32, input, sizes = [M]>
!C = !sa.array<?xf32, inout, sizes = [N]>
sa.func @different_names(%A: !A, %C: !C) {
  %m = sa.dim %A, 0 : !A
  sa.nest (%i) to (%m) {
    %a = sa.load %A[%i] : !A
    // expected-error-re @+1 {{'sa.store' op accesses 'C' outside of its shape: the index of dimension 0 can be {{[0-9]+}} (at i = {{[0-9]+}}, M = {{[0-9]+}}, N = {{[0-9]+}})}}
    sa.store %a, %C[%i] : !C
  }
}

// -----

// An open size has no end, but a beginning.
sa.func @unnamed(%A: !sa.array<?xf32, input>, %B: !sa.array<?xf32, input>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input>
  sa.nest (%i) to (%n) {
    %before = affine.apply affine_map<(i) -> (i - 3)>(%i)
    // expected-error-re @+1 {{'sa.load' op accesses 'B' outside of its shape: the index of dimension 0 can be {{-[0-9]+}} (at i = {{[0-9]+}}, A_size0 = {{[0-9]+}}, B_size0 = {{[0-9]+}})}}
    %b = sa.load %B[%before] : !sa.array<?xf32, input>
  }
}

// -----

// A number against a run-time size.
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @number(%A: !V) {
  sa.nest (%i) to (4) {
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be {{[0-3]}} (at i = {{[0-3]}}, N = {{[0-3]}})}}
    %a = sa.load %A[%i] : !V
  }
}

// -----

// The neighbour of the last element.
!V = !sa.array<?xf32, input, sizes = [N]>
sa.func @neighbour(%A: !V) {
  %one = arith.constant 1 : index
  %n = sa.dim %A, 0 : !V
  sa.nest (%i) to (%n) {
    %next = arith.addi %i, %one : index
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be {{[0-9]+}} (at i = {{[0-9]+}}, N = {{[0-9]+}})}}
    %a = sa.load %A[%next] : !V
  }
}

// -----

// Unlike a size, a scalar may be negative: 10 - n may be more than 10.
sa.func @scalar(%A: !sa.array<10xf32, input>, %n: index) {
  %ten = arith.constant 10 : index
  %rest = arith.subi %ten, %n : index
  sa.nest (%i) to (%rest) {
    // expected-error-re @+1 {{'sa.load' op accesses 'A' outside of its shape: the index of dimension 0 can be {{[0-9]+}}, and the size is 10 (at i = {{[0-9]+}}, n = -{{[0-9]+}})}}
    %a = sa.load %A[%i] : !sa.array<10xf32, input>
  }
}
