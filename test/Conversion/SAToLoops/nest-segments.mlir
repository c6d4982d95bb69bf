// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A segmented index runs from one start to the next.

!starts = !sa.array<3xui16, const>
!C = !sa.array<2x4xf32, inout>

// CHECK-LABEL: func.func @lists
// CHECK:         %[[STARTS:.*]] = memref.get_global @starts_values
// CHECK:         scf.parallel (%[[I:.*]], %{{.*}}) =
// CHECK:           %[[LOW:.*]] = memref.load %[[STARTS]][%[[I]]] : memref<3xi16>
// CHECK:           %[[FROM:.*]] = arith.index_castui %[[LOW]] : i16 to index
// CHECK:           %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:           %[[HIGH:.*]] = memref.load %[[STARTS]][%[[NEXT]]] : memref<3xi16>
// CHECK:           %[[TO:.*]] = arith.index_castui %[[HIGH]] : i16 to index
// CHECK:           scf.for %{{.*}} = %[[FROM]] to %[[TO]] step
// CHECK:           {sa.index = "q"}
sa.func @lists(%C: !C) {
  %starts = sa.const "starts" dense<[0, 2, 5]> : tensor<3xui16> as !starts
  sa.nest (%i, %j, %q) to (2, 4, 5) parallel("i", "j")
      segments("q" of %starts at (i, j, q) -> (i) : !starts) {
    %one = arith.constant 1.0 : f32
    sa.accumulate add %one, %C[%i, %j] : !C
  }
}
