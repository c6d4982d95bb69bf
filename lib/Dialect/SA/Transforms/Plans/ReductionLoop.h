// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial sums of one loop whose iterations run at the same time.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_REDUCTIONLOOP_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_REDUCTIONLOOP_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// The arrays that partial ones stand in the place of, by these.
using Origins = llvm::DenseMap<mlir::Value, mlir::Value>;

/// Splits one loop whose iterations accumulate into common elements.
class ReductionLoop {
public:
  /// `around` is the loop over the parts of a loop around it that adds to the
  /// same arrays, or null.
  ReductionLoop(mlir::affine::AffineForOp loop,
                mlir::affine::AffineForOp around, int64_t numParts,
                Origins &origins)
      : loop(loop), around(around), func(loop->getParentOfType<FuncOp>()),
        builder(loop.getContext()), numParts(numParts), origins(origins) {}

  mlir::LogicalResult run();

  /// The loop over the parts.
  mlir::affine::AffineForOp getParts() const { return parts; }

private:
  /// The array that the user knows.
  mlir::Value getOrigin(mlir::Value array) const {
    mlir::Value origin = origins.lookup(array);
    return origin ? origin : array;
  }
  /// An accumulation of each kind into an array in the loop. Different kinds
  /// are of different elements.
  mlir::FailureOr<llvm::SmallVector<AccumulateOp>>
  findAccumulations(mlir::Value array);
  /// Lets accumulations of one kind go to partial sums.
  void makeSums(mlir::Value array, AccumulateKind kind, mlir::Location loc,
                bool isOnly);
  /// Makes the part loop around the loop.
  void makeParts();
  void redirect(mlir::Value array, mlir::Value partial, AccumulateKind kind);
  /// Lets the copies of the array in the loop be copies of the partial one.
  void redirectCopies(mlir::Value array, mlir::Value partial);
  /// Drops copies for loops around the loop that use the array no more.
  void dropCopies(mlir::Value array);
  /// Loops over all the elements of `array`, in parallel.
  llvm::SmallVector<mlir::Value> openElementLoops(mlir::Value array);
  void fill(mlir::Value array, mlir::Value partial, AccumulateKind kind,
            mlir::Location loc);
  void combine(mlir::Value array, mlir::Value partial, AccumulateKind kind,
               mlir::Location loc);
  mlir::affine::AffineForOp openLoop(mlir::Value array,
                                     std::optional<unsigned> dim,
                                     llvm::StringRef name, bool isParallel);
  /// The outermost parallel loop around `inner`, a loop, or this itself.
  static mlir::Operation *getKernel(mlir::Operation *inner);

  mlir::affine::AffineForOp loop, around, parts;
  FuncOp func;
  mlir::OpBuilder builder;
  int64_t numParts;
  Origins &origins;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_PLANS_REDUCTIONLOOP_H
