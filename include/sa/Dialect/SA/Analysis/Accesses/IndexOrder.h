// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fast the indices of a nest change on a device, and what depends on them.
//
// Work-items that are neighbours in the last parallel index run at once, as the
// lanes of a vector: that index changes fastest. Then come the loops inside of
// a work-item, from the innermost out, and last the other parallel indices.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_INDEXORDER_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_INDEXORDER_H

#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace sa {

/// The last parallel index; nothing when there is none.
std::optional<unsigned> getFastIndex(NestOp nest);

/// All the indices, the fastest first.
llvm::SmallVector<unsigned> getIndicesBySpeed(NestOp nest);

/// The indices that `value` is computed from.
llvm::SmallBitVector getUsedIndices(NestOp nest, mlir::Value value);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_INDEXORDER_H
