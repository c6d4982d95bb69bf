// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a nest by one over fewer points: those at which a constant is not
// zero. The new nest reads a constant of the elements that are left, and its
// indices select entries of tables, which hold the old indices:
//
//   for i, j, k                       for i, j
//     C[i, j] += W[i, k] * B[k, j]      for q from starts[i] to starts[i + 1]
//                                         k = W_k[q]
//                                         C[i, j] += W[q] * B[k, j]

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_NESTREWRITE_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_NESTREWRITE_H

#include "ZeroFactor.h"
#include "mlir/IR/PatternMatch.h"

namespace sa {

struct NestRewrite {
  /// An index of the new nest.
  struct NewIndex {
    std::string name;
    mlir::OpFoldResult size;
    bool isParallel;
  };
  /// An index of the old nest as a function of new ones:
  /// `table[from] * scale + offset + inner`.
  struct OldIndex {
    unsigned from;
    /// Empty when `from` itself is meant.
    std::vector<int64_t> table = {};
    int64_t scale = 1, offset = 0;
    std::optional<unsigned> inner = std::nullopt;
  };

  llvm::SmallVector<NewIndex> indices;
  llvm::SmallVector<OldIndex> oldIndices;
  /// The new constant: its elements as bytes, and the new indices that it is
  /// read with.
  std::vector<char> values;
  llvm::SmallVector<int64_t> valueShape;
  llvm::SmallVector<unsigned> valueIndices;
  /// The index that runs over segments, if there is one, the table of their
  /// starts, and the segment of a point.
  std::optional<unsigned> segmented;
  std::vector<int64_t> starts;
  mlir::AffineExpr segment;
};

/// Replaces the nest of `factor`, and erases its constant where nothing else
/// reads it. Returns the new nest and the new constant.
std::pair<NestOp, ConstOp> rewriteNest(mlir::RewriterBase &rewriter,
                                       const ZeroFactor &factor,
                                       const NestRewrite &rewrite);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ZEROSKIPPING_NESTREWRITE_H
