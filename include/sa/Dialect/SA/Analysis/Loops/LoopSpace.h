// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a function, once plans are applied, as integer mathematics. Each
// loop is a dimension, numbered in program order, and each size or scalar of
// the function a symbol:
//
//   affine.for %i = 0 to %n step 8              d0
//     affine.for %ii = 0 to min(8, %n - %i)     d1
//       sa.load %A[%i + %ii]                    d0 + d1
//
// The points at which an operation runs are those that the bounds of the loops
// around it, and the conditions of `affine.if` around it, leave. Between which
// numbers an expression lies at these points is a linear program.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPSPACE_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPSPACE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/Analysis/Affine/PointSet.h"
#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

class LoopSpace {
public:
  /// Numbers the loops around `loop`, the loop itself, and those in it. They
  /// stay as they are while the space is used.
  explicit LoopSpace(mlir::affine::AffineForOp loop);

  llvm::ArrayRef<mlir::affine::AffineForOp> getLoops() const { return loops; }
  unsigned getNumDims() const { return loops.size(); }
  unsigned getNumSymbols() const { return symbols.size(); }
  /// The dimension of a loop of the space.
  unsigned getDim(mlir::affine::AffineForOp loop) const {
    return positions.lookup(loop);
  }
  mlir::AffineExpr getDimExpr(mlir::affine::AffineForOp loop) const;

  /// An index value as an affine expression, or null.
  mlir::AffineExpr getExpr(mlir::Value value);
  /// The size of a dimension of an array.
  mlir::AffineExpr getSize(mlir::Value array, unsigned dim);
  /// The results of a bound of a loop; an upper bound is exclusive.
  llvm::SmallVector<mlir::AffineExpr>
  getLowerBounds(mlir::affine::AffineForOp loop);
  llvm::SmallVector<mlir::AffineExpr>
  getUpperBounds(mlir::affine::AffineForOp loop);
  /// What an `affine.if` says about its first or second region: expressions
  /// that are not negative there. Nothing when that is no such list.
  std::optional<llvm::SmallVector<mlir::AffineExpr>>
  getConditions(mlir::affine::AffineIfOp op, bool isThen);

  /// What holds where an operation runs.
  struct Constraints {
    llvm::SmallVector<mlir::AffineExpr> nonNegative, zero;
  };
  /// The bounds and conditions of what is around `op`, as far as they are
  /// affine.
  Constraints getConstraints(mlir::Operation *op);

  /// A set of `numDims` dimensions and the symbols that there are.
  PointSet makeSet(unsigned numDims) const;
  /// The points at which `op` runs, and more where something is not affine. The
  /// set has `extraDims` dimensions after those of the loops.
  PointSet getPoints(mlir::Operation *op, unsigned extraDims = 0);

  /// True when there are none.
  bool neverRuns(mlir::Operation *op);

  /// The smallest and the largest value of `expr` at the points of `op`, or a
  /// number below or above it. Nothing when there is no bound, and zero when
  /// there are no points.
  std::optional<int64_t> getMin(mlir::AffineExpr expr, mlir::Operation *op);
  std::optional<int64_t> getMax(mlir::AffineExpr expr, mlir::Operation *op);

  /// The expression as a map of as few operands as possible.
  mlir::AffineMap getMap(llvm::ArrayRef<mlir::AffineExpr> exprs,
                         llvm::SmallVectorImpl<mlir::Value> &operands);
  /// A value for the expression, made with `builder` in the loops that it is
  /// about.
  mlir::Value createValue(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::AffineExpr expr);
  /// The expression as Python spells it.
  std::string getText(mlir::AffineExpr expr) const;

private:
  struct Symbol {
    std::string name;
    mlir::Value value;
    bool isSize;
  };

  mlir::AffineExpr computeExpr(mlir::Value value);
  mlir::AffineExpr getSymbol(const llvm::Twine &name, mlir::Value value,
                             bool isSize);
  llvm::SmallVector<mlir::AffineExpr> getResults(mlir::AffineMap map,
                                                 mlir::ValueRange operands);

  mlir::MLIRContext *context;
  FuncOp func;
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  llvm::SmallVector<Symbol> symbols;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_LOOPSPACE_H
