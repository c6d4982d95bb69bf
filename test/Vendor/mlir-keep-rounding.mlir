// RUN: saopt %s --pass-pipeline='builtin.module(sa-mlir-keep-rounding,canonicalize)' | FileCheck %s
// RUN: saopt %s --canonicalize | FileCheck %s --check-prefix=BUG

// The permission to drop the rounding between two operations goes away.
// CHECK-LABEL: func.func @rounding
// CHECK-NEXT:    %[[ROUNDED:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT:    arith.extf %[[ROUNDED]] : bf16 to f32

// When this no longer holds, the flag is harmless.
// BUG-LABEL:   func.func @rounding(
// BUG-SAME:      %[[X:.*]]: f32)
// BUG-NEXT:      return %[[X]] : f32
func.func @rounding(%x: f32) -> f32 {
  %rounded = arith.truncf %x fastmath<contract> : f32 to bf16
  %r = arith.extf %rounded fastmath<contract> : bf16 to f32
  return %r : f32
}
