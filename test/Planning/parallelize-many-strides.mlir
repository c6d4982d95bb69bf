// RUN: saopt %s --sa-parallelize | FileCheck %s

// Whether strides of 16 dimensions meet is found out in no time, also where there
// are too many elements to look at.

!Meeting = !sa.array<2x2x4x2x4x2x2x3x2x2x2x4x2x2x2x2xf32, input, #sa.strided<[62443, 20, 0, 499545, 81, 2, 31221, 650, 15610, 325, 1, 124886, 5, 40, 7805, 10]>>
!Apart = !sa.array<2x2x4x2x4x2x2x3x2x2x2x4x2x2x2x2xf32, inout, #sa.strided<[62443, 20, 999101, 499545, 81, 2, 31221, 650, 15610, 325, 1, 124886, 5, 40, 7805, 11]>>

// CHECK-LABEL: sa.func @strides
// CHECK:         sa.nest (%i, %j) to (2, 4) parallel("i", "j")
sa.func @strides(%A: !Meeting, %B: !Apart) {
  sa.nest (%i, %j) to (2, 4) {
    %z = arith.constant 0 : index
    %a = sa.load %A[%i, %z, %j, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z] : !Meeting
    sa.store %a, %B[%i, %z, %j, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z, %z] : !Apart
  }
}
