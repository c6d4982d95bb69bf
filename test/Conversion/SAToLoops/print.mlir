// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// Numbers are noted as 64 bits; narrow floating-point numbers are widened, and
// complex ones are two.

// CHECK-LABEL: func.func @lines
// CHECK:         %[[ERRORS:.+]] = sa.error_record [{texts = ["", " ", ""], types = ["f16", "ui8"]}, {texts = ["", ""], types = ["complex<f32>"]}]
// CHECK:         %[[WIDE:.+]] = arith.extf %{{.+}} : f16 to f32
// CHECK:         %[[BITS:.+]] = arith.bitcast %[[WIDE]] : f32 to i32
// CHECK:         %[[FIRST:.+]] = arith.extui %[[BITS]] : i32 to i64
// CHECK:         %[[SECOND:.+]] = arith.extui %{{.+}} : i8 to i64
// CHECK:         sa.record_print %[[ERRORS]] site 0(%[[FIRST]], %[[SECOND]]) : memref<?xi32>
// CHECK:         complex.re
// CHECK:         complex.im
// CHECK:         sa.record_print %[[ERRORS]] site 1(%{{.+}}, %{{.+}}) : memref<?xi32>
sa.func @lines(%A: !sa.array<4xf16, inout>, %Z: !sa.array<4xcomplex<f32>, input>, %n: i8) {
  sa.nest (%i) to (4) {
    %x = sa.load %A[%i] : !sa.array<4xf16, inout>
    sa.print ["", " ", ""] (%x, %n) : f16, i8 {is_unsigned = array<i1: false, true>}
    %z = sa.load %Z[%i] : !sa.array<4xcomplex<f32>, input>
    sa.print ["", ""] (%z) : complex<f32>
    sa.store %x, %A[%i] : !sa.array<4xf16, inout>
  }
}
