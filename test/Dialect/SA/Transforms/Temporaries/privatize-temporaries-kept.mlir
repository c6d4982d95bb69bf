// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-privatize-temporaries))' | FileCheck %s

// Temporaries that stay in device memory, and what the report says about it.

!A = !sa.array<13xf32, input>
!B = !sa.array<13xf32, inout>
!T = !sa.array<13xf32, temp>
!W = !sa.array<64x64xf32, temp>
!V = !sa.array<64x64xf32, inout>

// CHECK-LABEL: sa.func @neighbours
// CHECK-SAME:    {message = "52 bytes in device memory: T[i - 1] at line [[#@LINE+8]] reads what T[i] at line [[#@LINE+6]] writes in other iterations of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK:         sa.temp "T"
sa.func @neighbours(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 1 to 13 {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    %at = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %t = sa.load %T[%at] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}

// CHECK-LABEL: sa.func @running_sum
// CHECK-SAME:    {message = "4 bytes in device memory: T[()] at line [[#@LINE+6]] reads what it writes in other iterations of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK:         sa.temp "T"
sa.func @running_sum(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<f32, temp>
  affine.for %i = 0 to 13 {
    %a = sa.load %A[%i] : !A
    sa.accumulate add %a, %T[] : !sa.array<f32, temp>
    %t = sa.load %T[] : !sa.array<f32, temp>
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}

// Read before it is written, in the next iteration by what is there then.
// CHECK-LABEL: sa.func @late
// CHECK-SAME:    {message = "4 bytes in device memory: T[()] at line {{[0-9]+}} reads what T[()] at line {{[0-9]+}} writes in other iterations of the loop 'i'", names = ["T"], subject = "temporary"
sa.func @late(%A: !A, %B: !B) {
  %T = sa.temp "T" : !sa.array<f32, temp>
  affine.for %i = 0 to 13 {
    %t = sa.load %T[] : !sa.array<f32, temp>
    sa.store %t, %B[%i] : !B
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[] : !sa.array<f32, temp>
  } {sa.index = "i"}
}

// CHECK-LABEL: sa.func @large
// CHECK-SAME:    {message = "16384 bytes in device memory: an iteration of the loop 'i' uses 8192 bytes of it, and private memory is for 5000 at the most", names = ["T"], subject = "temporary"
// CHECK:         sa.temp "T"
sa.func @large(%B: !V, %x: f32) {
  %T = sa.temp "T" : !W
  affine.for %i = 0 to 64 step 32 {
    affine.for %ii = 0 to 32 {
      affine.for %j = 0 to 64 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %ii)
        sa.store %x, %T[%at, %j] : !W
      } {sa.index = "j"}
    } {sa.index = "ii"}
    affine.for %jj = 0 to 64 {
      affine.for %pp = 0 to 32 {
        %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %pp)
        %t = sa.load %T[%at, %jj] : !W
        sa.store %t, %B[%at, %jj] : !V
      } {sa.index = "pp"}
    } {sa.index = "jj"}
  } {sa.index = "i", sa.private_memory = 5000 : i64}
}

// Work-items of a group have their private memory at the same time.
// CHECK-LABEL: sa.func @grid
// CHECK-SAME:    {message = "65536 bytes in device memory: an iteration of the loop 'x' uses 8192 bytes of it, and private memory is for 4096 at the most", names = ["T"], subject = "temporary"
sa.func @grid(%A: !sa.array<8x2048xf32, input>, %B: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8x2048xf32, temp>
  affine.for %x = 0 to 8 {
    affine.for %j = 0 to 2048 {
      %a = sa.load %A[%x, %j] : !sa.array<8x2048xf32, input>
      sa.store %a, %T[%x, %j] : !sa.array<8x2048xf32, temp>
    } {sa.index = "j"}
    affine.for %k = 0 to 2048 {
      %t = sa.load %T[%x, %k] : !sa.array<8x2048xf32, temp>
      sa.accumulate add %t, %B[%x] : !sa.array<8xf32, inout>
    } {sa.index = "k"}
  } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
}

// All temporaries of a work-item share the limit.
// CHECK-LABEL: sa.func @together
// CHECK-SAME:    {message = "32 bytes of private memory for each iteration of the loop 'i'", names = ["T"], subject = "temporary"
// CHECK-SAME:    {message = "256 bytes in device memory: an iteration of the loop 'i' uses 32 bytes of it, and private memory is for 40 at the most, 32 of which others use", names = ["U"], subject = "temporary"
sa.func @together(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8x8xf32, temp>
  %U = sa.temp "U" : !sa.array<8x8xf32, temp>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
      sa.store %a, %T[%i, %j] : !sa.array<8x8xf32, temp>
      sa.store %a, %U[%i, %j] : !sa.array<8x8xf32, temp>
    } {sa.index = "j"}
    affine.for %k = 0 to 8 {
      %t = sa.load %T[%i, %k] : !sa.array<8x8xf32, temp>
      %u = sa.load %U[%i, %k] : !sa.array<8x8xf32, temp>
      %tu = arith.addf %t, %u : f32
      sa.accumulate add %tu, %B[%i] : !sa.array<8xf32, inout>
    } {sa.index = "k"}
  } {sa.index = "i", sa.execution = #sa.execution<parallel>, sa.private_memory = 40 : i64}
}

// CHECK-LABEL: sa.func @run_time_row
// CHECK-SAME:    {message = "N elements in device memory: how much of dimension 0 an iteration of the loop 'i' uses has no constant bound", names = ["T"], subject = "temporary"
sa.func @run_time_row(%A: !sa.array<?xf32, input, sizes = [N]>, %B: !B) {
  %T = sa.temp "T" : !sa.array<?xf32, temp, sizes = [N]>
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to %n {
      %a = sa.load %A[%j] : !sa.array<?xf32, input, sizes = [N]>
      sa.store %a, %T[%j] : !sa.array<?xf32, temp, sizes = [N]>
    } {sa.index = "j"}
    affine.for %k = 0 to %n {
      %t = sa.load %T[%k] : !sa.array<?xf32, temp, sizes = [N]>
      sa.accumulate add %t, %B[%i] : !B
    } {sa.index = "k"}
  } {sa.index = "i"}
}

// CHECK-LABEL: sa.func @two_kernels
// CHECK-SAME:    {message = "52 bytes in device memory: the iterations of the loop 'k' run at the same time, and the loop 'i' around it uses it in several of them", names = ["T"], subject = "temporary"
sa.func @two_kernels(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 13 {
      %a = sa.load %A[%j] : !A
      sa.store %a, %T[%j] : !T
    } {sa.index = "j", sa.execution = #sa.execution<parallel>}
    affine.for %k = 0 to 13 {
      %t = sa.load %T[%k] : !T
      sa.accumulate add %t, %B[%k] : !B
    } {sa.index = "k", sa.execution = #sa.execution<parallel>}
  } {sa.index = "i"}
}

// CHECK-LABEL: sa.func @apart
// CHECK-SAME:    {message = "52 bytes in device memory: no loop is around all of its uses: fuse their schedules", names = ["T"], subject = "temporary"
sa.func @apart(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
  } {sa.index = "i"}
  sa.nest (%i) to (13) {
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  }
}

// CHECK-LABEL: sa.func @copied
// CHECK-SAME:    {message = "52 bytes in device memory: the plan keeps copies of it", names = ["T"], subject = "temporary"
sa.func @copied(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    %c = sa.loop_cache %T as "c" at "j" {location = #sa.memory<private>} : !T
    affine.for %j = 0 to 1 {
      %a = sa.load %A[%i] : !A
      sa.store %a, %T[%i] : !T
      %t = sa.load %T[%i] : !T
      sa.store %t, %B[%i] : !B
    } {sa.index = "j"}
  } {sa.index = "i"}
}

// T[i, 0] is T[0, i]: a copy in another layout would lose that.
// CHECK-LABEL: sa.func @shared_place
// CHECK-SAME:    {message = "28 bytes in device memory: several of its elements share an offset", names = ["T"], subject = "temporary"
!H = !sa.array<4x4xf32, temp, #sa.strided<[1, 1]>>
sa.func @shared_place(%A: !A, %B: !B) {
  %T = sa.temp "T" : !H
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i, %zero] : !H
    %t = sa.load %T[%zero, %i] : !H
    sa.store %t, %B[%i] : !B
  } {sa.index = "i"}
}

// A loop that is unrolled, with nothing around it.
// CHECK-LABEL: sa.func @unrolled
// CHECK-SAME:    {message = "52 bytes in device memory: the loop 'i' is unrolled, and has no memory of its own", names = ["T"], subject = "temporary"
sa.func @unrolled(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 13 {
      %a = sa.load %A[%k] : !A
      sa.accumulate add %a, %T[%i] : !T
    } {sa.index = "k"}
    %t = sa.load %T[%i] : !T
    sa.store %t, %B[%i] : !B
  } {sa.index = "i", sa.execution = #sa.execution<unroll>}
}
