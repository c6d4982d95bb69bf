// RUN: saopt %s --sa-to-loops --split-input-file --verify-diagnostics

// As many copies of an array as there are parts must have addresses.

!V = !sa.array<?xf32, input, sizes = [N]>
!W = !sa.array<1125899906842624xf32, inout>

sa.func @large(%A: !V, %C: !W) {
  %n = sa.dim %A, 0 : !V
  sa.nest "n" (%k) to (%n) {
    %zero = arith.constant 0 : index
    %a = sa.load %A[%k] : !V
    sa.accumulate add %a, %C[%zero] : !W
  }
  sa.plan {
    %k = sa.loops "n"
    // expected-error @+1 {{the loop 'k' runs in 65536 parts, and as many copies of 'C' are more than can be addressed: use fewer threads}}
    sa.parallelize %k max_threads(4611686018427387904)
  }
}
