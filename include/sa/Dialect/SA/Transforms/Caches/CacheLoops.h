// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fill and write-back loops of caches.

#ifndef SA_DIALECT_SA_TRANSFORMS_CACHES_CACHELOOPS_H
#define SA_DIALECT_SA_TRANSFORMS_CACHES_CACHELOOPS_H

#include "sa/Dialect/SA/Analysis/Loops/Footprint.h"
#include "llvm/ADT/StringSet.h"

namespace sa {

/// The names of a function: of arrays, sizes and loops.
class FunctionNames {
public:
  explicit FunctionNames(FuncOp func);
  /// Returns `name`, or `name` with a number if it is taken, and takes it.
  std::string makeUnique(llvm::StringRef name);

private:
  llvm::StringSet<> names;
};

/// Where the elements of a footprint are: an array, and for each dimension of
/// the footprint the index of its first element. Further dimensions of the
/// array come first, with fixed indices.
struct FootprintLocation {
  mlir::Value array;
  llvm::SmallVector<mlir::AffineExpr> leading;
  llvm::SmallVector<mlir::AffineExpr> base;
};

/// The loops over a footprint.
struct CopyLoops {
  /// The part of the footprint that is copied, and the size of all of it.
  FootprintPart part;
  llvm::SmallVector<int64_t> extents;
  /// The dimensions, the outermost first.
  llvm::SmallVector<unsigned> order;
  /// All loops but the innermost of several run in parallel.
  bool isParallel = false;
  /// The innermost loop is vectorized.
  bool isVectorized = false;
  /// Loops with constant bounds over the n work-items of a group, each of which
  /// copies every n-th element.
  llvm::SmallVector<mlir::affine::AffineForOp> threads;
  /// The prefix of the loops' names.
  std::string name;
};

/// Creates loops that copy the elements of a footprint.
void createCopyLoops(mlir::OpBuilder &builder, mlir::Location loc,
                     LoopSpace &space, FunctionNames &names,
                     const CopyLoops &loops, const FootprintLocation &from,
                     const FootprintLocation &to);

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_CACHES_CACHELOOPS_H
