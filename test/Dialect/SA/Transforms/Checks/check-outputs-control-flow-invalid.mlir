// RUN: saopt %s --sa-check-outputs --split-input-file --verify-diagnostics

!C = !sa.array<8xf32, output>

sa.func @data(%C: !C, %b: i1, %x: f32) {
  sa.nest (%i) to (8) {
    scf.if %b {
      sa.store %x, %C[%i] : !C
    }
    // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before anything is known to have written that element (at i = }}
    %c = sa.load %C[%i] : !C
  }
}

// -----

!C = !sa.array<8xf32, output>

sa.func @other_branch(%C: !C, %x: f32) {
  sa.nest (%i) to (8) {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      sa.store %x, %C[%i] : !C
    } else {
      // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before}}
      %c = sa.load %C[%i] : !C
    }
  }
}

// -----

!C = !sa.array<8xf32, output>

// The iteration that writes comes later.
sa.func @later(%C: !C, %x: f32) {
  sa.nest () to () {
    affine.for %k = 0 to 7 {
      %next = affine.apply affine_map<(k) -> (k + 1)>(%k)
      // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before anything is known to have written that element (at k = }}
      %c = sa.load %C[%next] : !C
      sa.store %x, %C[%k] : !C
    } {sa.index = "k"}
  }
}

// -----

!C = !sa.array<8xf32, output>

// A loop that does not run writes nothing.
sa.func @empty(%C: !C, %x: f32) {
  sa.nest (%i) to (8) {
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      sa.store %x, %C[%i] : !C
    }
    // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before anything is known to have written that element (at i = 0)}}
    %c = sa.load %C[%i] : !C
  }
}

// -----

!C = !sa.array<8xf32, output>

// Odd elements are not written.
sa.func @steps(%C: !C, %x: f32) {
  sa.nest (%i) to (8) {
    affine.for %k = 0 to 8 step 2 {
      sa.store %x, %C[%k] : !C
    }
    // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before}}
    %c = sa.load %C[%i] : !C
  }
}

// -----

!C = !sa.array<8xf32, output>

// The condition may have been false at the point before.
sa.func @before(%C: !C, %b: i1, %x: f32) {
  sa.nest (%i) to (7) {
    scf.if %b {
      %next = affine.apply affine_map<(i) -> (i + 1)>(%i)
      sa.store %x, %C[%next] : !C
      // expected-error @+1 {{'sa.load' op reads 'C', an 'output', before}}
      %c = sa.load %C[%i] : !C
    }
  }
}
