// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of functions, C1 to C4.

// C1: `temp` and `const` arrays are not part of the signature.
// expected-error @+1 {{'T' is a 'temp' array and cannot be in the signature: make it in the body with sa.temp}}
sa.func @temporary(%T: !sa.array<4xf32, temp>) {
}

// -----

// C1
sa.func @constant(%A: !sa.array<4xf32, input>,
                  // expected-error @+1 {{'W' is a 'const' array and cannot be in the signature: make it in the body with sa.const}}
                  %W: !sa.array<4xf32, const>) {
}

// -----

// C1
// expected-error @+1 {{'m' has the type 'memref<4xf32>', but an argument is an array, an index or a signless scalar}}
sa.func @memref(%m: memref<4xf32>) {
}

// -----

// C1
// expected-error @+1 {{'n' has the type 'ui32', but an argument is an array, an index or a signless scalar}}
sa.func @unsigned_scalar(%n: ui32) {
}

// -----

// C1
// expected-error @+1 {{'n' has the type 'i7', but an argument is an array, an index or a signless scalar}}
sa.func @odd_scalar(%n: i7) {
}

// -----

// C2: names differ.
// expected-error @+1 {{'sa.func' op has two arguments named 'x'}}
sa.func @same_names(%x: f32, %y "x": f32) {
}

// -----

// C2
// expected-error @+1 {{'sa.func' op has an argument and a size that are both named 'M'}}
sa.func @named_like_a_size(%A: !sa.array<?xf32, input, sizes = [M]>, %M: f32) {
}

// -----

// C2: also where the size has its name from the array.
// expected-error @+1 {{'sa.func' op has an argument and a size that are both named 'A_size0'}}
sa.func @named_like_an_unnamed_size(%A: !sa.array<?xf32, input>, %A_size0: f32) {
}

// -----

// C3: no results.
// expected-error @+1 {{'sa.func' op cannot have results: a function writes its 'inout' arrays}}
"sa.func"() <{arg_names = [], function_type = () -> f32, sym_name = "results"}> ({
  "sa.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'sa.func' op has 1 argument, but names for 0}}
"sa.func"() <{arg_names = [], function_type = (f32) -> (), sym_name = "unnamed"}> ({
^bb0(%x: f32):
  "sa.return"() : () -> ()
}) : () -> ()

// -----

// C4: the name can be one in C++.
// expected-error @+1 {{'sa.func' op is named 'two words', which cannot be the name of a function in C++}}
sa.func @"two words"() {
}

// -----

// C4
// expected-error @+1 {{'sa.func' op is named 'class', which cannot be the name of a function in C++}}
sa.func @class() {
}

// -----

// C4
// expected-error @+1 {{'sa.func' op is named '__scale', which cannot be the name of a function in C++}}
sa.func @__scale() {
}

// -----

// C4
// expected-error @+1 {{'sa.func' op is named 'main', which cannot be the name of a function in C++}}
sa.func @main() {
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
sa.func @twice() {
}
// expected-error @+1 {{redefinition of symbol named 'twice'}}
sa.func @twice() {
}

// -----

// The attributes by which lowered functions keep names and types.
// expected-error @+1 {{'func.func' op has an argument with a wrong attribute 'sa.array'}}
func.func @wrong_array(%A: memref<?xf32> {sa.array = f32}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op has an argument with a wrong attribute 'sa.unknown'}}
func.func @unknown(%A: memref<?xf32> {sa.unknown}) {
  return
}

// -----

// C1: scalars of complex types would be two arguments.
// expected-error @+1 {{'z' has the type 'complex<f32>', but a scalar argument is no complex number: pass an array of one element, or the two parts}}
sa.func @complex_scalar(%z: complex<f32>) {
}
