// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// A kernel takes what its loop uses and nothing else, in the order of the
// function's signature; names and types go along.

// CHECK-LABEL: func.func @scale
// CHECK-SAME:    (%[[C:[a-z0-9]+]]: memref<?xf32> {{[^,]*, [^,]*, [^,]*}}, %{{.*}}: f32 {{.*}}, %[[A:[a-z0-9]+]]: memref<?xf32> {{[^,]*, [^,]*, [^,]*}}, %[[X:[a-z0-9]+]]: f32
func.func @scale(
    %C: memref<?xf32> {sa.array = !sa.array<8xf32, inout>, sa.name = "C"},
    %unused: f32 {sa.name = "unused", sa.scalar = f32},
    %A: memref<?xf32> {sa.array = !sa.array<8xf32, input>, sa.name = "A"},
    %x: f32 {sa.name = "x", sa.scalar = f32}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  // CHECK:     sa.launch @kernels::@scale_0 range(%{{.*}}) args(%[[C]], %[[A]], %[[X]]) : memref<?xf32>, memref<?xf32>, f32
  // CHECK-NOT: scf.parallel
  scf.parallel (%i) = (%zero) to (%eight) step (%one) {
    %a = memref.load %A[%i] : memref<?xf32>
    %ax = arith.mulf %a, %x : f32
    memref.store %ax, %C[%i] : memref<?xf32>
    scf.reduce
  } {sa.indices = ["i"]}
  return
}

// CHECK:      gpu.module @kernels
// CHECK:        gpu.func @scale_0(
// CHECK-SAME:     %[[KC:[a-z0-9]+]]: memref<?xf32> {sa.array = !sa.array<8xf32, inout>, sa.name = "C"},
// CHECK-SAME:     %[[KA:[a-z0-9]+]]: memref<?xf32> {sa.array = !sa.array<8xf32, input>, sa.name = "A"},
// CHECK-SAME:     %[[KX:[a-z0-9]+]]: f32 {sa.name = "x", sa.scalar = f32}) kernel
// CHECK:          %[[I:.*]] = gpu.global_id x {sa.index = "i"}
// CHECK-NEXT:     %[[VALUE:.*]] = memref.load %[[KA]][%[[I]]]
// CHECK-NEXT:     %[[SCALED:.*]] = arith.mulf %[[VALUE]], %[[KX]]
// CHECK-NEXT:     memref.store %[[SCALED]], %[[KC]][%[[I]]]
// CHECK-NEXT:     gpu.return
