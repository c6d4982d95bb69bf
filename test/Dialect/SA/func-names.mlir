// RUN: saopt %s | saopt | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic | saopt | FileCheck %s
// RUN: saopt %s --emit-bytecode | saopt | FileCheck %s

// The names of arguments are part of the program. Where the printer cannot use
// a name as it is, the name follows in quotes.

// CHECK-LABEL: sa.func @kept(%image: f32, %kernel_1: f32)
sa.func @kept(%image: f32, %kernel_1: f32) {
}

// The quoted name wins over the SSA name.
// CHECK-LABEL: sa.func @quoted(%image: f32)
sa.func @quoted(%whatever "image": f32) {
}

// CHECK-LABEL: sa.func @numbers(%_0 "0": f32, %_1 "1": f32)
sa.func @numbers(%0: f32, %1: f32) {
}

// CHECK-LABEL: sa.func @no_identifier(%{{.*}} "a b": f32, %{{.*}} "": f32)
sa.func @no_identifier(%x "a b": f32, %y "": f32) {
}

// Two names that print alike stay two names.
// CHECK-LABEL: sa.func @alike(%a_b: f32, %a_b_0 "a b": f32)
sa.func @alike(%x "a_b": f32, %y "a b": f32) {
}
