// RUN: rm -rf %t && split-file %s %t
// RUN: saopt %t/range.mlir --emit=sycl -o /dev/null
// RUN: not saopt %t/range.mlir --emit=manifest --schedule=none 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: saopt %t/require.mlir --emit=sycl -o /dev/null
// RUN: not saopt %t/require.mlir --emit=manifest --schedule=none 2>&1 | FileCheck %s --check-prefix=REQUIRE

// A size whose expression would fill pages: every line of the program doubles it.

// RANGE:       range.mlir:15:3: error: 'sa.launch' op has a range that a manifest cannot express
// RANGE-NOT:   error
// REQUIRE:     require.mlir:16:3: error: 'sa.require' op has a size that a manifest cannot express
// REQUIRE-NOT: error

//--- range.mlir
!V = !sa.array<?xf32, inout, sizes = [N]>
sa.func @doubled(%A: !V, %C: !sa.array<?xf32, inout>, %x: f32) {
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
  sa.nest (%i) to (%n11) {
    sa.store %x, %C[%i] : !sa.array<?xf32, inout>
  }
}

//--- require.mlir
!V = !sa.array<?xf32, inout, sizes = [N]>
sa.func @doubled(%A: !V, %C: !sa.array<?xf32, inout>, %x: f32) {
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
  %c = sa.dim %C, 0 : !sa.array<?xf32, inout>
  sa.require %c at_least %n11 of "C" dimension 0
  sa.nest (%i) to (%n0) {
    sa.store %x, %A[%i] : !V
  }
}
