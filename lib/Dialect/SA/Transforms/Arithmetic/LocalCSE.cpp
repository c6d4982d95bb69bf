// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eliminates common subexpressions and loads of a block. Vendor bug
// mlir-quadratic-cse: MLIR's CSE does so across blocks as well, but looks at
// all operations between two equal loads, which takes minutes for blocks of
// thousands of statements. This pass leaves it no such loads in a block.

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "sa-local-cse"

namespace sa {
#define GEN_PASS_DEF_SALOCALCSE
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numReplaced, "Common subexpressions eliminated");

namespace {

/// Operations that compute the same from the same values are equal.
struct SameOperation : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getEmptyKey() || lhs == getTombstoneKey() ||
        rhs == getEmptyKey() || rhs == getTombstoneKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
        OperationEquivalence::exactValueMatch, /*markEquivalent=*/nullptr,
        OperationEquivalence::IgnoreLocations);
  }
};

/// An operation whose results are known, and how often memory may have changed
/// before it.
using Known = llvm::DenseMap<Operation *, unsigned, SameOperation>;

void reuseValues(Block &block) {
  Known known;
  unsigned numChanges = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    bool isLoad = isa<memref::LoadOp, vector::LoadOp>(op);
    bool isPlain = op.getNumRegions() == 0 && op.getNumResults() != 0 &&
                   (isLoad || isMemoryEffectFree(&op));
    if (!isPlain) {
      numChanges += !isMemoryEffectFree(&op);
      continue;
    }
    auto [entry, isNew] = known.try_emplace(&op, numChanges);
    if (isNew)
      continue;
    if (!isLoad || entry->second == numChanges) {
      ++numReplaced;
      op.replaceAllUsesWith(entry->first->getResults());
      op.erase();
      continue;
    }
    // Memory has changed since the earlier load.
    known.erase(entry);
    known.try_emplace(&op, numChanges);
  }
}

class LocalCSE : public sa::impl::SALocalCSEBase<LocalCSE> {
  void runOnOperation() override {
    getOperation()->walk([](Block *block) { reuseValues(*block); });
  }
};

} // namespace
