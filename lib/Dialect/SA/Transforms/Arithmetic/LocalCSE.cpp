// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses what a block has computed or loaded already. MLIR's CSE does so across
// blocks as well, but for every load that it has seen before it looks at all
// the operations since the first one, which takes minutes for blocks of
// thousands of statements. With this before it, it sees no such load.

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Conversion/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAREUSEVALUES
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

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
      op.replaceAllUsesWith(entry->first->getResults());
      op.erase();
      continue;
    }
    // What was loaded before memory changed is of no use any more.
    known.erase(entry);
    known.try_emplace(&op, numChanges);
  }
}

class ReuseValues : public sa::impl::SAReuseValuesBase<ReuseValues> {
  void runOnOperation() override {
    getOperation()->walk([](Block *block) { reuseValues(*block); });
  }
};

} // namespace
