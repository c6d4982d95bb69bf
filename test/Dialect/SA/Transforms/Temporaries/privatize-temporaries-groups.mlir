// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-privatize-temporaries))' | FileCheck %s

// Temporaries that the work-items of a group share.

!A = !sa.array<13xf32, input>
!B = !sa.array<13xf32, inout>
!T = !sa.array<13xf32, temp>
#left = affine_map<(d0) -> (4, -d0 + 13)>
#add = affine_map<(d0, d1) -> (d0 + d1)>

// CHECK-LABEL: sa.func @written
// CHECK-SAME:    sa.report = [{message = "16 bytes of local memory for each group", names = ["T"], subject = "temporary"
// CHECK-NOT:     sa.temp
// CHECK:         affine.for %[[I:.*]] = 0 to 13 step 4 {
// CHECK-NEXT:      %[[T:.*]] = sa.buffer "T" local : !sa.array<4xf32, temp>
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to min
// CHECK:             sa.store %[[ARG:.*]], %[[T]][%[[X]]]
// CHECK:           gpu.barrier
// CHECK:           affine.for %[[Y:.*]] = 0 to min
// CHECK:             sa.load %[[T]][%[[Y]]]
sa.func @written(%A: !A, %B: !B) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 step 4 {
    affine.for %x = 0 to min #left(%i) {
      %at = affine.apply #add(%i, %x)
      %a = sa.load %A[%at] : !A
      sa.store %a, %T[%at] : !T
    } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
    gpu.barrier
    affine.for %y = 0 to min #left(%i) {
      %at = affine.apply #add(%i, %y)
      %t = sa.load %T[%at] : !T
      sa.store %t, %B[%at] : !B
    } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}

// All the work-items clear it, as many as the largest loop has.
// CHECK-LABEL: sa.func @summed
// CHECK-SAME:    sa.report = [{message = "80 bytes of local memory for each group, cleared first", names = ["T"], subject = "temporary"
// CHECK:         affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:      %[[T:.*]] = sa.buffer "T" local : !sa.array<1x4x5xf32, temp>
// CHECK-NEXT:      affine.for %[[TY:.*]] = 0 to 2 {
// CHECK-NEXT:        affine.for %[[TX:.*]] = 0 to 4 {
// CHECK-NEXT:          affine.for %[[E:.*]] = #{{.*}}(%[[TY]], %[[TX]]) to 20 step 8 {
// CHECK:                 sa.store %[[CST:.*]], %[[T]][%[[ARG:.*]], %[[ARG2:.*]], %[[ARG3:.*]]]
// CHECK:               } {sa.index = "T_element"}
// CHECK-NEXT:        } {sa.execution = #sa.execution<thread_x>, sa.index = "T_item_1"}
// CHECK-NEXT:      } {sa.execution = #sa.execution<thread_y>, sa.index = "T_item"}
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      affine.for
sa.func @summed(%A: !sa.array<8x4x5xf32, input>, %B: !sa.array<8x4x5xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8x4x5xf32, temp>
  affine.for %i = 0 to 8 {
    affine.for %z = 0 to 2 {
      affine.for %x = 0 to 2 {
        affine.for %k = 0 to 5 {
          %at = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%z, %x)
          %a = sa.load %A[%i, %at, %k] : !sa.array<8x4x5xf32, input>
          sa.accumulate add %a, %T[%i, %at, %k] : !sa.array<8x4x5xf32, temp>
        } {sa.index = "k"}
      } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
    } {sa.index = "z", sa.execution = #sa.execution<thread_y>}
    gpu.barrier
    affine.for %y = 0 to 4 {
      affine.for %k = 0 to 5 {
        %t = sa.load %T[%i, %y, %k] : !sa.array<8x4x5xf32, temp>
        sa.store %t, %B[%i, %y, %k] : !sa.array<8x4x5xf32, inout>
      } {sa.index = "l"}
    } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}

// What no room is left for stays where it was.
// CHECK-LABEL: sa.func @large
// CHECK-SAME:    sa.report = [{message = "4096 bytes of local memory for each group", names = ["S"], subject = "temporary"
// CHECK-SAME:                 {message = "32768 bytes in device memory: a group uses 4096 bytes of it, and has 904 of local memory", names = ["T"], subject = "temporary"
// CHECK:         %[[T:.*]] = sa.temp "T"
// CHECK:         sa.buffer "S" local
// CHECK:         sa.store %[[ARG:.*]], %[[T]]
sa.func @large(%A: !sa.array<8x1024xf32, input>, %B: !sa.array<8x1024xf32, inout>) {
  %S = sa.temp "S" : !sa.array<8x1024xf32, temp>
  %T = sa.temp "T" : !sa.array<8x1024xf32, temp>
  affine.for %i = 0 to 8 {
    affine.for %x = 0 to 1024 {
      %a = sa.load %A[%i, %x] : !sa.array<8x1024xf32, input>
      sa.store %a, %S[%i, %x] : !sa.array<8x1024xf32, temp>
      sa.store %a, %T[%i, %x] : !sa.array<8x1024xf32, temp>
    } {sa.index = "x", sa.execution = #sa.execution<thread_x>}
    gpu.barrier
    affine.for %y = 0 to 1024 {
      %s = sa.load %S[%i, %y] : !sa.array<8x1024xf32, temp>
      %t = sa.load %T[%i, %y] : !sa.array<8x1024xf32, temp>
      %st = arith.addf %s, %t : f32
      sa.store %st, %B[%i, %y] : !sa.array<8x1024xf32, inout>
    } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.local_memory = 5000 : i64, sa.execution = #sa.execution<block_x>}
}

// Groups do not see what others have written.
// CHECK-LABEL: sa.func @carried
// CHECK-SAME:    sa.report = [{message = "52 bytes in device memory: T[y] at line {{[0-9]+}} reads what T[i] at line {{[0-9]+}} writes in other iterations of the loop 'i'", names = ["T"], subject = "temporary"
sa.func @carried(%A: !A, %B: !sa.array<13x13xf32, inout>) {
  %T = sa.temp "T" : !T
  affine.for %i = 0 to 13 {
    affine.for %x = 0 to 1 {
      %a = sa.load %A[%i] : !A
      sa.store %a, %T[%i] : !T
    } {sa.index = "first", sa.execution = #sa.execution<thread_x>}
    gpu.barrier
    affine.for %y = 0 to 13 {
      %t = sa.load %T[%y] : !T
      sa.store %t, %B[%i, %y] : !sa.array<13x13xf32, inout>
    } {sa.index = "y", sa.execution = #sa.execution<thread_x>}
  } {sa.index = "i", sa.execution = #sa.execution<block_x>}
}
