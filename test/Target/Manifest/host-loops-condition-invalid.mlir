// RUN: not saopt %s --emit=manifest 2>&1 | FileCheck %s

// A condition on a size whose expression would fill pages: every line of the program doubles it.

// CHECK:     error: 'scf.if' op has a condition that a manifest cannot express
// CHECK-NOT: error
!V = !sa.array<?xf32, inout, sizes = [N]>
sa.func @doubled(%A: !V, %x: f32) {
  %n0 = sa.dim %A, 0 : !V
  %n1 = arith.addi %n0, %n0 : index
  %n2 = arith.addi %n1, %n1 : index
  %n3 = arith.addi %n2, %n2 : index
  %n4 = arith.addi %n3, %n3 : index
  %n5 = arith.addi %n4, %n4 : index
  %n6 = arith.addi %n5, %n5 : index
  %n7 = arith.addi %n6, %n6 : index
  %n8 = arith.addi %n7, %n7 : index
  %n9 = arith.addi %n8, %n8 : index
  %n10 = arith.addi %n9, %n9 : index
  %n11 = arith.addi %n10, %n10 : index
  affine.if affine_set<()[n] : (n - 3 >= 0)>()[%n11] {
    affine.for %i = 0 to %n0 {
      sa.store %x, %A[%i] : !V
    } {sa.index = "i", sa.execution = #sa.execution<parallel>}
  }
}
