// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine maps without quotients and remainders.

#ifndef SA_LIB_DIALECT_SA_IR_LINEARMAP_H
#define SA_LIB_DIALECT_SA_IR_LINEARMAP_H

#include "mlir/IR/AffineMap.h"

namespace sa {

struct LinearMap {
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;
};

/// Returns the strides and the offset of a linear map with one result.
std::optional<LinearMap> getLinearMap(mlir::AffineMap map);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_IR_LINEARMAP_H
