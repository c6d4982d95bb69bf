// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds temporaries that need not be cleared. This comes before plans are
// applied: they keep reads behind writes.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Coverage.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SASKIPCLEARS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// More accesses than this are not compared with each other: clearing is cheap.
static constexpr unsigned maxAccesses = 64;

/// True when all that uses a temporary is in nests and their plans: the proof
/// knows nothing of loops beside them.
static bool isOfNests(Value temporary) {
  return llvm::all_of(temporary.getUsers(), [](Operation *user) {
    auto nest = user->getParentOfType<NestOp>();
    return isa<DimOp>(user) || isa<PlanOp>(user->getParentOp()) ||
           (nest && isa<FuncOp>(nest->getParentOp()));
  });
}

/// True when each read of a temporary follows a write of its element.
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
class SkipClears : public sa::impl::SASkipClearsBase<SkipClears> {
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
    for (TempOp temporary : temporaries)
      if (isWrittenFirst(*accesses, temporary.getResult()))
        temporary->setAttr(writtenFirstAttrName, UnitAttr::get(&getContext()));
  }
};
} // namespace
