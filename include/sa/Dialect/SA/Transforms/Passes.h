// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that check and rewrite `sa` programs and the loops they become.

#ifndef SA_DIALECT_SA_TRANSFORMS_PASSES_H
#define SA_DIALECT_SA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace affine {
class AffineDialect;
} // namespace affine
namespace arith {
class ArithDialect;
} // namespace arith
namespace gpu {
class GPUDialect;
class GPUFuncOp;
} // namespace gpu
namespace math {
class MathDialect;
} // namespace math
namespace scf {
class SCFDialect;
} // namespace scf
namespace vector {
class VectorDialect;
} // namespace vector
} // namespace mlir

namespace sa {
class FuncOp;

#define GEN_PASS_DECL
#include "sa/Dialect/SA/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_PASSES_H
