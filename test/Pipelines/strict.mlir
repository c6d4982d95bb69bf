// RUN: saopt %s --sa-to-kernels=strict --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES --implicit-check-not=sa-contract
// RUN: saopt %s --sa-to-kernels=strict | FileCheck %s
// RUN: saopt %s --sa-to-llvm=strict | FileCheck %s --check-prefix=LLVM
// RUN: saopt %s --emit=llvm --strict | FileCheck %s --check-prefix=IR

// A strict compilation leaves out what changes a floating-point result.

// PASSES: convert-sa-loops-to-kernels

// CHECK-LABEL: gpu.func @axpy_0
// CHECK-NOT:     math.fma
// CHECK:         arith.mulf
// CHECK:         arith.addf

// LLVM-LABEL:  llvm.func spir_kernelcc @axpy_0
// LLVM-NOT:      fma
// LLVM:          llvm.fmul
// LLVM:          llvm.fadd

// IR-LABEL:    define spir_kernel void @axpy_0
// IR-NOT:        fma
// IR:            fmul float
// IR:            fadd float
sa.func @axpy(%x: !sa.array<8xf32, input>, %y: !sa.array<8xf32, inout>,
              %alpha: f32) {
  sa.nest (%i) to (8) {
    %xi = sa.load %x[%i] : !sa.array<8xf32, input>
    %product = arith.mulf %xi, %alpha : f32
    %yi = sa.load %y[%i] : !sa.array<8xf32, inout>
    %sum = arith.addf %yi, %product : f32
    sa.store %sum, %y[%i] : !sa.array<8xf32, inout>
  }
}
