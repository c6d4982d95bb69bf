// RUN: saopt %s --sa-insert-caches | FileCheck %s

// Where copies live.

!V = !sa.array<64xf32, input>
!W = !sa.array<64xf32, output>

// A slice for each of the 2 * 4 iterations of the parallel loops.
// CHECK-LABEL: sa.func @slices
// CHECK:         %c = sa.temp "c" uninitialized : !sa.array<2x4x8xf32, temp>
sa.func @slices(%A: !V, %B: !W) {
  // CHECK: affine.for %[[I:.*]] = 0 to 64 step 32
  affine.for %i = 0 to 64 step 32 {
    // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 32 step 8
    affine.for %j = 0 to 32 step 8 {
      // CHECK-NEXT: affine.for %[[X:.*]] = 0 to 8
      // CHECK-DAG:    %[[FIRST:.*]] = affine.apply #{{.*}}(%[[I]])
      // CHECK-DAG:    %[[SECOND:.*]] = affine.apply #{{.*}}(%[[J]])
      // CHECK:        sa.store %{{.*}}, %c[%[[FIRST]], %[[SECOND]], %[[X]]]
      %c = sa.loop_cache %A as "c" at "k" {location = #sa.memory<global>} : !V
      affine.for %k = 0 to 8 {
        %x = affine.apply affine_map<(i, j, k) -> (i + j + k)>(%i, %j, %k)
        // CHECK: sa.load %c[%{{.*}}, %{{.*}}, %{{.*}}]
        %a = sa.load %A[%x] : !V
        sa.store %a, %B[%x] : !W
      } {sa.index = "k"}
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// One for each of the iterations, as many as a size says: every 8th position has
// a slice of 16 elements.
// CHECK-LABEL: sa.func @run_time_slices
// CHECK:         %c = sa.temp "c" uninitialized : !sa.array<?x8x2xf32, temp, #sa.sliced<[8]>, sizes = [N]>
!P = !sa.array<?x2xf32, input, sizes = [N]>
!Q = !sa.array<?x2xf32, output, sizes = [N]>
sa.func @run_time_slices(%A: !P, %B: !Q) {
  %n = sa.dim %A, 0 : !P
  // CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} step 8
  affine.for %i = 0 to %n step 8 {
    // CHECK: sa.store %{{.*}}, %c[%[[I]], %{{.*}}, %{{.*}}]
    %c = sa.loop_cache %A as "c" at "k" {location = #sa.memory<global>} : !P
    affine.for %k = 0 to min affine_map<(i)[n] -> (8, n - i)>(%i)[%n] {
      affine.for %j = 0 to 2 {
        %x = affine.apply affine_map<(i, k) -> (i + k)>(%i, %k)
        // CHECK: sa.load %c[%[[I]], %{{.*}}, %{{.*}}]
        %a = sa.load %A[%x, %j] : !P
        sa.store %a, %B[%x, %j] : !Q
      } {sa.index = "j"}
    } {sa.index = "k"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Around parallel loops there is one copy for all, filled in parallel.
// CHECK-LABEL: sa.func @shared
// CHECK:         %c = sa.temp "c" uninitialized : !sa.array<?x8xf32, temp, sizes = [N]>
// CHECK:         affine.for %[[A_0:.*]] = 0 to %[[ARG:.*]] {
// CHECK-NEXT:      affine.for %[[A_1:.*]] = 0 to 8 {
// CHECK:             sa.store %[[ARG2:.*]], %c
// CHECK-NEXT:      } {sa.index = "A_1"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<parallel>, sa.index = "A_0"}
!A = !sa.array<?xf32, input, sizes = [N]>
!M = !sa.array<?x8xf32, input, sizes = [N]>
!O = !sa.array<?x8xf32, output, sizes = [N]>
sa.func @shared(%A: !M, %B: !O) {
  %n = sa.dim %A, 0 : !M
  %c = sa.loop_cache %A as "c" at "i" {location = #sa.memory<global>} : !M
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      // CHECK: sa.load %c
      %a = sa.load %A[%i, %j] : !M
      sa.store %a, %B[%i, %j] : !O
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// Without parallel loops a kernel of one work-item has the copy, in global
// memory.
// CHECK-LABEL: sa.func @alone
// CHECK:         %c = sa.temp "c" uninitialized : !sa.array<8xf32, temp>
// CHECK:         } {sa.index = "A_0"}
sa.func @alone(%A: !V, %B: !W) {
  affine.for %i = 0 to 64 step 8 {
    %c = sa.loop_cache %A as "c" at "k" {location = #sa.memory<private>} : !V
    affine.for %k = 0 to 8 {
      %x = affine.apply affine_map<(i, k) -> (i + k)>(%i, %k)
      %a = sa.load %A[%x] : !V
      sa.store %a, %B[%x] : !W
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// The work-items of a group fill a copy together, each every 8th element, and
// wait for each other before and after its use. All of them come by: where the
// array ends, a condition keeps them from computing.
// CHECK-LABEL: sa.func @local
// CHECK:         affine.for %[[I:.*]] = 0 to %[[ARG:.*]] step 8
sa.func @local(%A: !A, %B: !sa.array<?xf32, inout, sizes = [N]>) {
  %n = sa.dim %A, 0 : !A
  affine.for %i = 0 to %n step 8 {
    // CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
    affine.for %ii = 0 to min affine_map<(i)[n] -> (8, n - i)>(%i)[%n] {
      // CHECK-NEXT: affine.for %[[K:.*]] = 0 to %{{.*}} step 16
      affine.for %k = 0 to %n step 16 {
        // CHECK-NEXT: %c = sa.buffer "c" local : !sa.array<16xf32, temp>
        // CHECK-NEXT: affine.for %[[E:.*]] = #{{.*}}(%[[II]]) to 16 step 8 {
        // CHECK-NEXT:   affine.if #{{.*}}(%[[K]], %[[E]])
        // CHECK:          sa.store %{{.*}}, %c[%[[E]]]
        // CHECK:      } {sa.index = "A_element"}
        // CHECK-NEXT: gpu.barrier
        // CHECK-NEXT: affine.if #{{.*}}(%[[I]], %[[II]])
        // CHECK-NEXT:   affine.for %[[KK:.*]] = 0 to
        // CHECK:          sa.load %c[%[[KK]]]
        // CHECK:        } {sa.index = "kk"}
        // CHECK-NEXT: }
        // CHECK-NEXT: gpu.barrier
        %c = sa.loop_cache %A as "c" at "kk" {location = #sa.memory<local>} : !A
        affine.for %kk = 0 to min affine_map<(k)[n] -> (16, n - k)>(%k)[%n] {
          %x = affine.apply affine_map<(i, ii) -> (i + ii)>(%i, %ii)
          %y = affine.apply affine_map<(k, kk) -> (k + kk)>(%k, %kk)
          %a = sa.load %A[%y] : !A
          sa.accumulate add %a, %B[%x] : !sa.array<?xf32, inout, sizes = [N]>
        } {sa.index = "kk"}
      } {sa.index = "k"}
    } {sa.index = "ii", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}

// Slices of an extent that is only known at run time are in device memory, when
// nothing else is said; also in several loops of run-time size.
// CHECK-LABEL: sa.func @run_time_extents
// CHECK-DAG:     %c = sa.temp "c" uninitialized : !sa.array<?x?x1x?xf32, temp, sizes = [M, N, K]>
// CHECK-DAG:     %d = sa.temp "d" uninitialized : !sa.array<?x?x?x1xf32, temp, #sa.sliced<[1, 1], #sa.col_major>, sizes = [M, N, K]>
!MK = !sa.array<?x?xf32, input, sizes = [M, K]>
!KN = !sa.array<?x?xf32, input, sizes = [K, N]>
!MN = !sa.array<?x?xf32, inout, sizes = [M, N]>
sa.func @run_time_extents(%A: !MK, %B: !KN, %C: !MN) {
  %m = sa.dim %A, 0 : !MK
  %n = sa.dim %B, 1 : !KN
  %depth = sa.dim %A, 1 : !MK
  // CHECK: affine.for %[[I:.*]] = 0 to
  affine.for %i = 0 to %m {
    // CHECK: affine.for %[[J:.*]] = 0 to
    affine.for %j = 0 to %n {
      // CHECK: sa.store %{{.*}}, %c[%[[I]], %[[J]], %{{.*}}, %{{.*}}]
      %c = sa.loop_cache %A as "c" at "k" : !MK
      %d = sa.loop_cache %B as "d" at "k" {layout = #sa.col_major} : !KN
      affine.for %k = 0 to %depth {
        // CHECK: sa.load %c[%[[I]], %[[J]], %{{.*}}, %[[K:arg[0-9]+]]]
        %a = sa.load %A[%i, %k] : !MK
        // CHECK: sa.load %d[%[[I]], %[[J]], %[[K]], %{{.*}}]
        %b = sa.load %B[%k, %j] : !KN
        %ab = arith.mulf %a, %b : f32
        sa.accumulate add %ab, %C[%i, %j] : !MN
      } {sa.index = "k"}
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>}
}

// No size says how many iterations there are: some work-items share them, each with a slice.
// CHECK-LABEL: sa.func @unbounded
// CHECK:         sa.temp "c" uninitialized : !sa.array<256x8xf32, temp>
// CHECK:         affine.for %[[PART:.*]] = 0 to 256 {
// CHECK-NEXT:      affine.for %[[I:.*]] = {{.*}}(%[[PART]]) to %[[N:.*]] step 256 {
// CHECK:             sa.load %c[%[[PART]], %[[ARG2:.*]]]
// CHECK:           } {sa.index = "i"}
// CHECK-NEXT:    } {sa.execution = #sa.execution<parallel>, sa.index = "i_part"}
sa.func @unbounded(%A: !sa.array<8xf32, input>, %B: !sa.array<8xf32, inout>, %n: index) {
  affine.for %i = 0 to %n {
    %c = sa.loop_cache %A as "c" at "j" {location = #sa.memory<global>} : !sa.array<8xf32, input>
    affine.for %j = 0 to 8 {
      %a = sa.load %A[%j] : !sa.array<8xf32, input>
      sa.accumulate add %a, %B[%j] : !sa.array<8xf32, inout>
    } {sa.index = "j"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>, sa.reductions = ["B"]}
}
