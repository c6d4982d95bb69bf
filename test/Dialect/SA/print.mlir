// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s

// CHECK-LABEL: sa.func @lines
// CHECK:         sa.print ["i = ", ", x = ", ""](%{{.+}}, %{{.+}}) : index, f32
// CHECK:         sa.print ["here"]
// CHECK:         sa.print ["", ""](%{{.+}}) : i8 {is_unsigned = array<i1: true>}
sa.func @lines(%A: !sa.array<4xf32, inout>, %n: i8) {
  sa.nest (%i) to (4) {
    %x = sa.load %A[%i] : !sa.array<4xf32, inout>
    sa.print ["i = ", ", x = ", ""] (%i, %x) : index, f32
    sa.print ["here"]
    sa.print ["", ""] (%n) : i8 {is_unsigned = array<i1: true>}
  }
}
