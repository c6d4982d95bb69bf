// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One copy on its way from an announcement (`sa.loop_cache`) to memory and
// loops. InsertCaches.cpp decides what the copy is; CacheMemory.cpp where;
// CacheFill.cpp makes what moves its elements; CacheAccesses.cpp has what
// becomes of the accesses.

#ifndef SA_DIALECT_SA_TRANSFORMS_CACHES_CACHEINSERTION_H
#define SA_DIALECT_SA_TRANSFORMS_CACHES_CACHEINSERTION_H

#include "sa/Dialect/SA/Analysis/Loops/LoopAttributes.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheLoops.h"

namespace sa {

/// Creates the caches that `sa.loop_cache` announces, outer ones first. Fails,
/// with a diagnostic at the announcement, where a rule of caches is broken.
/// With `unfinished`, a cache in local memory with no loop around it that is
/// bound to work-items is left out: a later step of the plan may bind one.
mlir::LogicalResult insertCaches(FuncOp func, bool unfinished = false);

/// The loop that a copy is announced for.
mlir::affine::AffineForOp getTrigger(LoopCacheOp op);

/// Lets all the work-items of a group run through the loops around copies in
/// local memory, which they fill together: a loop that is bound to work-items
/// and is shorter in some groups gets its full length, and a condition inside.
/// Fails with a diagnostic where work-items would go different ways.
mlir::LogicalResult openThreadLoops(FuncOp func);

/// Takes such conditions out of loops without barriers, once these are there.
void hoistThreadConditions(FuncOp func);

class CacheInsertion {
public:
  CacheInsertion(LoopCacheOp op, FunctionNames &names, bool unfinished);

  using AffineForOp = mlir::affine::AffineForOp;

  /// Replaces the announcement. Fails with a diagnostic, or with nothing but
  /// `getUnbounded`.
  mlir::LogicalResult run();

  /// A parallel loop around the copy that has to have a number of iterations
  /// which is a size, and has none; null when something else went wrong.
  AffineForOp getUnbounded() const { return unbounded; }

private:
  // What the copy is.
  mlir::LogicalResult collectAccesses();
  mlir::LogicalResult findBlock();
  mlir::LogicalResult findType();
  LayoutAttrInterface findLayout();
  mlir::LogicalResult checkDomain();
  /// The parallel loops whose other iterations see the array, but not the copy.
  llvm::SmallVector<AffineForOp> getOthers();
  mlir::LogicalResult checkWrites();
  bool needsNoCopy() const;

  // Where it is.
  mlir::LogicalResult findPlace();
  /// True for a copy that a group shares, where no loop is bound to work-items.
  bool awaitsBinding();
  /// True for a copy whose extents have to be known at compile time.
  bool needsExtents();
  mlir::LogicalResult checkDoubleBuffer();
  /// Where a copy in `location` lives: its type with the slices of work-items.
  struct Memory {
    ArrayType type;
    /// The indices that choose the slice, where each work-item has one.
    llvm::SmallVector<mlir::AffineExpr> slice;
    bool isBuffer = false, isLocal = false;
  };
  mlir::LogicalResult findMemories();
  mlir::FailureOr<Memory> findMemory(MemorySpace location);
  mlir::LogicalResult findSlices(Memory &memory);
  FootprintLocation createMemory(const Memory &memory, mlir::StringRef name);

  // What moves its elements.
  bool needsFill();
  void createLoops();
  void createDoubleBuffer();
  CopyLoops getCopyLoops(llvm::ArrayRef<LoopAccess> accesses);
  void createBarrier(mlir::OpBuilder &builder);

  // What becomes of the accesses.
  void redirect();
  void report();

  /// True for the loops of one run: the trigger and those in it, and for what
  /// is shared by a group those over its work-items.
  bool isInner(AffineForOp loop) const {
    return trigger->isAncestor(loop) || (isLocal && isWorkItemLoop(loop));
  }
  FootprintLocation getSourcePlace() const { return {source, {}, block.base}; }
  /// An error at the announcement; the sentence goes on.
  mlir::InFlightDiagnostic refuse();

  LoopCacheOp op;
  FuncOp func;
  AffineForOp trigger;
  LoopSpace space;
  FunctionNames &names;
  mlir::Value source;
  ArrayType sourceType;
  /// What a later step may make possible is left out.
  bool unfinished;

  /// The accesses that go to the copy; none when there is no copy.
  llvm::SmallVector<LoopAccess> accesses, writes;
  /// The parallel loops around the trigger, the outermost first, and whether
  /// there are some in it.
  llvm::SmallVector<AffineForOp> concurrent;
  bool hasConcurrentInside = false, isLocal = false;
  AffineForOp unbounded;
  /// The loop of which one iteration computes while the next one's block is
  /// fetched; null without double buffering.
  AffineForOp streaming;

  Footprint block;
  ArrayType copyType;
  Memory memory, nextMemory;
  FootprintLocation copy;
};

} // namespace sa

#endif // SA_DIALECT_SA_TRANSFORMS_CACHES_CACHEINSERTION_H
