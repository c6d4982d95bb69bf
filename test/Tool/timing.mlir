// With --emit, the time of every pass of a scheduled product is listed under its name.

// RUN: saopt %s --emit=spirv --mlir-timing --mlir-timing-display=list -o %t 2>&1 | FileCheck %s

// CHECK: Execution time report
// CHECK-DAG: Parser
// CHECK-DAG: SACheckPlans
// CHECK-DAG: SAApplyPlans
// CHECK-DAG: ConvertSAToLoops
// CHECK-DAG: ConvertSAKernelsToPointers

sa.func @product(%A: !sa.array<64x32xf32, input>,
                 %B: !sa.array<32x48xf32, input>,
                 %C: !sa.array<64x48xf32, inout>) {
  sa.nest "product" (%i, %j, %k) to (64, 48, 32) {
    %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
    %b = sa.load %B[%k, %j] : !sa.array<32x48xf32, input>
    %ab = arith.mulf %a, %b : f32
    sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
  }
  sa.plan {
    %i, %j, %k = sa.loops "product"
    %ii = sa.split %i by 8 as "ii"
    sa.reorder %i, %j, %k, %ii
    sa.parallelize %i
  }
}
