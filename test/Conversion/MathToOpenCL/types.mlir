// RUN: saopt %s --pass-pipeline='builtin.module(gpu.module(convert-sa-math-to-opencl))' | FileCheck %s

// The mangled name tells the types apart: half is Dh, float f, double d. Each
// function is declared once.

// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG:     llvm.func spir_funccc @_Z3expDh(f16) -> f16 attributes {no_unwind, will_return}
// CHECK-DAG:     llvm.func spir_funccc @_Z3expf(f32) -> f32
// CHECK-DAG:     llvm.func spir_funccc @_Z3expd(f64) -> f64
// CHECK-DAG:     llvm.func spir_funccc @_Z3powDhDh(f16, f16) -> f16
// CHECK-DAG:     llvm.func spir_funccc @_Z3fmaddd(f64, f64, f64) -> f64
// CHECK-NOT:     llvm.func
// CHECK:         gpu.func
gpu.module @kernels {
  gpu.func @kernel(%h: f16, %f: f32, %d: f64) kernel {
    // CHECK:      llvm.call spir_funccc @_Z3expDh(%{{.*}}) : (f16) -> f16
    %exp_h = math.exp %h : f16
    // CHECK-NEXT: llvm.call spir_funccc @_Z3expf(%{{.*}}) : (f32) -> f32
    %exp_f = math.exp %f : f32
    // CHECK-NEXT: llvm.call spir_funccc @_Z3expd(%{{.*}}) : (f64) -> f64
    %exp_d = math.exp %d : f64
    // CHECK-NEXT: llvm.call spir_funccc @_Z3expf(%{{.*}}) : (f32) -> f32
    %again = math.exp %exp_f : f32
    // CHECK-NEXT: llvm.call spir_funccc @_Z3powDhDh(
    %pow = math.powf %h, %h : f16
    // CHECK-NEXT: llvm.call spir_funccc @_Z3fmaddd(
    %fma = math.fma %d, %d, %d : f64
    gpu.return
  }
}
