// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules on sizes of arrays: C4 and C5.

// C4: one name for each run-time size.
// expected-error @+1 {{the shape has 1 run-time size ('?'), but 'sizes' names 2}}
sa.func @many_names(%A: !sa.array<?x4xf32, input, sizes = [M, N]>) {
}

// -----

// C4
// expected-error @+1 {{the shape has 0 run-time sizes ('?'), but 'sizes' names 1}}
sa.func @name_without_size(%A: !sa.array<4xf32, input, sizes = [M]>) {
}

// -----

// C5: the storage can be addressed.
// expected-error @+1 {{the array is too large to be addressed}}
sa.func @many_elements(%A: !sa.array<4294967296x4294967296xf32, input>) {
}

// -----

// C5: one byte fits where two do not.
// expected-error @+2 {{the array is too large to be addressed}}
sa.func @many_bytes(%A: !sa.array<4611686018427387904xi1, input>,
                    %B: !sa.array<4611686018427387904xf16, input>) {
}

// -----

// C5
// expected-error @+2 {{the array is too large to be addressed}}
sa.func @far_away(
    %A: !sa.array<2xf32, input, #sa.strided<[9223372036854775807]>>) {
}

// -----

// C5: two parts count twice.
// expected-error @+2 {{the array is too large to be addressed}}
sa.func @many_parts(%A: !sa.array<1000000000000000000xf64, input>,
                    %B: !sa.array<1000000000000000000xcomplex<f64>, input>) {
}
