// RUN: saopt %s | saopt | FileCheck %s

// Divisions and shifts that are defined for all operands.

// CHECK-LABEL: sa.func @all
// CHECK:         %[[A:.*]] = sa.load %{{.*}} : !sa.array<8xi32
// CHECK:         %[[B:.*]] = sa.load %{{.*}} : !sa.array<8xf32
// CHECK-NEXT:    %[[R0:.*]] = sa.floordivsi %[[A]], %[[A]] : i32
// CHECK-NEXT:    %[[R1:.*]] = sa.floormodsi %[[R0]], %[[A]] : i32
// CHECK-NEXT:    %[[R2:.*]] = sa.remsi %[[R1]], %[[A]] : i32
// CHECK-NEXT:    %[[R3:.*]] = sa.divui %[[R2]], %[[A]] : i32
// CHECK-NEXT:    %[[R4:.*]] = sa.remui %[[R3]], %[[A]] : i32
// CHECK-NEXT:    %[[R5:.*]] = sa.shli %[[R4]], %[[A]] : i32
// CHECK-NEXT:    %[[R6:.*]] = sa.shrsi %[[R5]], %[[A]] : i32
// CHECK-NEXT:    %[[R7:.*]] = sa.shrui %[[R6]], %[[A]] : i32
// CHECK-NEXT:    %[[R8:.*]] = sa.floordivf %[[B]], %[[B]] : f32
// CHECK-NEXT:    %[[R9:.*]] = sa.floormodf %[[R8]], %[[B]] : f32
// CHECK-NEXT:    sa.store %[[R7]],
// CHECK-NEXT:    sa.store %[[R9]],
sa.func @all(%A: !sa.array<8xi32, inout>, %B: !sa.array<8xf32, inout>) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !sa.array<8xi32, inout>
    %b = sa.load %B[%i] : !sa.array<8xf32, inout>
    %0 = sa.floordivsi %a, %a : i32
    %1 = sa.floormodsi %0, %a : i32
    %2 = sa.remsi %1, %a : i32
    %3 = sa.divui %2, %a : i32
    %4 = sa.remui %3, %a : i32
    %5 = sa.shli %4, %a : i32
    %6 = sa.shrsi %5, %a : i32
    %7 = sa.shrui %6, %a : i32
    %8 = sa.floordivf %b, %b : f32
    %9 = sa.floormodf %8, %b : f32
    sa.store %7, %A[%i] : !sa.array<8xi32, inout>
    sa.store %9, %B[%i] : !sa.array<8xf32, inout>
  }
}

// Indices outside of a size, and divisions of indices.

// CHECK-LABEL: sa.func @indices
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK-NEXT:    sa.nest (%[[I:.*]]) to (8)
// CHECK-NEXT:      %[[E0:.*]] = sa.extend_index edge %[[I]] to %[[N]]
// CHECK-NEXT:      %[[E1:.*]] = sa.extend_index wrap %[[E0]] to %[[N]]
// CHECK-NEXT:      %[[E2:.*]] = sa.extend_index reflect %[[E1]] to %[[N]]
// CHECK-NEXT:      %[[E3:.*]] = sa.extend_index symmetric %[[E2]] to %[[N]]
// CHECK-NEXT:      %[[Q:.*]] = sa.floordivsi %[[E3]], %[[N]] : index
// CHECK-NEXT:      %[[R:.*]] = sa.floormodsi %[[Q]], %[[N]] : index
// CHECK-NEXT:      %[[X:.*]] = affine.if {{.*}} -> f32
// CHECK:           sa.store %[[X]], %{{.*}}[%[[R]]]
sa.func @indices(%C: !sa.array<8xf32, inout>, %n: index, %x: f32) {
  sa.nest (%i) to (8) {
    %0 = sa.extend_index edge %i to %n
    %1 = sa.extend_index wrap %0 to %n
    %2 = sa.extend_index reflect %1 to %n
    %3 = sa.extend_index symmetric %2 to %n
    %4 = sa.floordivsi %3, %n : index
    %5 = sa.floormodsi %4, %n : index
    %6 = affine.if affine_set<(i) : (i - 1 >= 0)>(%i) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %x : f32
    }
    sa.store %6, %C[%5] : !sa.array<8xf32, inout>
  }
}
