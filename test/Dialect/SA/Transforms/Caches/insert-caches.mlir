// RUN: saopt %s --sa-insert-caches | FileCheck %s

// Copies are filled before the loop that triggers them, with what it touches of
// the array; what was written is written back after it.

// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0)[s0] -> (8, -d0 + s0)>
// CHECK-DAG: #[[$DEPTH:.*]] = affine_map<(d0)[s0] -> (4, -d0 + s0)>
// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0)[s0] -> (16, -d0 + s0)>
// CHECK-DAG: #[[$SUM:.*]] = affine_map<(d0, d1) -> (d0 + d1)>

!A = !sa.array<?x?xf32, input, sizes = [M, K]>
!B = !sa.array<?x?xf32, input, sizes = [K, N]>
!C = !sa.array<?x?xf32, inout, sizes = [M, N]>

// CHECK-LABEL: sa.func @product
sa.func @product(%A: !A, %B: !B, %C: !C) {
  %m = sa.dim %A, 0 : !A
  %depth = sa.dim %A, 1 : !A
  %n = sa.dim %B, 1 : !B
  // CHECK: affine.for %[[I:.*]] = 0 to
  affine.for %i = 0 to %m step 8 {
    // CHECK: affine.for %[[J:.*]] = 0 to
    affine.for %j = 0 to %n step 16 {
      // CHECK-NEXT: %C_cache = sa.buffer "C_cache" private : !sa.array<8x16xf32, temp>
      // CHECK-NEXT: affine.for %[[X:.*]] = 0 to min #[[$ROWS]](%[[I]])
      // CHECK-NEXT:   affine.for %[[Y:.*]] = 0 to min #[[$COLUMNS]](%[[J]])
      // CHECK-NEXT:     %[[ROW:.*]] = affine.apply #[[$SUM]](%[[I]], %[[X]])
      // CHECK-NEXT:     %[[COLUMN:.*]] = affine.apply #[[$SUM]](%[[J]], %[[Y]])
      // CHECK-NEXT:     %[[OLD:.*]] = sa.load %C[%[[ROW]], %[[COLUMN]]]
      // CHECK-NEXT:     sa.store %[[OLD]], %C_cache[%[[X]], %[[Y]]]
      // CHECK-NEXT:   } {sa.index = "C_1"}
      // CHECK-NEXT: } {sa.index = "C_0"}
      // CHECK-NEXT: affine.for %[[K:.*]] = 0 to
      %Cc = sa.loop_cache %C as "C_cache" at "k" {location = #sa.memory<private>} : !C
      affine.for %k = 0 to %depth step 4 {
        // CHECK-NEXT: %B_cache = sa.buffer "B_cache" private : !sa.array<4x16xf32, temp>
        // CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$DEPTH]](%[[K]])
        // CHECK-NEXT:   affine.for %{{.*}} = 0 to min #[[$COLUMNS]](%[[J]])
        // CHECK:      sa.load %B
        // CHECK-NEXT: sa.store %{{.*}}, %B_cache
        %Bc = sa.loop_cache %B as "B_cache" at "ii" {location = #sa.memory<private>} : !B
        // CHECK: affine.for %[[II:.*]] = 0 to
        affine.for %ii = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%m] {
          // CHECK: affine.for %[[JJ:.*]] = 0 to
          affine.for %jj = 0 to min affine_map<(d0)[s0] -> (16, s0 - d0)>(%j)[%n] {
            // CHECK: affine.for %[[KK:.*]] = 0 to
            affine.for %kk = 0 to min affine_map<(d0)[s0] -> (4, s0 - d0)>(%k)[%depth] {
              %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
              %y = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %jj)
              %z = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%k, %kk)
              // CHECK: sa.load %A
              %a = sa.load %A[%x, %z] : !A
              // CHECK-NEXT: sa.load %B_cache[%[[KK]], %[[JJ]]]
              %b = sa.load %B[%z, %y] : !B
              %ab = arith.mulf %a, %b : f32
              // CHECK: sa.accumulate add %{{.*}}, %C_cache[%[[II]], %[[JJ]]]
              sa.accumulate add %ab, %C[%x, %y] : !C
            } {sa.index = "kk"}
          } {sa.index = "jj"}
        } {sa.index = "ii"}
      // CHECK: } {sa.index = "k"}
      // CHECK-NEXT: affine.for %{{.*}} = 0 to min #[[$ROWS]](%[[I]])
      // CHECK-NEXT:   affine.for %{{.*}} = 0 to min #[[$COLUMNS]](%[[J]])
      // CHECK:          %[[NEW:.*]] = sa.load %C_cache
      // CHECK-NEXT:     sa.store %[[NEW]], %C
      // CHECK-NEXT:   } {sa.index = "C_1_1"}
      // CHECK-NEXT: } {sa.index = "C_0_1"}
      } {sa.index = "k"}
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}
