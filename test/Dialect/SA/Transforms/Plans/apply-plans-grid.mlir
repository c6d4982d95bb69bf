// RUN: saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans,sa-apply-plans))' | FileCheck %s --enable-var-scope

// Loops that are bound inside of others, and several on one unit.

!A = !sa.array<64x64xf32, input>
!C = !sa.array<64x64xf32, inout>

// A loop between groups and work-items stays inside; the cache at a hoisted
// loop is at the next one.

// CHECK-LABEL: sa.func @between
// CHECK: affine.for %[[I:.*]] = 0 to 64 step 8
// CHECK: affine.for %[[II:.*]] = 0 to 8
// CHECK: affine.for %[[K:.*]] = 0 to 64 step 4
// CHECK-NEXT: sa.loop_cache %A as "copy" at "kk"
// CHECK-NEXT: affine.for %[[KK:.*]] = 0 to 4
// CHECK: sa.index = "kk"}
// CHECK: sa.index = "k"}
// CHECK: sa.execution = #sa.execution<thread_x>, sa.index = "ii"}
// CHECK: sa.execution = #sa.execution<block_x>, sa.index = "i"}
sa.func @between(%A: !A, %C: !C) {
  sa.nest "n" (%i, %k) to (64, 64) {
    %a = sa.load %A[%i, %k] : !A
    sa.store %a, %C[%i, %k] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %kk = sa.split %k by 4 as "kk"
    sa.reorder %i, %k, %ii, %kk
    sa.bind %i to block_x
    sa.bind %ii to thread_x
    %copy = sa.cache %A as "copy" at %ii {location = #sa.memory<local>} : !A
  }
}

// The same with the cache first.

// CHECK-LABEL: sa.func @cache_first
// CHECK: sa.loop_cache %A as "copy" at "kk"
// CHECK: sa.index = "kk"}
// CHECK: sa.index = "k"}
// CHECK: sa.execution = #sa.execution<thread_x>, sa.index = "ii"}
sa.func @cache_first(%A: !A, %C: !C) {
  sa.nest "n" (%i, %k) to (64, 64) {
    %a = sa.load %A[%i, %k] : !A
    sa.store %a, %C[%i, %k] : !C
  }
  sa.plan {
    %i, %k = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %kk = sa.split %k by 4 as "kk"
    sa.reorder %i, %k, %ii, %kk
    %copy = sa.cache %A as "copy" at %ii {location = #sa.memory<local>} : !A
    sa.bind %i to block_x
    sa.bind %ii to thread_x
  }
}

// A loop outside of the grid stays there.

// CHECK-LABEL: sa.func @outside
// CHECK: affine.for
// CHECK: affine.for
// CHECK: sa.execution = #sa.execution<block_x>, sa.index = "j"}
// CHECK: {sa.index = "i"}
sa.func @outside(%A: !A, %C: !C) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %C[%i, %j] : !C
  }
  sa.plan {
    %i, %j = sa.loops "n"
    sa.bind %j to block_x
  }
}

// Of loops on one unit, the innermost changes fastest; the others take the next
// dimensions.

// CHECK-LABEL: sa.func @one_unit
// CHECK: sa.execution = #sa.execution<thread_x>, sa.index = "jj"}
// CHECK: sa.execution = #sa.execution<thread_y>, sa.index = "ii"}
// CHECK: sa.execution = #sa.execution<block_x>, sa.index = "j"}
// CHECK: sa.execution = #sa.execution<block_y>, sa.index = "i"}
sa.func @one_unit(%A: !A, %C: !C) {
  sa.nest "n" (%i, %j) to (64, 64) {
    %a = sa.load %A[%i, %j] : !A
    sa.store %a, %C[%i, %j] : !C
  }
  sa.plan {
    %i, %j = sa.loops "n"
    %ii = sa.split %i by 8 as "ii"
    %jj = sa.split %j by 4 as "jj"
    sa.reorder %i, %j, %ii, %jj
    sa.bind %i to block_x
    sa.bind %j to block_x
    sa.bind %ii to thread_x
    sa.bind %jj to thread_x
  }
}

// The unit that is named later moves as well.

// CHECK-LABEL: sa.func @next_unit
// CHECK: sa.execution = #sa.execution<block_x>, sa.index = "k"}
// CHECK: sa.execution = #sa.execution<block_z>, sa.index = "j"}
// CHECK: sa.execution = #sa.execution<block_y>, sa.index = "i"}
sa.func @next_unit(%A: !sa.array<4x4x4xf32, inout>) {
  sa.nest "n" (%i, %j, %k) to (4, 4, 4) {
    %a = sa.load %A[%i, %j, %k] : !sa.array<4x4x4xf32, inout>
    sa.store %a, %A[%i, %j, %k] : !sa.array<4x4x4xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "n"
    sa.bind %i to block_x
    sa.bind %j to block_y
    sa.bind %k to block_x
  }
}

// Of two vectorized loops the outer one has the rows, whichever comes first;
// loops of different nests have nothing to do with each other.

// CHECK-LABEL: sa.func @rows
// CHECK: sa.execution = #sa.execution<vectorize>, sa.index = "j"}
// CHECK: sa.execution = #sa.execution<unroll>, sa.index = "i"}
// CHECK: sa.execution = #sa.execution<vectorize>, sa.index = "jj"}
// CHECK: sa.execution = #sa.execution<unroll>, sa.index = "ii"}
sa.func @rows(%A: !sa.array<4x8xf32, inout>, %B: !sa.array<4x8xf32, inout>) {
  sa.nest "a" (%i, %j) to (4, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<4x8xf32, inout>
    sa.store %a, %A[%i, %j] : !sa.array<4x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "a"
    sa.vectorize %i
    sa.vectorize %j
  }
  sa.nest "b" (%ii, %jj) to (4, 8) {
    %b = sa.load %B[%ii, %jj] : !sa.array<4x8xf32, inout>
    sa.store %b, %B[%ii, %jj] : !sa.array<4x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "b"
    sa.vectorize %j
    sa.vectorize %i
  }
}

// A cache at the loop that tells nests apart is of all of them together.

// CHECK-LABEL: sa.func @fusing
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK-NEXT: sa.loop_cache %A as "copy" at "f" {sa.unsafe} : !sa.array<8x8xf32, inout>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1 {
// CHECK: sa.index = "j"}
// CHECK: sa.index = "q"}
// CHECK: sa.index = "f"}
// CHECK: sa.index = "c"}
sa.func @fusing(%A: !sa.array<8x8xf32, inout>, %B: !sa.array<8x8xf32, inout>) {
  sa.nest "a" (%i, %j) to (8, 8) {
    %a = sa.load %A[%i, %j] : !sa.array<8x8xf32, inout>
    sa.store %a, %B[%i, %j] : !sa.array<8x8xf32, inout>
  }
  sa.nest "b" (%p, %q) to (8, 8) {
    %a = sa.load %B[%p, %q] : !sa.array<8x8xf32, inout>
    sa.store %a, %A[%p, %q] : !sa.array<8x8xf32, inout>
  }
  sa.plan {
    %i, %j = sa.loops "a"
    %p, %q = sa.loops "b"
    %c, %f = sa.fuse %i, %p partial(1) as ["c", "f"]
    %copy = sa.cache %A as "copy" at %f {sa.unsafe} : !sa.array<8x8xf32, inout>
  }
}
