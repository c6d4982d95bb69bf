// RUN: saopt %s --convert-sa-to-loops | FileCheck %s

// A function takes the flat storage of its arrays, its scalars, and then one
// index for each run-time size. The attributes keep what C++ needs to know.

// CHECK-LABEL: func.func @arrays(
// CHECK-SAME:    %{{.*}}: memref<?xf32> {sa.array = !sa.array<4x8xf32, input>, sa.name = "A"},
// CHECK-SAME:    %{{.*}}: memref<?xi32> {sa.array = !sa.array<8xui32, inout>, sa.name = "C"}) {
// CHECK-NEXT:    return
sa.func @arrays(%A: !sa.array<4x8xf32, input>, %C: !sa.array<8xui32, inout>) {
}

// What takes more than its bits: a bool is a byte, a bf16 two of them.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %{{.*}}: f32 {sa.name = "alpha", sa.scalar = f32},
// CHECK-SAME:    %{{.*}}: i64 {sa.name = "n", sa.scalar = i64},
// CHECK-SAME:    %{{.*}}: index {sa.name = "at", sa.scalar = index},
// CHECK-SAME:    %{{.*}}: i8 {sa.name = "flag", sa.scalar = i1},
// CHECK-SAME:    %{{.*}}: i16 {sa.name = "brain", sa.scalar = bf16})
sa.func @scalars(%alpha: f32, %n: i64, %at: index, %flag: i1, %brain: bf16) {
}

// Sizes come last, each name once, in the order of their first use.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    sa.name = "A"},
// CHECK-SAME:    sa.name = "alpha"
// CHECK-SAME:    sa.array = !sa.array<?x?xf32, inout, sizes = [N, K]>, sa.name = "B"},
// CHECK-SAME:    %{{.*}}: index {sa.name = "M", sa.size},
// CHECK-SAME:    %{{.*}}: index {sa.name = "N", sa.size},
// CHECK-SAME:    %{{.*}}: index {sa.name = "K", sa.size}) {
sa.func @sizes(%A: !sa.array<?x?xf32, input, sizes = [M, N]>, %alpha: f32,
               %B: !sa.array<?x?xf32, inout, sizes = [N, K]>) {
}

// A size without a name gets one.
// CHECK-LABEL: func.func @unnamed_size(
// CHECK-SAME:    {sa.array = !sa.array<4x?xf32, input, sizes = [A_size1]>, sa.name = "A"},
// CHECK-SAME:    %{{.*}}: index {sa.name = "A_size1", sa.size}) {
sa.func @unnamed_size(%A: !sa.array<4x?xf32, input>) {
}
