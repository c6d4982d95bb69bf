// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of zero skipping. docs/zero-skipping.md describes them.

#ifndef SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_TD
#define SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_TD

include "mlir/Pass/PassBase.td"

def SASkipZeros : Pass<"sa-skip-zeros", "::sa::FuncOp"> {
  let summary = "Skip the points of a nest at which a constant is zero";
  let description = [{
    The pass rewrites nests without a plan that have no effect where a constant
    is zero, such as `C[i, j] += A[i, k] * W[k, j]`. Where an estimate of the
    work says that it pays, the new nest runs over the other points only, in the
    same order, and the constant is replaced by the elements that it reads:

    - Zero slices (rows, columns) shorten loops. The indices of the slices that
      are left come from a table, or from an offset where they are neighbours.
    - Zero blocks and single zeros become lists of the blocks or elements that
      are not zero: one for each work-item (`segments` of `sa.nest`), or one for
      all.

    A condition on indices that the body begins or ends with, as in a sum that
    starts with a bias, becomes a nest of its own, where that makes zeros
    skippable and changes no result.

    The report of the function says how many zeros are skipped, or why they are
    not. For floats a result differs where the other factor is infinite or NaN,
    and in the sign of a zero.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect"
  ];
}

def SAMarkIdle : Pass<"sa-mark-idle", "::sa::FuncOp"> {
  let summary = "Mark the idle iterations of loops";
  let description = [{
    The pass marks loops that `sa-apply-plans` makes with `sa.idle`, where
    iterations have no effect because a constant is zero at all of their points,
    and an estimate of the work says that testing for them pays:

    ```
    for k = 0 to 64 step 16 {          for k = 0 to 64 step 16 {
      for kk = 0 to 16 {          →      sa.idle W_blocks[k / 16]
        C += A[k + kk] * W[k + kk]       for kk = 0 to 16 { … }
    } }                                }
    ```

    A marked loop holds no parallel loop, accumulates no partial results, and
    fills no double buffer. For each nest the pass marks the loop that saves
    most. The report of the function says what is skipped, or why zeros are not.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def SASkipIdle : Pass<"sa-skip-idle", "::sa::FuncOp"> {
  let summary = "Skip the idle iterations of loops";
  let description = [{
    The pass makes the operations after `sa.idle` conditional. Values that the
    loop carries keep their values in idle iterations. A test that does not
    depend on the loop is hoisted out of it. The pass drops marks whose loop
    another pass has removed.

    ```
    for k {                        for k {
      sa.idle W_blocks[k]     →      if W_blocks[k] != 0 {
      …                                …
    }                              } }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_TD
