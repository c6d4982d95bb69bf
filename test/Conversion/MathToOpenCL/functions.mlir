// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-math-to-opencl))' | FileCheck %s

// Every function of math is a built-in function of OpenCL, by its mangled name.

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @unary
  gpu.func @unary(%x: f32) kernel {
    // CHECK:      llvm.call spir_funccc @_Z4sqrtf(%{{.*}}) : (f32) -> f32
    %sqrt = math.sqrt %x : f32
    // CHECK-NEXT: @_Z5rsqrtf(
    %rsqrt = math.rsqrt %x : f32
    // CHECK-NEXT: @_Z4fabsf(
    %abs = math.absf %x : f32
    // CHECK-NEXT: @_Z3expf(
    %exp = math.exp %x : f32
    // CHECK-NEXT: @_Z5log1pf(
    %log1p = math.log1p %x : f32
    // CHECK-NEXT: @_Z3erff(
    %erf = math.erf %x : f32
    // Halves go to the even neighbour.
    // CHECK-NEXT: @_Z4rintf(
    %rint = math.roundeven %x : f32
    // Halves go away from zero.
    // CHECK-NEXT: @_Z5roundf(
    %round = math.round %x : f32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @binary
  gpu.func @binary(%x: f32, %y: f32) kernel {
    // CHECK:      llvm.call spir_funccc @_Z3powff(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
    %pow = math.powf %x, %y : f32
    // CHECK-NEXT: @_Z5atan2ff(
    %atan2 = math.atan2 %x, %y : f32
    // CHECK-NEXT: @_Z4fmodff(
    %remainder = arith.remf %x, %y : f32
    // These ignore NaN; arith.maximumf and minimumf do not, and are no calls.
    // CHECK-NEXT: @_Z4fmaxff(
    %max = arith.maxnumf %x, %y : f32
    // CHECK-NEXT: @_Z4fminff(
    %min = arith.minnumf %x, %y : f32
    // CHECK-NEXT: arith.maximumf
    %maximum = arith.maximumf %x, %y : f32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @ternary
  gpu.func @ternary(%x: f32, %y: f32, %z: f32) kernel {
    // CHECK: llvm.call spir_funccc @_Z3fmafff(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
    %fma = math.fma %x, %y, %z : f32
    gpu.return
  }
}
