// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, and the bases of its types, attributes and ops.

#ifndef SA_DIALECT_SA_IR_SADIALECT_TD
#define SA_DIALECT_SA_IR_SADIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def SA_Dialect : Dialect {
  let name = "sa";
  let cppNamespace = "::sa";
  let summary = "Loop nests over arrays with roles, shapes and layouts";
  let description = [{
    The `sa` dialect describes computations on arrays in SYCL unified shared memory.
    An array has a *role* (its owner, and whether it is written), a shape, an element
    type and a layout. A function takes arrays, creates constants and temporaries,
    and runs nests over them in order:

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

    The verifiers are the rules of the language; later stages lower what they accept.
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
