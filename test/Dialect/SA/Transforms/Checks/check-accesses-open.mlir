// RUN: saopt %s --sa-check-accesses | FileCheck %s

// Open sizes: what the loops need is said before the nest.

!A = !sa.array<?x8xf32, input>
!B = !sa.array<?xf32, inout, sizes = [N]>

// CHECK-DAG: #[[$TWICE:.*]] = affine_map<()[s0, s1] -> (s0 * 2)>
// CHECK-DAG: #[[$LESS:.*]] = affine_map<()[s0, s1] -> (s0 - 1)>

// A number, exactly, whatever constrains the nest.
// CHECK-LABEL: sa.func @fixed
sa.func @fixed(%A: !A, %s: !sa.array<f32, inout>) {
  // CHECK-DAG: %[[LEAST:.*]] = arith.constant 13 : index
  // CHECK-DAG: %[[SIZE:.*]] = sa.dim %A, 0 :
  // CHECK:     sa.require %[[SIZE]] at_least %[[LEAST]] of "A" dimension 0
  // CHECK:     sa.nest
  sa.nest (%i, %j) to (16, 8) where affine_set<(i, j) : (12 - i - j >= 0)> {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %s[] : !sa.array<f32, inout>
  }
}

// An expression of the sizes, and nothing for a nest without points.
// CHECK-LABEL: sa.func @sizes
sa.func @sizes(%A: !A, %B: !B) {
  %n = sa.dim %B, 0 : !B
  // CHECK:     %[[N:.*]] = affine.apply #[[$TWICE]]()[%{{.*}}, %{{.*}}]
  // CHECK:     %[[SOME:.*]] = arith.minsi
  // CHECK:     %[[LEAST:.*]] = arith.muli %[[N]], %[[SOME]]
  // CHECK:     sa.require %{{.*}} at_least %[[LEAST]] of "A" dimension 0
  sa.nest (%i) to (%n) {
    %three = arith.constant 3 : index
    %at = affine.apply affine_map<(i) -> (i * 2 + 1)>(%i)
    %a = sa.load %A[%at, %three] : !A
    sa.store %a, %B[%i] : !B
  }
}

// Nothing is needed where the loops follow the array; that the size is open is
// said all the same.
// CHECK-LABEL: sa.func @own
sa.func @own(%A: !A, %s: !sa.array<f32, inout>) {
  // CHECK:      %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: sa.require %{{.*}} at_least %[[ZERO]] of "A" dimension 0
  // CHECK-NOT:  sa.require
  %n = sa.dim %A, 0 : !A
  sa.nest (%i, %j) to (%n, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %s[] : !sa.array<f32, inout>
  }
}

// CHECK-LABEL: sa.func @nothing
sa.func @nothing(%A: !A, %s: !sa.array<f32, inout>) {
  // CHECK:      %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-NEXT: sa.require %{{.*}} at_least %[[ZERO]] of "A" dimension 0
  // CHECK-NOT:  sa.require
  sa.nest (%i, %j) to (0, 8) {
    %a = sa.load %A[%i, %j] : !A
    sa.accumulate add %a, %s[] : !sa.array<f32, inout>
  }
}

// A scalar that has nothing to do with it does not matter.
// CHECK-LABEL: sa.func @scalar
sa.func @scalar(%A: !sa.array<?xf32, inout>, %B: !sa.array<4xf32, input>, %s: index) {
  // CHECK: %[[LEAST:.*]] = arith.constant 8 : index
  // CHECK: sa.require %{{.*}} at_least %[[LEAST]] of "A" dimension 0
  sa.nest (%i) to (8) {
    %at = affine.apply affine_map<()[s] -> (s mod 4)>()[%s]
    %b = sa.load %B[%at] : !sa.array<4xf32, input>
    sa.store %b, %A[%i] : !sa.array<?xf32, inout>
  }
}

// What constrains the nest counts: j stays below i, which stays below the size.
// CHECK-LABEL: sa.func @triangle
sa.func @triangle(%A: !A, %B: !B) {
  %n = sa.dim %B, 0 : !B
  // CHECK:     %[[N:.*]] = affine.apply #[[$LESS]]()[%{{.*}}, %{{.*}}]
  // CHECK:     arith.muli %[[N]],
  // CHECK:     sa.require %{{.*}} at_least %{{.*}} of "A" dimension 0
  sa.nest (%i, %j) to (%n, %n) where affine_set<(i, j) : (i - j - 1 >= 0)> {
    %three = arith.constant 3 : index
    %a = sa.load %A[%j, %three] : !A
    sa.accumulate add %a, %B[%i] : !B
  }
}

// Either four, or all that there is while that is less.
// CHECK-LABEL: sa.func @remainder
sa.func @remainder(%A: !A, %B: !B) {
  %n = sa.dim %B, 0 : !B
  // CHECK:      %[[FOUR:.*]] = arith.muli %c4, %{{.*}} : index
  // CHECK-NEXT: %[[LEAST:.*]] = arith.maxsi %{{.*}}, %[[FOUR]] : index
  // CHECK-NEXT: sa.dim %A, 0
  // CHECK-NEXT: sa.require %{{.*}} at_least %[[LEAST]] of "A" dimension 0
  sa.nest (%i) to (%n) {
    %three = arith.constant 3 : index
    %at = affine.apply affine_map<(i) -> (i mod 4)>(%i)
    %a = sa.load %A[%at, %three] : !A
    sa.store %a, %B[%i] : !B
  }
}
