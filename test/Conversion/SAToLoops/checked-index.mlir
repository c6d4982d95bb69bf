// RUN: saopt %s --sa-parallelize --convert-sa-to-loops | FileCheck %s

!X = !sa.array<64xi32, input>
!H = !sa.array<?xf32, inout, sizes = [N]>

// A wrong index is noted, and another one is used. Where the array may have no
// element at all, none is accessed.
// CHECK-LABEL: func.func @sum
// CHECK:         %[[ERRORS:.*]] = sa.error_record [{array = "H", dimension = 0 : i64, indices = ["i"]}]
// CHECK:         scf.parallel (%[[I:.*]]) =
// CHECK:           %[[V:.*]] = arith.index_cast
// CHECK:           %[[WRONG:.*]] = arith.cmpi uge, %[[V]], %[[N:.*]] : index
// CHECK:           scf.if %[[WRONG]] {
// CHECK-NEXT:        sa.record_error %[[ERRORS]] site 0 value %[[V]] size %[[N]] at(%[[I]])
// CHECK:           %[[AT:.*]] = arith.select %{{.*}}, %[[V]], %{{.*}} : index
// CHECK:           %[[EXISTS:.*]] = arith.cmpi sgt, %[[N]]
// CHECK:           scf.if %[[EXISTS]] {
// CHECK-NEXT:        memref.atomic_rmw addf %{{.*}}, %{{.*}}[%[[AT]]]
sa.func @sum(%X: !X, %H: !H, %one: f32) {
  %n = sa.dim %H, 0 : !H
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "H" dimension 0 at ["i"](%i)
    sa.accumulate add %one, %H[%at] : !H
  }
}

// An array of a known size has an element.
// CHECK-LABEL: func.func @gather
// CHECK:         arith.select
// CHECK-NOT:     scf.if
// CHECK:         memref.load
sa.func @gather(%X: !X, %A: !sa.array<8xf32, input>, %B: !sa.array<64xf32, inout>) {
  %n = arith.constant 8 : index
  sa.nest (%i) to (64) {
    %x = sa.load %X[%i] : !X
    %v = arith.index_cast %x : i32 to index
    %at = sa.checked_index %v to %n of "A" dimension 0 at ["i"](%i)
    %a = sa.load %A[%at] : !sa.array<8xf32, input>
    sa.store %a, %B[%i] : !sa.array<64xf32, inout>
  }
}

// CHECK-LABEL: func.func @assumption
// CHECK:         sa.error_record [{assumption = "x", indices = ["i"]}]
// CHECK:         } else {
// CHECK:           sa.record_error %{{.*}} site 0 value %[[ZERO:.*]] size %[[ZERO]] at
sa.func @assumption(%X: !sa.array<8xi1, input>, %B: !sa.array<8xf32, inout>, %b: f32) {
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xi1, input>
    scf.if %x {
      sa.store %b, %B[%i] : !sa.array<8xf32, inout>
    } else {
      sa.violate "x" at ["i"](%i)
    }
  }
}
