// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the indices of each nest that may run in parallel.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Planning/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAPARALLELIZE
#include "sa/Planning/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {
/// The indices that a nest calls parallel must be.
LogicalResult checkGiven(const NestAccesses &accesses) {
  NestOp nest = accesses.getNest();
  for (unsigned position = 0; position < nest.getRank(); ++position) {
    if (!nest.isParallel(position))
      continue;
    std::optional<Conflict> conflict = findConflict(accesses, position);
    if (!conflict)
      continue;
    InFlightDiagnostic diagnostic =
        nest.emitOpError() << "cannot run index '"
                           << nest.getIndexName(position)
                           << "' in parallel: points that differ in it access "
                              "the same element of '"
                           << getArrayName(conflict->first.array)
                           << "', and one of them writes it";
    diagnostic.attachNote(conflict->first.op->getLoc()) << "one access";
    diagnostic.attachNote(conflict->second.op->getLoc()) << "the other access";
    return diagnostic;
  }
  return success();
}

class Parallelize : public sa::impl::SAParallelizeBase<Parallelize> {
  void runOnOperation() override {
    for (NestOp nest : getOperation().getOps<NestOp>()) {
      if (isPlanned(nest))
        continue;
      FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
      if (failed(accesses))
        return signalPassFailure();
      if (nest.getParallel()) {
        if (failed(checkGiven(*accesses)))
          return signalPassFailure();
        continue;
      }
      SmallVector<Attribute> parallel;
      for (auto [position, name] : llvm::enumerate(nest.getIndexNames()))
        if (!carriesDependence(*accesses, position))
          parallel.push_back(name);
      nest.setParallelAttr(ArrayAttr::get(&getContext(), parallel));
    }
  }
};
} // namespace
