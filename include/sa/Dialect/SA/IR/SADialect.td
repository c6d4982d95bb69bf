// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect itself, and the bases that its types, attributes and ops share.

#ifndef SA_DIALECT_SA_IR_SADIALECT_TD
#define SA_DIALECT_SA_IR_SADIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def SA_Dialect : Dialect {
  let name = "sa";
  let cppNamespace = "::sa";
  let summary = "Loop nests over arrays with roles, shapes and layouts";
  let description = [{
    The `sa` dialect describes computations on arrays that live in SYCL unified
    shared memory. An array has a *role* (who owns it and who may write it), a
    shape, an element type and a memory layout. A function takes external
    arrays, makes constants and temporaries, and runs loop nests over them, one
    after the other:

    ```mlir
    sa.func @gemm(%A: !sa.array<64x32xf32, input>,
                  %B: !sa.array<32x48xf32, input>,
                  %C: !sa.array<64x48xf32, inout>) {
      sa.nest (%i, %j, %k) to (64, 48, 32) {
        %a = sa.load %A[%i, %k] : !sa.array<64x32xf32, input>
        %b = sa.load %B[%k, %j] : !sa.array<32x48xf32, input>
        %ab = arith.mulf %a, %b : f32
        sa.accumulate add %ab, %C[%i, %j] : !sa.array<64x48xf32, inout>
      }
    }
    ```

    The verifiers are the rules of the language: what they accept, every later
    stage can lower.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class SA_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<SA_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class SA_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<SA_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

class SA_Op<string mnemonic, list<Trait> traits = []>
    : Op<SA_Dialect, mnemonic, traits>;

#endif // SA_DIALECT_SA_IR_SADIALECT_TD
