// RUN: saopt %s --split-input-file --verify-diagnostics

func.func @floats(%a: f32) -> f32 {
  // expected-error @+1 {{'sa.floordivsi' op operand #0 must be signless integer or index, but got 'f32'}}
  %0 = sa.floordivsi %a, %a : f32
  return %0 : f32
}

// -----

func.func @indices(%a: index) -> index {
  // expected-error @+1 {{'sa.shli' invalid kind of type specified: expected builtin.integer, but found 'index'}}
  %0 = sa.shli %a, %a : index
  return %0 : index
}

// -----

func.func @integers(%a: i32) -> i32 {
  // expected-error @+1 {{'sa.floormodf' invalid kind of type specified}}
  %0 = sa.floormodf %a, %a : i32
  return %0 : i32
}

// -----

!A = !sa.array<8xi1, inout>

sa.func @truth_values(%A: !A) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !A
    // expected-error @+1 {{'sa.divui' op}}
    %0 = sa.divui %a, %a : i1
    sa.store %0, %A[%i] : !A
  }
}
