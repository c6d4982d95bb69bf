// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zero skipping: the passes that leave out points and iterations at which a
// constant is zero. The option `skip-zeros` of the pipelines adds them.
// docs/zero-skipping.md describes what they do.

#ifndef SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_H
#define SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
namespace affine {
class AffineDialect;
} // namespace affine
namespace arith {
class ArithDialect;
} // namespace arith
namespace scf {
class SCFDialect;
} // namespace scf
} // namespace mlir

namespace sa {
class FuncOp;

#define GEN_PASS_DECL
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Dialect/SA/Transforms/ZeroSkipping/Passes.h.inc"
} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_PASSES_H
