// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner part of a space: the points at which minima, maxima, extended
// indices and conditions with results are what they are in its middle. With i
// below n:
//
//   max(i - 1, 0)           i - 1     where i - 1 >= 0
//   extend_index i + 1      i + 1     where i + 1 >= 0, n - 2 - i >= 0
//   if i > 0 { a } …        a         where i - 1 >= 0

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_INNERPART_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_INNERPART_H

#include "mlir/IR/PatternMatch.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "llvm/ADT/StringMap.h"

namespace sa {

/// An index of a space, from a sum to just before the smallest of others.
struct SpaceIndex {
  mlir::Value value;
  LinearIndex first;
  llvm::SmallVector<LinearIndex, 2> ends;
  /// The constraints of the inner part may have it in them.
  bool isKept;
};

class InnerPart {
public:
  /// Reads the operations in `body` that change with `indices`, the outermost
  /// first.
  InnerPart(mlir::Region &body, llvm::ArrayRef<SpaceIndex> indices);

  /// Sums that are not negative exactly in the inner part, those of outer
  /// indices first. Operands are indices that are kept, sizes and scalars.
  llvm::ArrayRef<LinearIndex> getConstraints() const { return constraints; }
  /// True if there is something to replace.
  bool isSimpler() const { return !replaced.empty(); }
  /// Replaces the operations by what they are in the inner part.
  void simplify(mlir::RewriterBase &rewriter);

  /// Returns true for an operation that may be simpler in an inner part.
  static bool isChoice(mlir::Operation *op);
  /// Returns a sum as an expression of `operands`, to which values are added.
  static mlir::AffineExpr getExpr(const LinearIndex &sum,
                                  llvm::SmallVectorImpl<mlir::Value> &operands,
                                  mlir::MLIRContext *context);

private:
  /// What an operation is in the inner part.
  struct Choice {
    mlir::Operation *op;
    /// The operand, the result of a map, or the region.
    unsigned position;
  };

  void readOp(mlir::Operation *op);
  void readExtremes(mlir::Operation *op, llvm::ArrayRef<LinearIndex> sums,
                    bool isMax);
  void readCondition(mlir::Operation *op);
  /// Keeps what the inner part of `op` takes. Fails if the constraints have
  /// values that are not known in it.
  mlir::LogicalResult keep(mlir::Operation *op, unsigned position,
                           llvm::ArrayRef<LinearIndex> needed);
  /// Returns the sum behind a value, with what was kept in the place of
  /// choices.
  LinearIndex getSum(mlir::Value value);
  LinearIndex normalize(const LinearIndex &sum) const;
  std::optional<LinearIndex> getSum(mlir::AffineExpr expr, unsigned numDims,
                                    mlir::ValueRange operands);
  /// Estimates a sum in the middle of the space.
  std::optional<int64_t> estimate(const LinearIndex &sum) const;
  /// Returns a sum that no value over the indices that are not kept is below.
  LinearIndex getLeast(LinearIndex sum) const;
  /// Returns true if a sum is not negative, whatever the first `numIndices`
  /// indices are.
  bool isImplied(LinearIndex sum, size_t numIndices) const;

  llvm::ArrayRef<SpaceIndex> indices;
  llvm::SmallVector<LinearIndex> constraints;
  llvm::SmallVector<Choice> replaced;
  llvm::DenseMap<mlir::Value, LinearIndex> choices;
  /// Equal sizes are one value.
  mutable llvm::StringMap<mlir::Value> sizes;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_INNERPART_H
