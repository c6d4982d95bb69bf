// RUN: saopt %s --sa-choose-layouts | FileCheck %s

// A constant with a deferred layout is laid out so that the fastest index of the
// nest that reads it moves by one element. The type of every load follows.

!A = !sa.array<64x64xf32, input>
!C = !sa.array<64x64xf32, inout>
!W = !sa.array<64x64xf32, const, #sa.deferred>

// The last parallel index, j, is the fastest: along dimension 1.
// CHECK-LABEL: sa.func @matmul
// CHECK-SAME:    sa.report = [{message = "its layout is row-major, because 'j' is the fastest index that walks it, along dimension 1", names = ["W"], subject = "constant"
// CHECK:         sa.load %W[%k, %j] : !sa.array<64x64xf32, const>
sa.func @matmul(%A: !A, %C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j, %k) to (64, 64, 64) parallel("i", "j") {
    %a = sa.load %A[%i, %k] : !A
    %w = sa.load %W[%k, %j] : !W
    %aw = arith.mulf %a, %w : f32
    sa.accumulate add %aw, %C[%i, %j] : !C
  }
}

// Along dimension 0.
// CHECK-LABEL: sa.func @transposed
// CHECK-SAME:    sa.report = [{message = "its layout is column-major, because 'j' is the fastest index that walks it, along dimension 0", names = ["W"], subject = "constant"
// CHECK:         sa.load %W[%j, %k] : !sa.array<64x64xf32, const, #sa.col_major>
sa.func @transposed(%A: !A, %C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j, %k) to (64, 64, 64) parallel("i", "j") {
    %a = sa.load %A[%i, %k] : !A
    %w = sa.load %W[%j, %k] : !W
    %aw = arith.mulf %a, %w : f32
    sa.accumulate add %aw, %C[%i, %j] : !C
  }
}

// The constant does not know j: the sequential index k is the fastest of its
// own.
// CHECK-LABEL: sa.func @left
// CHECK-SAME:    column-major, because 'k' is the fastest index that walks it, along dimension 0
sa.func @left(%A: !A, %C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j, %k) to (64, 64, 64) parallel("i", "j") {
    %w = sa.load %W[%k, %i] : !W
    %a = sa.load %A[%k, %j] : !A
    %wa = arith.mulf %w, %a : f32
    sa.accumulate add %wa, %C[%i, %j] : !C
  }
}

// Sequential indices from the innermost out, then the other parallel one: the
// order of the dimensions is i (2), k (0), l (1), j (3), from slow to fast.
// CHECK-LABEL: sa.func @permuted
// CHECK-SAME:    its layout is #sa.strided<[24, 6, 120, 1]>, because 'j' is the fastest index that walks it, along dimension 3
!V = !sa.array<5x4x3x6xf32, const, #sa.deferred>
sa.func @permuted(%C: !C) {
  %V = sa.const "V" dense<1.0> : tensor<5x4x3x6xf32> as !V
  sa.nest (%i, %j, %k, %l) to (3, 6, 5, 4) parallel("i", "j") {
    %v = sa.load %V[%k, %l, %i, %j] : !V
    sa.accumulate add %v, %C[%i, %j] : !C
  }
}

// Without parallel indices the innermost loop is the fastest; computed indices
// depend on what they are computed from.
// CHECK-LABEL: sa.func @computed
// CHECK-SAME:    column-major, because 'j' is the fastest index that walks it, along dimension 0
sa.func @computed(%C: !C) {
  %W = sa.const "W" dense<1.0> : tensor<64x64xf32> as !W
  sa.nest (%i, %j) to (64, 64) parallel() {
    %last = arith.constant 63 : index
    %r = arith.subi %last, %j : index
    %h = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %w = sa.load %W[%r, %h] : !W
    sa.accumulate add %w, %C[%i, %i] : !C
  }
}

// The copies of plans are of the constant in its new layout.
// CHECK-LABEL: sa.func @cached
// CHECK:         %W = sa.const "W"{{.*}} as !sa.array<2x2xf32, const[[LAYOUT:.*]]>
// CHECK:         sa.cache %W as "c" at %{{.*}} : !sa.array<2x2xf32, const[[LAYOUT]]>
sa.func @cached(%B: !sa.array<2x2xf32, output>) {
  %W = sa.const "W" dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> as !sa.array<2x2xf32, const, #sa.deferred>
  sa.nest "rows" (%i, %j) to (2, 2) {
    %a = sa.load %W[%j, %i] : !sa.array<2x2xf32, const, #sa.deferred>
    sa.store %a, %B[%i, %j] : !sa.array<2x2xf32, output>
  }
  sa.plan {
    %i, %j = sa.loops "rows"
    %c = sa.cache %W as "c" at %j : !sa.array<2x2xf32, const, #sa.deferred>
  }
}
