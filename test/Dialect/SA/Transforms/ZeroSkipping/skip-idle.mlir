// RUN: saopt %s --sa-skip-idle | FileCheck %s

!T = !sa.array<4xui8, const>
!C = !sa.array<16xf32, inout>

// What comes after the mark happens where the table is not zero.
// CHECK-LABEL: sa.func @marked
// CHECK:         affine.for %[[K:.*]] = 0 to 16 step 4 {
// CHECK-NEXT:      %[[BLOCK:.*]] = affine.apply
// CHECK-NEXT:      %[[ENTRY:.*]] = sa.load %{{.*}}[%[[BLOCK]]]
// CHECK-NEXT:      %[[NUMBER:.*]] = arith.index_castui %[[ENTRY]]
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:      %[[BUSY:.*]] = arith.cmpi ne, %[[NUMBER]], %[[ZERO]]
// CHECK-NEXT:      scf.if %[[BUSY]] {
// CHECK-NEXT:        affine.for
// CHECK-NOT:     sa.idle
sa.func @marked(%C: !C) {
  %T = sa.const "T" dense<[1, 0, 0, 1]> : tensor<4xui8> as !T
  %one = arith.constant 1.0 : f32
  affine.for %k = 0 to 16 step 4 {
    %block = affine.apply affine_map<(k) -> (k floordiv 4)>(%k)
    sa.idle %T[%block] in "k" : !T
    affine.for %kk = 0 to 4 {
      %i = affine.apply affine_map<(k, kk) -> (k + kk)>(%k, %kk)
      sa.accumulate add %one, %C[%i] : !C
    } {sa.index = "kk"}
  } {sa.index = "k"}
}

// What the loop carries stays as it is elsewhere.
// CHECK-LABEL: sa.func @carried
// CHECK:         affine.for {{.*}} iter_args(%[[HELD:.*]] = %{{.*}}) -> (f32) {
// CHECK:           %[[NEXT:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT:        %[[SUM:.*]] = arith.addf %[[HELD]]
// CHECK-NEXT:        scf.yield %[[SUM]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[HELD]]
// CHECK:           affine.yield %[[NEXT]]
sa.func @carried(%C: !C) {
  %T = sa.const "T" dense<[1, 0, 0, 1]> : tensor<4xui8> as !T
  affine.for %once = 0 to 1 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %c = sa.load %C[%zero] : !C
    %sum = affine.for %k = 0 to 4 iter_args(%held = %c) -> (f32) {
      sa.idle %T[%k] in "k" : !T
      %next = arith.addf %held, %one : f32
      affine.yield %next : f32
    } {sa.index = "k"}
    sa.store %sum, %C[%zero] : !C
  }
}

// What has one answer for all iterations is asked before the loop, unless a kernel
// begins with it.
// CHECK-LABEL: sa.func @invariant
// CHECK:         affine.for %[[K:.*]] = 0 to 16 step 4 {
// CHECK-NEXT:      %[[START:.*]] = sa.load %C
// CHECK-NEXT:      %[[BLOCK:.*]] = affine.apply
// CHECK-NEXT:      sa.load %{{.*}}[%[[BLOCK]]]
// CHECK:           %[[SUM:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK-NEXT:        %[[INNER:.*]] = affine.for
// CHECK:             scf.yield %[[INNER]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[START]] : f32
// CHECK:           sa.store %[[SUM]]
// CHECK:         affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      sa.load
// CHECK:           scf.if
// CHECK:         } {sa.index = "i"}
sa.func @invariant(%C: !C) {
  %T = sa.const "T" dense<[1, 0, 0, 1]> : tensor<4xui8> as !T
  %one = arith.constant 1.0 : f32
  %first = arith.constant 0 : index
  affine.for %k = 0 to 16 step 4 {
    %c = sa.load %C[%k] : !C
    %sum = affine.for %i = 0 to 4 iter_args(%held = %c) -> (f32) {
      %block = affine.apply affine_map<(k) -> (k floordiv 4)>(%k)
      sa.idle %T[%block] in "i" : !T
      %next = arith.addf %held, %one : f32
      affine.yield %next : f32
    } {sa.index = "i"}
    sa.store %sum, %C[%k] : !C
  } {sa.index = "k"}
  affine.for %i = 0 to 4 {
    sa.idle %T[%first] in "i" : !T
    sa.accumulate add %one, %C[%i] : !C
  } {sa.index = "i"}
}

// A mark whose loop is gone, or that has become two, says nothing any more, and
// nobody reads its table.
// CHECK-LABEL: sa.func @dropped
// CHECK-NOT:     sa.const
// CHECK-NOT:     scf.if
// CHECK-NOT:     sa.idle
sa.func @dropped(%C: !C) {
  %T = sa.const "T" dense<[1, 0, 0, 1]> : tensor<4xui8> as !T
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    sa.idle %T[%i] in "k" : !T
    sa.accumulate add %one, %C[%i] : !C
  } {sa.index = "i"}
  affine.for %i = 0 to 4 {
    sa.idle %T[%i] in "i" : !T
    sa.accumulate add %one, %C[%i] : !C
    sa.idle %T[%i] in "i" : !T
    sa.accumulate add %one, %C[%i] : !C
  } {sa.index = "i"}
}
