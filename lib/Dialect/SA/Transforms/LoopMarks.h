// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding loops of plans by how they run, and changing that.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H

#include "sa/Dialect/SA/Analysis/LoopMarks.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace sa {

/// What becomes of the loops of a function that are to be written out. Loops
/// have copies for the edges of tiles, and these may share the fate of the
/// whole tiles or not.
class WrittenLoops {
public:
  /// `what` is what loops are when that succeeds: "unrolled".
  explicit WrittenLoops(llvm::StringRef what) : what(what) {}

  /// Takes note of a loop that is written out.
  void add(mlir::affine::AffineForOp loop);
  /// Makes a loop sequential.
  void makeSequential(mlir::affine::AffineForOp loop, llvm::StringRef why);
  /// Says in the report of the function which loops are sequential, and why.
  void report(FuncOp func) const;

private:
  llvm::StringRef what;
  llvm::StringSet<> written;
  /// The names of loops, with reasons.
  llvm::SetVector<std::pair<llvm::StringRef, llvm::StringRef>> sequential;
};

/// Makes a loop that runs once: accesses stand in loops, also where no loop of
/// a plan is left. `isOnce` knows it again.
mlir::affine::AffineForOp createOnceLoop(mlir::OpBuilder &builder,
                                         mlir::Location loc);
bool isOnce(mlir::affine::AffineForOp loop);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPMARKS_H
