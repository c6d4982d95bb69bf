// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' --split-input-file --verify-diagnostics

// Caches and prefetches that are not possible.

sa.func @prefetch_distance(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.prefetch' op looks ahead by 0 iterations: the distance is positive}}
    sa.prefetch %A at %j distance(0) : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @prefetch_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.prefetch' op asks for elements of 'C', which nothing in the loop 'j' reads}}
    sa.prefetch %C at %j distance(1) : !sa.array<40x40xf32, inout>
  }
}

// -----

sa.func @cache_nowhere(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'c' is given by a loop or by a number of elements, and needs one of them}}
    %c = sa.cache %A as "c" : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op is of 'C', which the nests of this plan do not use}}
    %c = sa.cache %C as "c" at %j : !sa.array<40x40xf32, inout>
  }
}

// -----

sa.func @cache_trigger(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'A' is at 'i' and filled before 'j': that has to be the same loop or one outside of it}}
    %c = sa.cache %A as "c" at %i trigger %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_location(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+2 {{expected one of [private, local, global] for the memory that a cache lies in, got: far}}
    // expected-error @+1 {{failed to parse SA_MemorySpaceAttr}}
    %c = sa.cache %A as "c" at %i {location = #sa.memory<far>} : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_inside(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.cache' op is a cache of 'c' and has to lie inside of it: at a loop inside of 'j'}}
    %d = sa.cache %c as "d" at %i : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_name(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %c = sa.cache %A as "c" at %i : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.cache' op is named 'c', as another one is named already}}
    %d = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_complex(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>,
    %C: !sa.array<40x40xf32, inout>, %n: index) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.cache' op of 'A' holds 'complex<f32>' for 'f32': both or none have to be complex}}
    %c = sa.cache %A as "c" at %i {elementType = complex<f32>} : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @cache_in_vector(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %ii, %j
    sa.vectorize %ii
    // expected-error @+1 {{'sa.cache' op makes vectors of the loop 'ii', in which the cache 'c' is filled at 'j': the lanes would share one cache; cache at a loop outside of it}}
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @vector_around_cache(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (40, 40) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %ii, %j
    %c = sa.cache %A as "c" at %j : !sa.array<40x40xf32, input>
    // expected-error @+1 {{'sa.vectorize' op makes vectors of the loop 'ii', in which the cache 'c' is filled at 'j': the lanes would share one cache; cache at a loop outside of it}}
    sa.vectorize %ii
  }
}

// -----

sa.func @cache_of_another_nest(%A: !sa.array<8x8xf32, input>, %B: !sa.array<8x8xf32, inout>) {
  sa.nest "n" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.nest "m" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %i0, %j0 = sa.loops "n"
    %i1, %j1 = sa.loops "m"
    %i, %f = sa.fuse %i0, %i1 partial(1) as ["i", "f"]
    // expected-error @+1 {{'sa.cache' op of 'A' is at 'j_m' and filled before 'j', which is a loop of another nest}}
    %c = sa.cache %A as "c" at %j1 trigger %j0 : !sa.array<8x8xf32, input>
  }
}

// -----

// The rules that need the loops: `sa-insert-caches` has them.
sa.func @cache_unbounded(%A: !sa.array<?xf32, input, sizes = [N]>, %B: !sa.array<8xf32, inout>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  sa.nest "n" (%i, %k) to (8, %n) {
    %a = sa.load %A[%k] : !sa.array<?xf32, input, sizes = [N]>
    sa.accumulate add %a, %B[%i] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i, %k = sa.loops "n"
    // expected-error @+1 {{keeps 'c', a cache of 'A', in private memory, but how much of dimension 0 the loop 'k' accesses in one run is only known at run time}}
    %c = sa.cache %A as "c" at %k {location = #sa.memory<private>} : !sa.array<?xf32, input, sizes = [N]>
    sa.parallelize %i
  }
}

// -----

sa.func @nontemporal_other(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.nontemporal' op is about 'A', which the nests do not store to}}
    sa.nontemporal %A : !sa.array<40x40xf32, input>
  }
}

// -----

sa.func @nontemporal_sum(%A: !sa.array<40x40xf32, input>, %B: !sa.array<40x40xf32, inout>) {
  sa.nest "n" (%i, %j) to (39, 39) {
    %a = sa.load %A[%i, %j] : !sa.array<40x40xf32, input>
    sa.accumulate add %a, %B[%i, %j] : !sa.array<40x40xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "n"
    // expected-error @+1 {{'sa.nontemporal' op is about 'B', which the nests do not store to}}
    sa.nontemporal %B : !sa.array<40x40xf32, inout>
  }
}
