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

/// The largest number of accesses to compare with each other: clearing is
/// cheap.
static constexpr unsigned maxAccesses = 64;

/// Returns true if only nests and their plans use a temporary: the proof does
/// not know of loops beside them.
static bool isOfNests(Value temporary) {
  return llvm::all_of(temporary.getUsers(), [](Operation *user) {
    auto nest = user->getParentOfType<NestOp>();
    return isa<DimOp>(user) || isa<PlanOp>(user->getParentOp()) ||
           (nest && isa<FuncOp>(nest->getParentOp()));
  });
}

/// Returns true if each read of a temporary follows a write of its element.
static bool isWrittenFirst(const FunctionAccesses &accesses, Value temporary) {
  if (!isOfNests(temporary))
    return false;
  unsigned numAccesses = 0;
  for (unsigned i = 0; i < accesses.getNumNests(); ++i)
    numAccesses += llvm::count_if(
        accesses.getNest(i).getAccesses(),
        [&](const Access &access) { return access.array == temporary; });
  if (numAccesses > maxAccesses)
    return false;
  for (unsigned i = 0; i < accesses.getNumNests(); ++i)
    for (const Access &access : accesses.getNest(i).getAccesses())
      if (access.array == temporary && access.reads() &&
          accesses.findEarlyRead(i, access))
        return false;
  return true;
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
      bool isWritten = isWrittenFirst(*accesses, temporary.getResult());
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
