// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// A function: its arguments are arrays and scalars, its body may be empty, and
// attributes stay where they are.

// CHECK-LABEL: sa.func @empty() {
// CHECK-NEXT:  }
sa.func @empty() {
}

// CHECK-LABEL: sa.func @explicit_return() {
// CHECK-NEXT:  }
sa.func @explicit_return() {
  sa.return
}

// CHECK-LABEL: sa.func @arrays(
// CHECK-SAME:    %A: !sa.array<4xf32, input>, %C: !sa.array<4xf32, inout>) {
sa.func @arrays(%A: !sa.array<4xf32, input>, %C: !sa.array<4xf32, inout>) {
}

// CHECK-LABEL: sa.func @scalars(
// CHECK-SAME:    %flag: i1, %count: i64, %h: f16, %b: bf16, %alpha: f32,
// CHECK-SAME:    %beta: f64, %n: index) {
sa.func @scalars(%flag: i1, %count: i64, %h: f16, %b: bf16, %alpha: f32,
                 %beta: f64, %n: index) {
}

// CHECK-LABEL: sa.func @attributes(
// CHECK-SAME:    %x: f32 {math.note = "first"}, %y: f32) attributes {sa.note = 7 : i32} {
sa.func @attributes(%x: f32 {math.note = "first"}, %y: f32)
    attributes {sa.note = 7 : i32} {
}
