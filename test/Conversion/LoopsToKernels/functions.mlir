// RUN: saopt %s --convert-sa-loops-to-kernels | FileCheck %s

// The kernels of all the functions are in one module, called after their
// function and their place in it.

// CHECK-LABEL: func.func @f
// CHECK:         sa.launch @kernels::@f_0
// CHECK-NEXT:    sa.launch @kernels::@f_1
func.func @f(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%zero) to (%one) step (%one) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// A function may be called like the kernel of another one.
// CHECK-LABEL: func.func @f_1
// CHECK:         sa.launch @kernels::@f_1_0 range
func.func @f_1(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  scf.parallel (%i) = (%zero) to (%four) step (%one) {
    memref.store %x, %A[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// A function without loops launches nothing.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT:    return
func.func @nothing() {
  return
}

// CHECK-LABEL: gpu.module @kernels
// CHECK:         gpu.func @f_0(
// CHECK:         gpu.func @f_1(
// CHECK:         gpu.func @f_1_0(
// CHECK-NOT:     gpu.func
