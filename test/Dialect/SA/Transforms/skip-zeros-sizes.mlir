// RUN: saopt %s --sa-skip-zeros | FileCheck %s
// RUN: saopt %s --sa-to-loops | FileCheck %s --check-prefix=LOOPS

// A size that is known only at run time, of an index that walks a constant, is
// bounded by how much of it there is, or by a constraint.

!V = !sa.array<8xf32, const>
!A = !sa.array<?xf32, input, sizes = [N]>
!C = !sa.array<4xf32, inout>

// CHECK-DAG: #[[$MIDDLE:.*]] = affine_set<(d0, d1)[s0] : (-d1 + 5 >= 0, -d1 + s0 - 3 >= 0)>
// CHECK-DAG: #[[$ENTRIES:.*]] = affine_set<(d0, d1)[s0] : (-d1 + 7 >= 0, -d1 + s0 - 1 >= 0)>
// CHECK-DAG: #[[$END:.*]] = affine_set<(d0, d1)[s0] : (-d1 + 7 >= 0, -d1 + s0 - 1 >= 0, -d1 + 2 >= 0)>

// CHECK-LABEL: sa.func @range
// CHECK-SAME:    "constant 'V': 5 of 8 elements are zero and are skipped (estimated 2.7 times less work)"
// CHECK:         %[[SIZE:.*]] = sa.dim
// CHECK:         sa.nest (%i, %k_kept) to (4, 3) where #[[$MIDDLE]][%[[SIZE]]]
// LOOPS-LABEL: func.func @range
// LOOPS:         %[[END:.*]] = arith.minsi %{{.*}}, %c3
// LOOPS:         scf.for %{{.*}} = %c0 to %[[END]]
sa.func @range(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 1.0, 4.0, 2.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  %n = sa.dim %A, 0 : !A
  sa.nest (%i, %k) to (4, %n) where affine_set<(i, k) : (7 - k >= 0)> {
    %a = sa.load %A[%k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
}

// A list asks in the body whether its entry is there.
// CHECK-LABEL: sa.func @list
// CHECK-SAME:    "constant 'V': 6 of 8 elements are zero and are skipped
// CHECK:         %[[SIZE:.*]] = sa.dim
// CHECK:         %[[TABLE:.*]] = sa.const "V_k" dense<[0, 7]>
// CHECK:         sa.nest (%i, %k_kept) to (4, 2)
// CHECK:           %[[ENTRY:.*]] = sa.load %[[TABLE]][%k_kept]
// CHECK:           %[[K:.*]] = arith.index_castui %[[ENTRY]]
// CHECK:           affine.if #[[$ENTRIES]](%i, %[[K]])[%[[SIZE]]] {
sa.func @list(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]> : tensor<8xf32> as !V
  %n = sa.dim %A, 0 : !A
  sa.nest (%i, %k) to (4, %n) where affine_set<(i, k) : (7 - k >= 0)> {
    %a = sa.load %A[%k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
}

// Where nothing is read, nothing is done; quotients bound an index as well.
// CHECK-LABEL: sa.func @condition
// CHECK-SAME:    "constant 'V': 12 of 16 elements are zero and are skipped
// CHECK:         sa.nest (%i, %k_kept) to (4, 4)
sa.func @condition(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  %n = sa.dim %A, 0 : !A
  sa.nest (%i, %k) to (4, %n) {
    affine.if affine_set<(k) : (15 - k >= 0)>(%k) {
      %a = sa.load %A[%k] : !A
      %half = affine.apply affine_map<(k) -> (k floordiv 2)>(%k)
      %v = sa.load %V[%half] : !V
      %av = arith.mulf %a, %v : f32
      sa.accumulate add %av, %C[%i] : !C
    }
  }
}

// Under a plan, which shortens loops.
// CHECK-LABEL: sa.func @planned
// CHECK-SAME:    "constant 'V': the first 0 and the last 5 of 8 elements are zero and are skipped
// CHECK:         sa.nest "n" (%i, %k) to (4, 8) where #[[$END]]
// LOOPS-LABEL: func.func @planned
// LOOPS:         arith.minsi
sa.func @planned(%A: !A, %C: !C) {
  %V = sa.const "V" dense<[1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32> as !V
  %n = sa.dim %A, 0 : !A
  sa.nest "n" (%i, %k) to (4, %n) where affine_set<(i, k) : (7 - k >= 0)> {
    %a = sa.load %A[%k] : !A
    %v = sa.load %V[%k] : !V
    %av = arith.mulf %a, %v : f32
    sa.accumulate add %av, %C[%i] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    sa.reorder %k, %i
  }
}

// Sizes stay where there are no zeros, or something happens beyond the constant.
// CHECK-LABEL: sa.func @kept
// CHECK:         %[[SIZE:.*]] = sa.dim
// CHECK:         sa.nest (%i, %k) to (4, %[[SIZE]])
// CHECK:         sa.nest (%i, %k) to (4, %[[SIZE]])
sa.func @kept(%A: !A, %C: !C) {
  %V = sa.const "V" dense<1.0> : tensor<8xf32> as !V
  %U = sa.const "U" dense<0.0> : tensor<8xf32> as !V
  %n = sa.dim %A, 0 : !A
  sa.nest (%i, %k) to (4, %n) where affine_set<(i, k) : (7 - k >= 0)> {
    %v = sa.load %V[%k] : !V
    sa.accumulate add %v, %C[%i] : !C
  }
  sa.nest (%i, %k) to (4, %n) {
    affine.if affine_set<(k) : (7 - k >= 0)>(%k) {
      %u = sa.load %U[%k] : !V
      sa.accumulate add %u, %C[%i] : !C
    } else {
      %a = sa.load %A[%k] : !A
      sa.accumulate add %a, %C[%i] : !C
    }
  }
}
