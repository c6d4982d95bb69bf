// RUN: saopt %s --pass-pipeline='builtin.module(arith-emulate-unsupported-floats{source-types=bf16 target-type=f32})' | FileCheck %s

// Without these flags MLIR has mended mlir-keep-rounding: remove the workaround.
// CHECK: arith.truncf %{{.*}} fastmath<contract>
func.func @sum(%a: bf16, %b: bf16) -> bf16 {
  %c = arith.addf %a, %b : bf16
  return %c : bf16
}
