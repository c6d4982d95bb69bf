// RUN: saopt %s --sa-expand-assumptions | FileCheck %s

// CHECK-LABEL: sa.func @checked
// CHECK:         sa.nest (%i)
// CHECK:           %[[X:.*]] = sa.load %X[%i]
// CHECK-NEXT:      scf.if %[[X]] {
// CHECK-NEXT:        sa.store %b, %B[%i]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        sa.violate "x" at ["i"](%i)
// CHECK-NEXT:      } {sa.assumption}
sa.func @checked(%X: !sa.array<8xi1, input>, %B: !sa.array<8xf32, inout>, %b: f32) {
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xi1, input>
    sa.assume %x "x" at ["i"](%i)
    sa.store %b, %B[%i] : !sa.array<8xf32, inout>
  }
}

// CHECK-LABEL: sa.func @unsafe
// CHECK-NOT:     scf.if
// CHECK:         sa.assume %{{.*}} unsafe "x"
// CHECK-NOT:     scf.if
sa.func @unsafe(%X: !sa.array<8xi1, input>, %B: !sa.array<8xf32, inout>, %b: f32) {
  sa.nest (%i) to (8) {
    %x = sa.load %X[%i] : !sa.array<8xi1, input>
    sa.assume %x unsafe "x" at ["i"](%i)
    sa.store %b, %B[%i] : !sa.array<8xf32, inout>
  }
}
