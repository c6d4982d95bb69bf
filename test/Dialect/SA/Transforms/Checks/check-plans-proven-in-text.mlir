// RUN: not saopt %s --pass-pipeline='builtin.module(sa.func(sa-check-plans))' 2>&1 | FileCheck %s
// RUN: not saopt %s --emit=sycl 2>&1 | FileCheck %s
// RUN: saopt %s --mlir-print-op-generic -o %t.mlir
// RUN: FileCheck %s --check-prefix=GENERIC < %t.mlir
// RUN: not saopt %t.mlir --sa-to-kernels 2>&1 | FileCheck %s
// RUN: saopt %s --emit-bytecode -o %t.mlirbc
// RUN: not saopt %t.mlirbc --emit=sycl 2>&1 | FileCheck %s
// RUN: not saopt %t.mlirbc --sa-to-kernels 2>&1 | FileCheck %s

// A file can claim that its plans are proven; the claim is not believed.

// GENERIC: sa.proven = "strict"

// CHECK: error: 'sa.parallelize' op cannot parallelize the loop 'i'
sa.func @claimed(%A: !sa.array<8xf32, inout>) {
  sa.nest "n" (%i) to (7) {
    %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %a = sa.load %A[%i] : !sa.array<8xf32, inout>
    sa.store %a, %A[%next] : !sa.array<8xf32, inout>
  }
  sa.plan {
    %i = sa.loops "n"
    sa.parallelize %i
  } {sa.proven = "strict"}
}
