// RUN: saopt %s --emit=report --schedule=none | FileCheck %s
// RUN: saopt %s --emit=report-json --schedule=none | FileCheck %s --check-prefix=JSON

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
// CHECK-NEXT:   constants 'U', 'V' and 'W': they are alike.
// CHECK-NEXT:   i: the loop is long.
// JSON:      [
// JSON-NEXT:   {
// JSON-NEXT:     "function": "said",
// JSON-NEXT:     "subject": "constant",
// JSON-NEXT:     "names": [
// JSON-NEXT:       "W"
// JSON-NEXT:     ],
// JSON-NEXT:     "message": "it is small.",
// JSON-NEXT:     "values": {}
// JSON:          "names": [
// JSON-NEXT:       "U",
// JSON-NEXT:       "V",
// JSON-NEXT:       "W"
// JSON:          "subject": "loop",
// JSON:          "values": {
// JSON-NEXT:       "iterations": 1000,
// JSON-NEXT:       "plan": "p"
// JSON-NEXT:     }
sa.func @said(%B: !sa.array<8xf32, inout>) attributes {sa.report = [
    {message = "it is small.", names = ["W"], subject = "constant"},
    {message = "they are alike.", names = ["U", "V", "W"], subject = "constant"},
    {message = "the loop is long.", names = ["i"], subject = "loop",
     values = {iterations = 1000, plan = "p"}}]} {
}
