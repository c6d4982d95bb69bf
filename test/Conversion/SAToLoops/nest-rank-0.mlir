// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A nest without indices runs its body once, in one work-item; an array without
// dimensions has its one element at its offset.

// CHECK-LABEL: func.func @one_point
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32> {{.*}}, %[[C:.*]]: memref<?xf32>
sa.func @one_point(%A: !sa.array<f32, input>,
                   %C: !sa.array<f32, inout, #sa.strided<[], offset = 3>>) {
  // CHECK:      scf.parallel
  // CHECK-NOT:    scf.for
  // CHECK:        %[[FIRST:.*]] = arith.constant 0 : index
  // CHECK-NEXT:   %[[VALUE:.*]] = memref.load %[[A]][%[[FIRST]]]
  // CHECK-NEXT:   %[[FOURTH:.*]] = arith.constant 3 : index
  // CHECK-NEXT:   memref.store %[[VALUE]], %[[C]][%[[FOURTH]]]
  // CHECK:      } {sa.indices = []}
  sa.nest () to () {
    %a = sa.load %A[] : !sa.array<f32, input>
    sa.store %a, %C[] : !sa.array<f32, inout, #sa.strided<[], offset = 3>>
  }
}
