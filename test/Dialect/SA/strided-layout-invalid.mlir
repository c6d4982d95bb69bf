// RUN: saopt %s --split-input-file --verify-diagnostics

// How a layout is not written.

// expected-error @+1 {{expected '['}}
sa.func @no_brackets() attributes {sa.layout = #sa.strided<1, 2>} {
}

// -----

sa.func @fraction() attributes {
    // expected-error @+1 {{expected integer value}}
    sa.layout = #sa.strided<[1.5]>} {
}

// -----

sa.func @two_offsets() attributes {
    // expected-error @+1 {{expected '>'}}
    sa.layout = #sa.strided<[1], offset = 1, offset = 2>} {
}
