// RUN: saopt %s --sa-fuse-nests | FileCheck %s

// Nests that stay as they are, and what the report says about it.

!V = !sa.array<8xf32, inout>
!T = !sa.array<8xf32, temp>

// CHECK-LABEL: sa.func @other_points
// CHECK-SAME:    {message = "32 bytes in device memory: nest 0 and nest 1 are not fused: nest 1 reads T[i + 1] at line [[#@LINE+11]], which nest 0 writes at other points: T[i] at line [[#@LINE+7]]", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @other_points(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  %one = arith.constant 1 : index
  sa.nest (%i) to (7) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (7) {
    %next = arith.addi %i, %one : index
    %t = sa.load %T[%next] : !T
    sa.store %t, %A[%i] : !V
  }
}

// The second nest overwrites what later points of the first need.
// CHECK-LABEL: sa.func @another_array
// CHECK-SAME:    nest 1 writes A[7 - i] at line {{[0-9]+}}, which nest 0 reads at other points: A[i] at line
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @another_array(%A: !V) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    %r = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%r] : !V
  }
}

// A layout that puts two elements in one place.
// CHECK-LABEL: sa.func @shared_elements
// CHECK-SAME:    nest 1 reads T[i, j] at line {{[0-9]+}}, which nest 0 updates at other points: T[i, j]
// CHECK:         sa.nest
// CHECK:         sa.nest
!H = !sa.array<4x4xf32, temp, #sa.strided<[1, 1]>>
!W = !sa.array<4x4xf32, inout>
sa.func @shared_elements(%A: !W, %x: f32) {
  %T = sa.temp "T" : !H
  sa.nest (%i, %j) to (4, 4) {
    sa.accumulate add %x, %T[%i, %j] : !H
  }
  sa.nest (%i, %j) to (4, 4) {
    %t = sa.load %T[%i, %j] : !H
    sa.store %t, %A[%i, %j] : !W
  }
}

// CHECK-LABEL: sa.func @sizes
// CHECK-SAME:    {message = "32 bytes in device memory: nest 0 and nest 1 are not fused: they do not run over the same points", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @sizes(%A: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (7) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// Sizes that may differ at run time.
// CHECK-LABEL: sa.func @run_time_sizes
// CHECK-SAME:    {message = "N x 2 elements in device memory: nest 0 and nest 1 are not fused: they do not run over the same points", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK:         sa.nest
!M = !sa.array<?xf32, inout, sizes = [M]>
!N = !sa.array<?xf32, inout, sizes = [N]>
sa.func @run_time_sizes(%A: !M, %B: !N, %x: f32, %m: index) {
  %zero = arith.constant 0 : index
  %T = sa.temp "T" : !sa.array<?x2xf32, temp, sizes = [N]>
  %n = sa.dim %B, 0 : !N
  sa.nest (%i) to (%n) {
    sa.store %x, %T[%i, %zero] : !sa.array<?x2xf32, temp, sizes = [N]>
  }
  sa.nest (%i) to (%m) {
    %t = sa.load %T[%i, %zero] : !sa.array<?x2xf32, temp, sizes = [N]>
    sa.store %t, %B[%i] : !N
  }
}

// Together with the sum, the exponentials would wait for each other.
// CHECK-LABEL: sa.func @parallelism
// CHECK-SAME:    {message = "64 bytes in device memory: nest 0 and nest 1 are not fused: index 'j' of the first could no longer run in parallel", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK:         sa.nest
!S = !sa.array<4x4xf32, temp>
sa.func @parallelism(%A: !W, %B: !V) {
  %T = sa.temp "T" : !S
  sa.nest (%i, %j) to (4, 4) {
    %a = sa.load %A[%i, %j] : !W
    %e = math.exp %a : f32
    sa.store %e, %T[%i, %j] : !S
  }
  sa.nest (%i, %j) to (4, 4) {
    %t = sa.load %T[%i, %j] : !S
    sa.accumulate add %t, %B[%i] : !V
  }
}

// CHECK-LABEL: sa.func @parallelism_of_second
// CHECK-SAME:    index 'j' of the second could no longer run in parallel
sa.func @parallelism_of_second(%A: !W, %B: !V, %x: f32) {
  %T = sa.temp "T" : !S
  sa.nest (%i, %j) to (4, 4) {
    sa.store %x, %T[%i, %j] : !S
    sa.accumulate add %x, %B[%i] : !V
  }
  sa.nest (%i, %j) to (4, 4) {
    %t = sa.load %T[%i, %j] : !S
    sa.store %t, %A[%i, %j] : !W
  }
}

// CHECK-LABEL: sa.func @between
// CHECK-SAME:    {message = "32 bytes in device memory: nest 0 and nest 2 are not fused: another nest runs between them", names = ["T"], subject = "temporary"
// CHECK:         sa.nest
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @between(%A: !V, %B: !V, %x: f32) {
  %T = sa.temp "T" : !T
  sa.nest (%i) to (8) {
    sa.store %x, %T[%i] : !T
  }
  sa.nest (%i) to (8) {
    sa.store %x, %B[%i] : !V
  }
  sa.nest (%i) to (8) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %A[%i] : !V
  }
}

// No temporary connects them: nothing would be saved.
// CHECK-LABEL: sa.func @not_connected
// CHECK-NOT:     sa.report
// CHECK:         sa.nest
// CHECK:         sa.nest
sa.func @not_connected(%A: !V, %B: !V, %x: f32) {
  sa.nest (%i) to (8) {
    sa.store %x, %A[%i] : !V
  }
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    sa.store %a, %B[%i] : !V
  }
}

// Different parts of one box.
// CHECK-LABEL: sa.func @where
// CHECK-SAME:    nest 0 and nest 1 are not fused: they do not run over the same points
sa.func @where(%A: !W, %x: f32) {
  %T = sa.temp "T" : !S
  sa.nest (%i, %j) to (4, 4) where affine_set<(i, j) : (i - j >= 0)> {
    sa.store %x, %T[%i, %j] : !S
  }
  sa.nest (%i, %j) to (4, 4) {
    %t = sa.load %T[%i, %j] : !S
    sa.store %t, %A[%i, %j] : !W
  }
}

// A nest over segments has other points than one over all of the range.
!starts = !sa.array<3xui16, const>
!SegmentsC = !sa.array<2x5xf32, inout>
!SegmentsT = !sa.array<2x5xf32, temp>

// CHECK-LABEL: sa.func @segments
// CHECK-COUNT-2: sa.nest
sa.func @segments(%C: !SegmentsC, %x: f32) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  %T = sa.temp "T" : !SegmentsT
  sa.nest (%i, %q) to (2, 5) {
    sa.store %x, %T[%i, %q] : !SegmentsT
  }
  sa.nest (%i, %q) to (2, 5)
      segments("q" of %starts at (i, q) -> (i) : !starts) {
    %t = sa.load %T[%i, %q] : !SegmentsT
    sa.accumulate add %t, %C[%i, %q] : !SegmentsC
  }
}
