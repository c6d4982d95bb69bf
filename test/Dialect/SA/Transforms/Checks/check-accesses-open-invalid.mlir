// RUN: saopt %s --split-input-file --verify-diagnostics --sa-check-accesses

// What is needed of an open size must be known exactly: the function would
// refuse arrays that are large enough otherwise.

!M = !sa.array<?x?xf32, input, sizes = [M, N]>
sa.func @mixed(%A: !sa.array<?xf32, inout>, %B: !M) {
  %m = sa.dim %B, 0 : !M
  %n = sa.dim %B, 1 : !M
  sa.nest (%i, %j) to (%m, %n) {
    %b = sa.load %B[%i, %j] : !M
    %at = affine.apply affine_map<(i, j) -> ((i + 3 * j) mod 5 + i)>(%i, %j)
    // expected-error @+1 {{'sa.store' op accesses 'A', whose size of dimension 0 is open, and how large it must be for these loops has no short answer: give the size a name, so that the loops can be checked against it}}
    sa.store %b, %A[%at] : !sa.array<?xf32, inout>
  }
}
