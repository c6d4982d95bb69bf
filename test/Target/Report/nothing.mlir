// RUN: saopt %s --emit=report | FileCheck %s

// CHECK:      function 'copy':
// CHECK-NEXT:   nothing to report
sa.func @copy(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-NEXT: function 'said':
// CHECK-NEXT:   constant 'W': it is small.
// CHECK-NEXT:   constant 'V': it is large.
sa.func @said(%B: !sa.array<8xf32, inout>) attributes {
    sa.report = ["constant 'W': it is small.", "constant 'V': it is large."]} {
}
