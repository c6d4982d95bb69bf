// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that fill a copy of a block, and those that write it back.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_CACHELOOPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_CACHELOOPS_H

#include "sa/Dialect/SA/Analysis/ActiveBlock.h"
#include "llvm/ADT/StringSet.h"

namespace sa {

/// The names of a function: of arrays, sizes and loops.
class FunctionNames {
public:
  explicit FunctionNames(FuncOp func);
  /// `name`, or `name` with a number when it is taken. It is taken then.
  std::string makeUnique(llvm::StringRef name);

private:
  llvm::StringSet<> names;
};

/// A place where the elements of a block are: an array, and for each dimension
/// of the block the index of its first element; other dimensions of the array
/// come before those of the block and have fixed indices.
struct BlockPlace {
  mlir::Value array;
  llvm::SmallVector<mlir::AffineExpr> leading;
  llvm::SmallVector<mlir::AffineExpr> base;
};

/// How the loops over a block run.
struct CopyLoops {
  /// The part of the block that is copied, and how large the block is.
  BlockPart part;
  llvm::SmallVector<int64_t> extents;
  /// The dimensions, the outermost first.
  llvm::SmallVector<unsigned> order;
  /// All loops but the innermost of several run in parallel.
  bool isParallel = false;
  /// The innermost one runs in the lanes of vectors.
  bool isVectorized = false;
  /// Loops over the work-items of a group, which share the elements: each
  /// copies every n-th one. Their lengths are constant.
  llvm::SmallVector<mlir::affine::AffineForOp> threads;
  /// What the loops are called after.
  std::string name;
};

/// Makes loops that copy the elements of a block from one place to another,
/// where the builder stands.
void createCopyLoops(mlir::OpBuilder &builder, mlir::Location loc,
                     LoopSpace &space, FunctionNames &names,
                     const CopyLoops &loops, const BlockPlace &from,
                     const BlockPlace &to);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_CACHELOOPS_H
