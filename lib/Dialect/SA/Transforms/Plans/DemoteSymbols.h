// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the body of a nest its indices are fixed, and may be symbols of affine
// expressions. As indices of loops they are dimensions.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_DEMOTESYMBOLS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_DEMOTESYMBOLS_H

#include "mlir/IR/Operation.h"

namespace sa {

/// Makes dimensions of those symbols of affine operations in and below `root`
/// that may not be symbols where they stand.
void demoteSymbols(mlir::Operation *root);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_DEMOTESYMBOLS_H
