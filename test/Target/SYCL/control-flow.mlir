// RUN: saopt %s --emit=sycl | FileCheck %s

// Loops, conditions and variables of a body, with the user's names.

!V = !sa.array<8xf32, inout>

// CHECK-LABEL: static inline void all_0_item(
// CHECK:         float total;
// CHECK-NEXT:    total = x;
// CHECK-NEXT:    for (int64_t k = 0; k < i; ++k) {
// CHECK-NEXT:      const bool [[MORE:.*]] = total > x;
// CHECK-NEXT:      if ([[MORE]]) {
// CHECK-NEXT:        total = total + x;
// CHECK-NEXT:      } else {
// CHECK-NEXT:        total = x;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    A[i] = total;
sa.func @all(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    %total = memref.alloca() {sa.name = "total"} : memref<f32>
    memref.store %x, %total[] : memref<f32>
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      %t = memref.load %total[] : memref<f32>
      %more = arith.cmpf ogt, %t, %x : f32
      scf.if %more {
        %s = memref.load %total[] : memref<f32>
        %sum = arith.addf %s, %x : f32
        memref.store %sum, %total[] : memref<f32>
      } else {
        memref.store %x, %total[] : memref<f32>
      }
    } {sa.index = "k"}
    %t = memref.load %total[] : memref<f32>
    sa.store %t, %A[%i] : !V
  }
}
