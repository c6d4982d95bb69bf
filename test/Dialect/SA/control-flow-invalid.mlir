// RUN: saopt %s --split-input-file --verify-diagnostics

// What loops, conditions and variables of a body may not be (C5, C10).

sa.func @results(%A: !sa.array<4xf32, inout>, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'affine.for' op has results: in the body of a nest, what changes is kept in a variable (memref.alloca)}}
    %z = affine.for %k = 0 to 4 iter_args(%y = %x) -> (f32) {
      affine.yield %y : f32
    }
  }
}

// -----

sa.func @result_type(%A: !sa.array<4xf32, inout>, %b: i1) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'scf.if' op has a result of the type 'i7': in the body of a nest, conditions give scalars}}
    %z = scf.if %b -> (i7) {
      %x = arith.constant 1 : i7
      scf.yield %x : i7
    } else {
      %y = arith.constant 2 : i7
      scf.yield %y : i7
    }
  }
}

// -----

sa.func @divisor(%A: !sa.array<4xf32, inout>, %n: index, %x: f32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'affine.if' op divides by something that is not a positive constant}}
    affine.if affine_set<(i)[n] : (i mod n == 0)>(%i)[%n] {
    }
  }
}

// -----

sa.func @counter(%n: i32) {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'scf.for' op counts in 'i32': the loops of a body count in index}}
    scf.for %k = %n to %n step %n : i32 {
    }
  }
}

// -----

sa.func @inside(%b: i1) {
  sa.nest (%i) to (4) {
    scf.if %b {
      // expected-error @+1 {{'memref.alloc' op cannot stand in a function}}
      %m = memref.alloc() : memref<4xf32>
    }
  }
}

// -----

sa.func @array() {
  sa.nest (%i) to (4) {
    // expected-error @+1 {{'memref.alloca' op is about the type 'memref<4xf32>': a variable in the body of a nest is a memref.alloca of one scalar, as in memref<f32>}}
    %m = memref.alloca() : memref<4xf32>
  }
}

// -----

sa.func @outside(%n: index) {
  // expected-error @+1 {{'sa.bound' op stands outside of a nest}}
  "sa.bound"(%n, %n) {what = "it"} : (index, index) -> ()
}
