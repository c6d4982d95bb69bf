// RUN: saopt %s --split-input-file --verify-diagnostics

// The rules of loops around nests (C1 to C6), and of what they become.

sa.func @body(%A: !sa.array<8xf32, inout>) {
  sa.loop (%t) to (2) {
    // expected-error @+1 {{'memref.alloca' op cannot stand in a function: it is not among the operations on scalars that can be compiled}}
    %x = memref.alloca() : memref<f32>
  }
}

// -----

sa.func @name_of_argument(%A: !sa.array<?xf32, inout, sizes = [N]>) {
  // expected-error @+1 {{'sa.loop' op counts its rounds with 'N', which is the name of an argument, a size or another loop}}
  sa.loop (%N) to (2) {
  }
}

// -----

sa.func @name_of_loop() {
  sa.loop (%t) to (2) {
  }
  // expected-error @+1 {{'sa.loop' op counts its rounds with 't', which is the name of an argument, a size or another loop}}
  sa.loop (%u "t") to (2) {
  }
}

// -----

sa.func @no_limit() {
  // expected-error @+1 {{'sa.loop' op has no limit, or two}}
  "sa.loop"() <{indexName = "t", operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%t: index):
    sa.yield
  }) : () -> ()
}

// -----

sa.func @no_index() {
  // expected-error @+1 {{'sa.loop' op has no index}}
  "sa.loop"() <{indexName = "t", staticLimit = 4 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({
    sa.yield
  }) : () -> ()
}

// -----

sa.func @half_a_flag(%F: !sa.array<i32, inout>) {
  // expected-error @+1 {{'sa.loop' op reads an element without its place or without a number of rounds}}
  "sa.loop"(%F) <{indexName = "t", staticLimit = 4 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%t: index):
    sa.yield
  }) : (!sa.array<i32, inout>) -> ()
}

// -----

sa.func @role_of_flag(%F: !sa.array<i32, output>) {
  // expected-error @+1 {{'sa.loop' op runs while an element of 'F' is not zero, which has the role 'output': it has to be 'inout' or 'temp'}}
  sa.loop (%t) to (4) while %F[] every 1 : !sa.array<i32, output> {
  }
}

// -----

sa.func @type_of_flag(%F: !sa.array<f32, inout>) {
  // expected-error @+1 {{'sa.loop' op runs while an element of 'F' is not zero, which is 'f32' and no integer}}
  sa.loop (%t) to (4) while %F[] every 1 : !sa.array<f32, inout> {
  }
}

// -----

sa.func @rank_of_flag(%F: !sa.array<3xi32, inout>) {
  // expected-error @+1 {{'sa.loop' op reads an element of 'F', which has 1 dimension, with 0 indices}}
  sa.loop (%t) to (4) while %F[] every 1 : !sa.array<3xi32, inout> {
  }
}

// -----

sa.func @size_of_flag(%F: !sa.array<?xi32, inout, sizes = [N]>) {
  // expected-error @+1 {{'sa.loop' op reads an element of 'F', which need not exist: the size of its dimension 0 is not a number}}
  sa.loop (%t) to (4) while %F[0] every 1 : !sa.array<?xi32, inout, sizes = [N]> {
  }
}

// -----

sa.func @place_of_flag(%F: !sa.array<3xi32, inout>) {
  // expected-error @+1 {{'sa.loop' op reads 'F' at index 3 of dimension 0, whose size is 3}}
  sa.loop (%t) to (4) while %F[3] every 1 : !sa.array<3xi32, inout> {
  }
}

// -----

sa.func @domain_of_flag(%F: !sa.array<3x3xi32, inout, #sa.packed_lower_triangular>) {
  // expected-error @+1 {{'sa.loop' op reads an element of 'F' that is outside of its domain}}
  sa.loop (%t) to (4) while %F[0, 1] every 1 : !sa.array<3x3xi32, inout, #sa.packed_lower_triangular> {
  }
}

// -----

sa.func @no_rounds(%F: !sa.array<i32, inout>) {
  // expected-error @+1 {{'sa.loop' op reads 'F' every 0 rounds: at least 1 is possible}}
  sa.loop (%t) to (4) while %F[] every 0 : !sa.array<i32, inout> {
  }
}

// -----

sa.func @after_swap(%A: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.loop (%t) to (4) {
    sa.swap %A, %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp>
    // expected-error @+1 {{'sa.nest' op stands after a swap: arrays trade places at the end of the loop's body}}
    sa.nest (%i) to (8) {
    }
  }
}

// -----

sa.func @two_arguments(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>) {
  sa.loop (%t) to (4) {
    // expected-error @+1 {{'sa.swap' op swaps 'A' and 'B': two temporaries trade places, or an 'inout' and a temporary}}
    sa.swap %A, %B : !sa.array<8xf32, inout>, !sa.array<8xf32, inout>
  }
}

// -----

sa.func @input(%A: !sa.array<8xf32, input>) {
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.loop (%t) to (4) {
    // expected-error @+1 {{'sa.swap' op swaps 'A' and 'T': two temporaries trade places, or an 'inout' and a temporary}}
    sa.swap %A, %T : !sa.array<8xf32, input>, !sa.array<8xf32, temp>
  }
}

// -----

sa.func @types(%A: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<9xf32, temp>
  sa.loop (%t) to (4) {
    // expected-error @+1 {{'sa.swap' op swaps 'A', which is '!sa.array<8xf32, inout>', and 'T', which is '!sa.array<9xf32, temp>': shape, element type and layout must be equal}}
    sa.swap %A, %T : !sa.array<8xf32, inout>, !sa.array<9xf32, temp>
  }
}

// -----

sa.func @by_way_of(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.loop (%t) to (4) {
    sa.swap %A, %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp>
    // expected-error @+1 {{'sa.swap' op lets 'A' and 'B' trade places by way of temporaries: a temporary trades places with one argument at the most}}
    sa.swap %B, %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp>
  }
}

// -----

sa.func @round(%n: index) {
  %c = arith.constant 4 : index
  // expected-error @+1 {{'sa.round' op is about a value that is not an argument of the function}}
  sa.round %c to %n
}

// -----

sa.func @moved(%A: !sa.array<8xf32, inout>, %B: !sa.array<8xf32, inout>) {
  // expected-error @+1 {{'sa.if_moved' op asks whether 'A' moved to 'B': an argument moves to a temporary}}
  sa.if_moved %A to %B : !sa.array<8xf32, inout>, !sa.array<8xf32, inout> {
  }
}

// -----

sa.func @loop_in_moved(%A: !sa.array<8xf32, inout>) {
  %T = sa.temp "T" : !sa.array<8xf32, temp>
  sa.if_moved %A to %T : !sa.array<8xf32, inout>, !sa.array<8xf32, temp> {
    // expected-error @+1 {{'sa.loop' op expects parent op to be one of 'sa.func, sa.loop'}}
    sa.loop (%t) to (4) {
    }
  }
}

// -----

func.func @exchange(%A: memref<?xf32>) {
  %c8 = arith.constant 8 : index
  %T = memref.alloca(%c8) : memref<?xf32>
  // expected-error @+1 {{'sa.exchange' op exchanges memory that is neither an argument nor a temporary of the function}}
  sa.exchange %A, %T : memref<?xf32>
  return
}

// -----

func.func @stands_for(%A: memref<?xf32>, %B: memref<?xf32>) {
  // expected-error @+1 {{'sa.stands_for' op asks about memory other than that of an argument and of a temporary of the function}}
  %moved = sa.stands_for %A, %B : memref<?xf32>
  return
}

// -----

func.func @stop(%F: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'sa.stop_unless' op stands outside of a loop of the host that counts its rounds}}
  sa.stop_unless %F[%c0] every 1 : memref<?xi32>
  return
}

// -----

func.func @stop_every(%F: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    // expected-error @+1 {{'sa.stop_unless' op is read every 0 rounds: at least 1 is possible}}
    sa.stop_unless %F[%c0] every 0 : memref<?xi32>
  }
  return
}
