// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks temporaries that need not be cleared. The pass runs before plans are
// applied, which keep reads behind writes.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Flow/Coverage.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-elide-clears"

namespace sa {
#define GEN_PASS_DEF_SAELIDECLEARS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numElided, "Temporaries that are not cleared");

/// Returns true if only nests and their plans use a temporary: the proof does
/// not know of loops beside them.
static bool isOfNests(Value temporary) {
  return llvm::all_of(temporary.getUsers(), [](Operation *user) {
    auto nest = user->getParentOfType<NestOp>();
    return isa<DimOp>(user) || isa<PlanOp>(user->getParentOp()) ||
           (nest && isa<FuncOp>(nest->getParentOp()));
  });
}

namespace {
class ElideClears : public sa::impl::SAElideClearsBase<ElideClears> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    SmallVector<TempOp> temporaries;
    for (auto temporary : func.getOps<TempOp>())
      if (!temporary.getPrivateIndices() && !temporary.getUninitialized())
        temporaries.push_back(temporary);
    if (temporaries.empty())
      return;
    ScopedDiagnosticHandler silence(func.getContext(),
                                    [](Diagnostic &) { return success(); });
    FailureOr<FunctionAccesses> accesses = FunctionAccesses::get(func);
    if (failed(accesses))
      return;
    for (TempOp temporary : temporaries) {
      bool isWritten = isOfNests(temporary.getResult()) &&
                       accesses->isWrittenFirst(temporary.getResult());
      LDBG() << "'" << temporary.getName() << "' is "
             << (isWritten ? "not cleared"
                           : "cleared: a read may precede the write");
      if (!isWritten)
        continue;
      ++numElided;
      temporary->setAttr(writtenFirstAttrName, UnitAttr::get(&getContext()));
    }
  }
};
} // namespace
