// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --sa-choose-plans="vector-bytes=64 vector-registers=32" | FileCheck %s --check-prefix=WIDE
// RUN: saopt %s --emit=report | FileCheck %s --check-prefix=REPORT

// The columns of the result are 'b', whatever the order of the indices is.
// CHECK-LABEL: sa.func @product
// CHECK: %[[L:.*]]:3 = sa.loops "product"
// CHECK: sa.split %{{.*}} by {{[0-9]+}} as
// CHECK: %[[COLUMNS:.*]] = sa.split %[[L]]#1 by {{[0-9]+}} as "bb"
// CHECK: sa.parallelize
// CHECK: sa.cache %Y
// CHECK: sa.vectorize %[[COLUMNS]]
// WIDE: message = "contraction, {{[0-9]+}} x {{16|32|48|64|80|96|112|128}} block in registers
// REPORT: 'product': contraction, {{[0-9]+}} x {{[0-9]+}} block in registers, Y packed, c in parallel
sa.func @product(%X: !sa.array<512x512xf32, input>, %Y: !sa.array<512x512xf32, input>,
                 %Z: !sa.array<512x512xf32, inout>) {
  sa.nest (%a, %b, %c) to (512, 512, 512) {
    %x = sa.load %X[%c, %a] : !sa.array<512x512xf32, input>
    %y = sa.load %Y[%a, %b] : !sa.array<512x512xf32, input>
    %xy = arith.mulf %x, %y : f32
    sa.accumulate add %xy, %Z[%c, %b] : !sa.array<512x512xf32, inout>
  }
}

// A plan by hand stays the only one.
// CHECK-LABEL: sa.func @planned
// CHECK: sa.plan {
// CHECK-NEXT: sa.loops "mine"
// CHECK-NEXT: }
// CHECK-NOT: sa.plan
sa.func @planned(%A: !sa.array<65536xf32, inout>) {
  sa.nest "mine" (%i) to (65536) {
    %a = sa.load %A[%i] : !sa.array<65536xf32, inout>
    sa.store %a, %A[%i] : !sa.array<65536xf32, inout>
  }
  sa.plan {
    %i = sa.loops "mine"
  }
}

// REPORT: 'few': no plan: it has few points
// CHECK-LABEL: sa.func @few
// CHECK-NOT: sa.plan
sa.func @few(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, output>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<8xf32, output>
  }
}
