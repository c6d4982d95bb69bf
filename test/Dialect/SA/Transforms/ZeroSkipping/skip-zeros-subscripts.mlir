// RUN: saopt %s --sa-skip-zeros | FileCheck %s

// With computed subscripts, what is read at the points of the nest stands for the
// constant.

!V = !sa.array<8xf32, const>
!W = !sa.array<4x4xf32, const>
!C = !sa.array<4xf32, inout>

// CHECK-LABEL: sa.func @every_other
// CHECK-SAME:    {message = "3 of 4 elements are zero and are skipped (estimated {{[0-9.]+}} times less work)", names = ["V"], subject = "constant"
// CHECK:         %[[V:.*]] = sa.const "V" dense<5.000000e+00> : tensor<1xf32>
// CHECK:         sa.nest (%[[Q:.*]]) to (1) {{.*}}{
// CHECK-DAG:       %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG:       %[[I:.*]] = arith.addi %[[Q]], %[[TWO]]
// CHECK-DAG:       %[[ELEMENT:.*]] = sa.load %[[V]][%[[Q]]]
// CHECK:           sa.accumulate add %[[ELEMENT]], %C[%[[I]]]
sa.func @every_other(%C: !C) {
  %V = sa.const "V" dense<[0., 1., 0., 3., 5., 1., 0., 1.]> : tensor<8xf32> as !V
  sa.nest (%i) to (4) {
    %two = arith.constant 2 : index
    %place = arith.muli %i, %two : index
    %v = sa.load %V[%place] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
}

// Backwards, along a diagonal, and where an index is used twice in two loads.
// CHECK-LABEL: sa.func @nothing_left
// CHECK-SAME:    {message = "all elements that the nest reads are zero, and it is left out", names = ["V"], subject = "constant"
// CHECK-SAME:    {message = "all elements that the nest reads are zero, and it is left out", names = ["W"], subject = "constant"
// CHECK-NOT:     sa.nest
sa.func @nothing_left(%C: !C) {
  %V = sa.const "V" dense<[0., 0., 0., 0., 5., 1., 0., 1.]> : tensor<8xf32> as !V
  %W = sa.const "W" dense<[[0., 1., 1., 1.], [1., 0., 1., 1.], [1., 1., 0., 1.], [1., 1., 1., 0.]]> : tensor<4x4xf32> as !W
  sa.nest (%i) to (4) {
    %three = arith.constant 3 : index
    %r = arith.subi %three, %i : index
    %v = sa.load %V[%r] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.nest (%i) to (4) {
    %w = sa.load %W[%i, %i] : !W
    sa.accumulate add %w, %C[%i] : !C
    %v = sa.load %W[%i, %i] : !W
    sa.accumulate add %v, %C[%i] : !C
  }
}

// What is read is not gathered where the points are many more than the elements.
// CHECK-LABEL: sa.func @many_points
// CHECK-SAME:    {message = "6143 of 6143 elements are zero and are not skipped, because the nest reads it at too many points", names = ["V"], subject = "constant"
// CHECK:         sa.nest (%{{.*}}, %{{.*}}) to (4096, 2048)
sa.func @many_points(%C: !sa.array<4096xf32, inout>) {
  %V = sa.const "V" dense<0.0> : tensor<6143xf32> as !sa.array<6143xf32, const>
  sa.nest (%i, %k) to (4096, 2048) {
    %place = arith.addi %i, %k : index
    %v = sa.load %V[%place] : !sa.array<6143xf32, const>
    sa.accumulate add %v, %C[%i] : !sa.array<4096xf32, inout>
  }
}
