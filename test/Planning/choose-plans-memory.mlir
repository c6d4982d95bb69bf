// RUN: saopt %s --sa-choose-plans | FileCheck %s
// RUN: saopt %s --emit=report | FileCheck %s --check-prefix=REPORT

// Layouts that interleave the digits of indices: an unrolled tile has constant
// last digits. Outputs that exceed the caches, and that nothing reads, are
// written past them.

// CHECK-LABEL: sa.func @z_order
// CHECK: %[[L:.*]]:2 = sa.loops "copy"
// CHECK: %[[ROWS:.*]] = sa.split %{{.*}} by 8 as
// CHECK: %[[COLUMNS:.*]] = sa.split %{{.*}} by 4 as
// CHECK: sa.parallelize
// CHECK: sa.unroll %[[ROWS]]
// CHECK: sa.unroll %[[COLUMNS]]
// REPORT: 'copy': copy between layouts, unrolled tiles of 8 x 4
sa.func @z_order(%A: !sa.array<512x512xf32, input>,
                 %B: !sa.array<512x512xf32, output, #sa.z_order>) {
  sa.nest "copy" (%i, %j) to (512, 512) {
    %a = sa.load %A[%i, %j] : !sa.array<512x512xf32, input>
    sa.store %a, %B[%i, %j] : !sa.array<512x512xf32, output, #sa.z_order>
  }
}

// CHECK-LABEL: sa.func @from_z_order
// CHECK: sa.unroll
// CHECK: sa.unroll
sa.func @from_z_order(%A: !sa.array<512x512xf32, input, #sa.z_order>,
                      %B: !sa.array<512x512xf32, output>) {
  sa.nest "back" (%i, %j) to (512, 512) {
    %a = sa.load %A[%i, %j] : !sa.array<512x512xf32, input, #sa.z_order>
    sa.store %a, %B[%i, %j] : !sa.array<512x512xf32, output>
  }
}

// CHECK-LABEL: sa.func @large
// CHECK: sa.vectorize
// CHECK: sa.nontemporal %B
// REPORT: 'large': stream, {{.*}}, written past the caches
sa.func @large(%A: !sa.array<8388608xf32, input>, %B: !sa.array<8388608xf32, output>) {
  sa.nest "large" (%i) to (8388608) {
    %a = sa.load %A[%i] : !sa.array<8388608xf32, input>
    sa.store %a, %B[%i] : !sa.array<8388608xf32, output>
  }
}

// CHECK-LABEL: sa.func @read_again
// CHECK-NOT: sa.nontemporal
sa.func @read_again(%A: !sa.array<8388608xf32, input>, %B: !sa.array<8388608xf32, inout>) {
  sa.nest "n" (%i) to (8388608) {
    %a = sa.load %A[%i] : !sa.array<8388608xf32, input>
    %b = sa.load %B[%i] : !sa.array<8388608xf32, inout>
    %ab = arith.addf %a, %b : f32
    sa.store %ab, %B[%i] : !sa.array<8388608xf32, inout>
  }
}

// CHECK-LABEL: sa.func @small
// CHECK-NOT: sa.nontemporal
sa.func @small(%A: !sa.array<1048576xf32, input>, %B: !sa.array<1048576xf32, output>) {
  sa.nest "n" (%i) to (1048576) {
    %a = sa.load %A[%i] : !sa.array<1048576xf32, input>
    sa.store %a, %B[%i] : !sa.array<1048576xf32, output>
  }
}

// CHECK-LABEL: sa.func @open
// CHECK-NOT: sa.nontemporal
sa.func @open(%A: !sa.array<?xf32, input, sizes = [N]>, %B: !sa.array<?xf32, output, sizes = [N]>) {
  %n = sa.dim %A, 0 : !sa.array<?xf32, input, sizes = [N]>
  sa.nest "n" (%i) to (%n) {
    %a = sa.load %A[%i] : !sa.array<?xf32, input, sizes = [N]>
    sa.store %a, %B[%i] : !sa.array<?xf32, output, sizes = [N]>
  }
}
