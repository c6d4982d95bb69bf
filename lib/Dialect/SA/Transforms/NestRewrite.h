// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest over fewer points: only those where a constant is not zero. The
// constant is replaced by the elements that are left, and the indices that it
// was read with by tables of where these were:
//
//   for i, j, k                       for i, j
//     C[i, j] += W[i, k] * B[k, j]      for q from starts[i] to starts[i + 1]
//                                         k = W_k[q]
//                                         C[i, j] += W[q] * B[k, j]
//
// The constraints of the nest stay with it; what they say of an index from a
// table is asked in the body.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_NESTREWRITE_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_NESTREWRITE_H

#include "ZeroFactor.h"

namespace sa {

struct NestRewrite {
  /// An index of the new nest.
  struct NewIndex {
    std::string name;
    mlir::OpFoldResult size;
    bool isParallel;
  };
  /// How an index of the old nest comes from those of the new one:
  /// `table[from] * scale + offset + inner`.
  struct OldIndex {
    unsigned from;
    /// None when empty.
    std::vector<int64_t> table = {};
    int64_t scale = 1, offset = 0;
    std::optional<unsigned> inner = std::nullopt;
  };

  llvm::SmallVector<NewIndex> indices;
  llvm::SmallVector<OldIndex> oldIndices;
  /// The new constant: its elements as bytes, and how it is read.
  std::vector<char> values;
  llvm::SmallVector<int64_t> valueShape;
  llvm::SmallVector<mlir::AffineExpr> valueIndices;
  /// The index that runs over segments, if there is one, where they start, and
  /// the segment of a point.
  std::optional<unsigned> segmented;
  std::vector<int64_t> starts;
  mlir::AffineExpr segment;
  /// True when only elements are left that the nest reads: constraints on the
  /// constant's own indices hold then.
  bool isExact = false;
};

/// A constant array of the narrowest type that holds these numbers.
mlir::Value createTable(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef name, llvm::ArrayRef<int64_t> numbers);

/// The entry of a table at `place`, as an index.
mlir::Value createEntry(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value table, mlir::Value place);

/// A constant of some of the elements of `old`, which are given as bytes.
ConstOp createValues(mlir::OpBuilder &builder, ConstOp old,
                     llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> bytes);

/// True when the nest has a constraint on the index at `position` that would
/// have to be asked in the body, if that index came from a table.
bool needsGuard(const ZeroFactor &factor, unsigned position, bool isExact);

/// Replaces the nest of `factor`, and its constant where nothing else reads it.
/// Returns the new nest and the new constant. The reads of a joint factor stay
/// as they are, at the old indices, and there is no new constant.
std::pair<NestOp, ConstOp> rewriteNest(const ZeroFactor &factor,
                                       const NestRewrite &rewrite);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_NESTREWRITE_H
