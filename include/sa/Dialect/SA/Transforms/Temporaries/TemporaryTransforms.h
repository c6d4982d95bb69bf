// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transformations of nests and temporaries, one by one. The passes prove
// that they change no result, and apply them.

#ifndef SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYTRANSFORMS_H
#define SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYTRANSFORMS_H

#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Appends the body of `second` to that of `first`, which moves to the position
/// of `second`, and erases `second`. Both nests have the same points, and no
/// point of one conflicts with a different point of the other.
void fuseNests(mlir::RewriterBase &rewriter, NestOp first, NestOp second);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_TEMPORARIES_TEMPORARYTRANSFORMS_H
