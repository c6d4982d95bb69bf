// RUN: saopt %s --sa-parallelize --sa-choose-plans | FileCheck %s

// Two sums with the same indices share their lanes.
// CHECK-LABEL: sa.func @moments
// CHECK-SAME: 2 reductions, {{[0-9]+}} rows x {{[0-9]+}} lanes of partial results, i in parallel
// CHECK: sa.unroll
// CHECK: sa.vectorize
sa.func @moments(%A: !sa.array<512x1024xf32, input>, %S: !sa.array<512xf32, inout>,
                 %Q: !sa.array<512xf32, inout>) {
  sa.nest (%i, %j) to (512, 1024) {
    %a = sa.load %A[%i, %j] : !sa.array<512x1024xf32, input>
    %aa = arith.mulf %a, %a : f32
    sa.accumulate add %a, %S[%i] : !sa.array<512xf32, inout>
    sa.accumulate add %aa, %Q[%i] : !sa.array<512xf32, inout>
  }
}

// Sums with different indices do not.
// CHECK-LABEL: sa.func @rows_and_columns
// CHECK-SAME: no plan: no kind of nest with a known plan; one work-item, i and j sequential because the nest {{.+}}
// CHECK-NOT: sa.plan
sa.func @rows_and_columns(%A: !sa.array<512x512xf32, input>, %S: !sa.array<512xf32, inout>,
                          %Q: !sa.array<512xf32, inout>) {
  sa.nest (%i, %j) to (512, 512) {
    %a = sa.load %A[%i, %j] : !sa.array<512x512xf32, input>
    sa.accumulate add %a, %S[%i] : !sa.array<512xf32, inout>
    sa.accumulate add %a, %Q[%j] : !sa.array<512xf32, inout>
  }
}

// The columns of a convolution with a stride are gathered once for all rows.
// CHECK-LABEL: sa.func @strided
// CHECK-SAME: contraction, {{[0-9]+}} x 16 block in registers
sa.func @strided(%X: !sa.array<16x130xf32, input>, %K: !sa.array<16x16x3xf32, input>,
                 %Y: !sa.array<16x64xf32, inout>) {
  sa.nest (%o, %x, %c, %r) to (16, 64, 16, 3) {
    %at = affine.apply affine_map<(x, r) -> (2 * x + r)>(%x, %r)
    %a = sa.load %X[%c, %at] : !sa.array<16x130xf32, input>
    %k = sa.load %K[%o, %c, %r] : !sa.array<16x16x3xf32, input>
    %p = arith.mulf %a, %k : f32
    sa.accumulate add %p, %Y[%o, %x] : !sa.array<16x64xf32, inout>
  }
}

// The rows of a triangle end at different columns: each runs by itself.
// CHECK-LABEL: sa.func @triangle
// CHECK-SAME: reduction, {{[0-9]+}} lanes of partial results, i in parallel
sa.func @triangle(%A: !sa.array<512x512xf32, input>, %X: !sa.array<512xf32, input>,
                  %Y: !sa.array<512xf32, inout>) {
  sa.nest (%i, %j) to (512, 512) where affine_set<(i, j) : (i - j >= 0)> {
    %a = sa.load %A[%i, %j] : !sa.array<512x512xf32, input>
    %x = sa.load %X[%j] : !sa.array<512xf32, input>
    %p = arith.mulf %a, %x : f32
    sa.accumulate add %p, %Y[%i] : !sa.array<512xf32, inout>
  }
}

// The columns of a triangular product are distributed, and the blocks of rows
// stay together.
// CHECK-LABEL: sa.func @triangular_product
// CHECK-SAME: contraction, {{[0-9]+}} x {{[0-9]+}} block in registers, j in parallel
sa.func @triangular_product(%A: !sa.array<512x512xf32, input>,
                            %B: !sa.array<512x512xf32, input>,
                            %C: !sa.array<512x512xf32, inout>) {
  sa.nest (%i, %j, %k) to (512, 512, 512) where affine_set<(i, j, k) : (i - k >= 0)> {
    %a = sa.load %A[%i, %k] : !sa.array<512x512xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<512x512xf32, input>
    %p = arith.mulf %a, %b : f32
    sa.accumulate add %p, %C[%i, %j] : !sa.array<512x512xf32, inout>
  }
}

// Blocks are written in the runs that they have; what a subscript divides is
// left alone.
// CHECK-LABEL: sa.func @blocks
// CHECK-SAME: stream, 16 lanes, i in parallel
sa.func @blocks(%A: !sa.array<512x512xf32, input>,
                %B: !sa.array<512x512xf32, output, #sa.blocked<[16, 16]>>) {
  sa.nest (%i, %j) to (512, 512) {
    %a = sa.load %A[%i, %j] : !sa.array<512x512xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<512x512xf32, output, #sa.blocked<[16, 16]>>
  }
}
// CHECK-LABEL: sa.func @periods
// CHECK-SAME: no plan: no kind of nest with a known plan; 262144 work-items over i and j
sa.func @periods(%A: !sa.array<512x64xf32, input>, %B: !sa.array<512x512xf32, output>) {
  sa.nest (%i, %j) to (512, 512) {
    %at = affine.apply affine_map<(j) -> (j mod 64)>(%j)
    %a = sa.load %A[%i, %at] : !sa.array<512x64xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<512x512xf32, output>
  }
}

// Narrow elements are not copied: a row of a block is one line of a cache.
// CHECK-LABEL: sa.func @narrow
// CHECK-NOT: sa.cache
sa.func @narrow(%A: !sa.array<512x512xi8, input>, %B: !sa.array<512x512xi8, input>,
                %C: !sa.array<512x512xi32, inout>) {
  sa.nest (%i, %j, %k) to (512, 512, 512) {
    %a = sa.load %A[%i, %k] : !sa.array<512x512xi8, input>
    %b = sa.load %B[%k, %j] : !sa.array<512x512xi8, input>
    %wa = arith.extsi %a : i8 to i32
    %wb = arith.extsi %b : i8 to i32
    %p = arith.muli %wa, %wb : i32
    sa.accumulate add %p, %C[%i, %j] : !sa.array<512x512xi32, inout>
  }
}
