// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes stores to temporaries that no later access reads.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-prune-temporaries"

namespace sa {
#define GEN_PASS_DEF_SAPRUNETEMPORARIES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {
class PruneTemporaries
    : public sa::impl::SAPruneTemporariesBase<PruneTemporaries> {
  void runOnOperation() override;
};
} // namespace

ALWAYS_ENABLED_STATISTIC(numRemoved, "Temporaries removed");
ALWAYS_ENABLED_STATISTIC(numDeadWrites, "Writes removed that nothing reads");

static bool isInSameNest(Operation *first, Operation *second) {
  return first->getParentOfType<NestOp>() == second->getParentOfType<NestOp>();
}

/// Replaces loads in nests before the first that writes by zero.
static void replaceZeros(TempOp temp) {
  for (Operation *access : getAccesses(temp)) {
    auto load = dyn_cast<LoadOp>(access);
    // A nest that writes may run another point before this one.
    auto writesToo = [&](Operation *other) {
      return !isa<LoadOp>(other) && isInSameNest(other, access);
    };
    if (!load || llvm::any_of(temp.getResult().getUsers(), writesToo))
      return;
    OpBuilder builder(load);
    load.replaceAllUsesWith(createZero(builder, load.getLoc(), temp));
    eraseAccess(load);
  }
}

/// Erases writes in nests after the last that loads. Returns true if there was
/// one.
static bool eraseDeadWrites(TempOp temp) {
  bool erased = false;
  SmallVector<Operation *> accesses = getAccesses(temp);
  for (Operation *access : llvm::reverse(accesses)) {
    auto loadsToo = [&](Operation *other) {
      return isa<LoadOp>(other) && isInSameNest(other, access);
    };
    if (isa<LoadOp>(access) ||
        llvm::any_of(temp.getResult().getUsers(), loadsToo))
      return erased;
    Operation *parent = access->getParentOp();
    LDBG() << "no later access reads " << *access;
    ++numDeadWrites;
    eraseAccess(access);
    // Loops and conditions without a body go as well.
    while (!isa<FuncOp>(parent) && isOpTriviallyDead(parent)) {
      Operation *dead = parent;
      parent = parent->getParentOp();
      dead->erase();
    }
    erased = true;
  }
  return erased;
}

void PruneTemporaries::runOnOperation() {
  // What a plan is about stays as the plan knows it.
  auto isPlannedUse = [](Operation *user) {
    auto nest = user->getParentOfType<NestOp>();
    return nest && isPlanned(nest);
  };
  SmallVector<TempOp> temps = getNestTemporaries(getOperation());
  llvm::erase_if(temps, [&](TempOp temp) {
    return llvm::any_of(temp.getResult().getUsers(), isPlannedUse);
  });
  SmallVector<std::string> reasons(temps.size());
  for (auto [temp, reason] : llvm::zip_equal(temps, reasons)) {
    SmallVector<Operation *> accesses = getAccesses(temp);
    if (accesses.empty())
      reason = "nothing uses it";
    else if (llvm::all_of(accesses, llvm::IsaPred<LoadOp>))
      reason = "nothing writes it, and so it is read as zero";
    else
      reason = "nothing that it holds is used";
    replaceZeros(temp);
  }
  // Erasing a write may erase the last read of another temporary.
  while (llvm::any_of(temps, eraseDeadWrites)) {
  }
  for (auto [temp, reason] : llvm::zip_equal(temps, reasons))
    if (getAccesses(temp).empty()) {
      ++numRemoved;
      reportTemporary(temp, "removed: " + reason);
      eraseTemporary(temp);
    }
}
