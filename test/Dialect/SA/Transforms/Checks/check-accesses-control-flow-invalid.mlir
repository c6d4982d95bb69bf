// RUN: saopt %s --sa-check-accesses --split-input-file --verify-diagnostics

// Loops and conditions that do not say enough.

!V = !sa.array<8xf32, inout>

sa.func @wrong_side(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
    } else {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape: the index of dimension 0 can be -1, and the size is 8 (at i = 0)}}
      sa.store %x, %A[%left] : !V
    }
  }
}

// -----

!V = !sa.array<8xf32, inout>

sa.func @loop(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    affine.for %k = 0 to 2 {
      %sum = affine.apply affine_map<(i, k) -> (i + k)>(%i, %k)
      // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape: the index of dimension 0 can be 8, and the size is 8 (at i = 7, k = 1)}}
      sa.store %x, %A[%sum] : !V
    } {sa.index = "k"}
  }
}

// -----

!V = !sa.array<8xf32, inout>

// Data says nothing.
sa.func @data(%A: !V, %x: f32) {
  sa.nest (%i) to (8) {
    %a = sa.load %A[%i] : !V
    %positive = arith.cmpf ogt, %a, %x : f32
    scf.if %positive {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape}}
      sa.store %x, %A[%left] : !V
    }
  }
}

// -----

!V = !sa.array<8xf32, inout>

// What wraps around is not what it seems.
sa.func @wraps(%A: !V, %x: f32) {
  %large = arith.constant 9223372036854775807 : i64
  sa.nest (%i) to (8) {
    %wide = arith.index_cast %i : index to i64
    %sum = arith.addi %wide, %large : i64
    %isLess = arith.cmpi slt, %sum, %large : i64
    scf.if %isLess {
      %left = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %more = affine.apply affine_map<(i) -> (i + 1)>(%i)
      // expected-error @+1 {{'sa.store' op accesses 'A' outside of its shape}}
      sa.store %x, %A[%more] : !V
    }
  }
}

// -----

sa.func @bound(%A: !sa.array<8xf32, inout>, %n: index, %x: f32) {
  sa.nest (%i) to (8) {
    // expected-error @+1 {{'affine.for' op has a bound that is not an affine function of the indices around it and the sizes, or that may not fit 64 bits}}
    affine.for %k = 0 to affine_map<()[n] -> (n * 4)>()[%n] {
      sa.store %x, %A[%i] : !sa.array<8xf32, inout>
    }
  }
}

// -----

!V = !sa.array<8xf32, inout>

sa.func @unknown_loop(%A: !V, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nine = arith.constant 9 : index
  sa.nest (%i) to (8) {
    scf.for %k = %zero to %nine step %one {
      // expected-error @+1 {{'sa.store' op accesses 'A' with an index of dimension 0 that data chooses, and that nothing keeps inside}}
      sa.store %x, %A[%k] : !V
    }
  }
}

// -----

!N = !sa.array<?xf32, input, sizes = [N]>

sa.func @open(%A: !sa.array<?xf32, inout>, %B: !N, %x: f32) {
  %n = sa.dim %B, 0 : !N
  sa.nest (%i) to (8) {
    affine.for %k = 0 to %n {
      // expected-error @+1 {{'sa.store' op accesses 'A', whose size of dimension 0 is open, and how large it must be for these loops has no short answer}}
      sa.store %x, %A[%k] : !sa.array<?xf32, inout>
    }
  }
}
