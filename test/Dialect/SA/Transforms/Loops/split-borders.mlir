// RUN: saopt %s --sa-parallelize --sa-split-borders --split-input-file | FileCheck %s

// A nest with an index outside of a size becomes an inner part, a box without
// tests, and one nest for each border.

!A = !sa.array<?x?xf32, input, sizes = [m, n]>
!B = !sa.array<?x?xf32, inout, sizes = [m, n]>

// CHECK-DAG: #[[$RIGHT:.+]] = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, d1 - s0 + 1 >= 0)>
// CHECK-DAG: #[[$ABOVE:.+]] = affine_set<(d0, d1) : (-d0 >= 0)>
// CHECK-LABEL: sa.func @stencil
// CHECK-SAME: split into an inner part without tests and 2 borders
// CHECK:      sa.nest (%{{.+}}, %{{.+}}) to (%{{.+}}, %{{.+}}) parallel("i", "j") {
// CHECK-NOT:    sa.extend_index
// CHECK-NOT:    index.mins
// CHECK:      sa.nest {{.+}} where #[[$RIGHT]][%{{.+}}] parallel("i", "j") {
// CHECK:        sa.extend_index edge
// CHECK:        index.mins
// CHECK:      sa.nest {{.+}} where #[[$ABOVE]] parallel("i", "j") {
// CHECK:        sa.extend_index edge
// CHECK-NOT:  sa.nest
sa.func @stencil(%A: !A, %B: !B) {
  %m = sa.dim %A, 0 : !A
  %n = sa.dim %A, 1 : !A
  %one = arith.constant 1 : index
  sa.nest (%i, %j) to (%m, %n) {
    %above = arith.subi %i, %one : index
    %up = sa.extend_index edge %above to %m
    %a = sa.load %A[%up, %j] : !A
    %last = arith.subi %n, %one : index
    %next = arith.addi %j, %one : index
    %right = index.mins %next, %last
    %b = sa.load %A[%i, %right] : !A
    %c = arith.addf %a, %b : f32
    sa.store %c, %B[%i, %j] : !B
  }
}

// -----

// A condition gives the branch of the inner part; indices that do not run in
// parallel, and the loops of the body, are looked at over all of their range.

// CHECK-LABEL: sa.func @sums
// CHECK:      sa.nest (%{{.+}}) to (8188) parallel("i") {
// CHECK-NOT:    affine.if
// CHECK:      sa.nest (%{{.+}}) to (8192) where
// CHECK:        affine.if
// CHECK:      sa.nest (%{{.+}}) to (8192) where
// CHECK-NOT:  sa.nest
sa.func @sums(%A: !sa.array<8192xf32, input>, %B: !sa.array<8192xf32, inout>) {
  %zero = arith.constant 0.0 : f32
  sa.nest (%i) to (8192) {
    affine.for %k = -2 to 3 {
      %a = affine.if affine_set<(i, k) : (i + k >= 0, 8191 - i - k >= 0)>(%i, %k) -> f32 {
        %at = affine.apply affine_map<(i, k) -> (i + k)>(%i, %k)
        %in = sa.load %A[%at] : !sa.array<8192xf32, input>
        affine.yield %in : f32
      } else {
        affine.yield %zero : f32
      }
      sa.accumulate add %a, %B[%i] : !sa.array<8192xf32, inout>
    }
  }
}

// -----

// Few points, and nests with plans, stay together.

// CHECK-LABEL: sa.func @small
// CHECK:         sa.extend_index
// CHECK-NOT:     sa.nest {{.+}} where
sa.func @small(%A: !sa.array<16xf32, input>, %B: !sa.array<16xf32, inout>) {
  %one = arith.constant 1 : index
  %n = arith.constant 16 : index
  sa.nest (%i) to (16) {
    %next = arith.addi %i, %one : index
    %at = sa.extend_index wrap %next to %n
    %a = sa.load %A[%at] : !sa.array<16xf32, input>
    sa.store %a, %B[%i] : !sa.array<16xf32, inout>
  }
}

// -----

// What is inside at all points needs no borders.

// CHECK-LABEL: sa.func @inside
// CHECK-NOT:     sa.extend_index
// CHECK-NOT:     where
sa.func @inside(%A: !sa.array<9000xf32, input>, %B: !sa.array<8192xf32, inout>) {
  %n = arith.constant 9000 : index
  sa.nest (%i) to (8192) {
    %at = sa.extend_index reflect %i to %n
    %a = sa.load %A[%at] : !sa.array<9000xf32, input>
    sa.store %a, %B[%i] : !sa.array<8192xf32, inout>
  }
}
