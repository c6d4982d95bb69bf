// RUN: saopt %s --split-input-file --verify-diagnostics

sa.func @outside(%A: !sa.array<4xf32, inout>) {
  // expected-error @below {{stands outside of a nest}}
  sa.print ["here"]
}

// -----

sa.func @texts(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    // expected-error @below {{has 1 text around 1 value: one more text than values}}
    sa.print ["i = "] (%i) : index
  }
}

// -----

sa.func @flags(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    // expected-error @below {{says of 2 values whether they are unsigned, and has 1}}
    sa.print ["i = ", ""] (%i) : index {is_unsigned = array<i1: true, false>}
  }
}

// -----

sa.func @many(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    // expected-error @below {{prints 17 values, and at most 16 are possible in a line}}
    sa.print ["", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", ""]
      (%i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i, %i)
      : index, index, index, index, index, index, index, index, index, index,
        index, index, index, index, index, index, index
  }
}

// -----

sa.func @nul(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    // expected-error @below {{has a text with a NUL character}}
    sa.print ["a\00b"]
  }
}

// -----

sa.func @type(%A: !sa.array<4xf32, inout>) {
  sa.nest (%i) to (4) {
    %x = arith.constant 3 : i7
    // expected-error @below {{prints a value of type 'i7', which no element has}}
    sa.print ["", ""] (%x) : i7
  }
}
