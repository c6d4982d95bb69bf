// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the indices of each nest that may run in parallel.

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"
#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"
#include "sa/Planning/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-parallelize"

namespace sa {
#define GEN_PASS_DEF_SAPARALLELIZE
#include "sa/Planning/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numParallel, "Indices found parallel");
ALWAYS_ENABLED_STATISTIC(numSequential, "Indices kept sequential");
ALWAYS_ENABLED_STATISTIC(numAtomic, "Accumulations made atomic");

namespace {
/// True for accumulations of one kind.
bool areOfOneKind(AccumulateOp first, AccumulateOp second) {
  return first && second && first.getKind() == second.getKind();
}

/// True for accumulations that may happen at the same time as they are.
bool areAtomic(const Access &first, const Access &second) {
  auto one = dyn_cast<AccumulateOp>(first.op);
  auto other = dyn_cast<AccumulateOp>(second.op);
  return areOfOneKind(one, other) && one.getIsAtomic() && other.getIsAtomic();
}

/// True when data chooses the element.
bool isChosenByData(const Access &access) {
  return llvm::any_of(access.loops, [](Operation *loop) {
    return !isa<affine::AffineForOp>(loop);
  });
}

/// The indices that a nest calls parallel must be.
LogicalResult checkGiven(const NestAccesses &accesses) {
  NestOp nest = accesses.getNest();
  for (unsigned position = 0; position < nest.getRank(); ++position) {
    if (!nest.isParallel(position))
      continue;
    std::optional<Conflict> conflict =
        findConflict(accesses, position, areAtomic);
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
  using Base::Base;

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
      llvm::SmallPtrSet<Value, 4> updated;
      for (auto [position, name] : llvm::enumerate(nest.getIndexNames()))
        if (makeParallel(*accesses, position, updated))
          parallel.push_back(name);
      numParallel += parallel.size();
      numSequential += nest.getRank() - parallel.size();
      nest.setParallelAttr(ArrayAttr::get(&getContext(), parallel));
      nest.walk([&](AccumulateOp op) {
        if (updated.contains(op.getArray())) {
          op.setIsAtomic(true);
          ++numAtomic;
        }
      });
    }
  }

  /// True when accumulations into elements that data chooses may become atomic:
  /// then their order is unspecified.
  bool canBeAtomic(const Access &first, const Access &second) const {
    auto one = dyn_cast<AccumulateOp>(first.op);
    if (!areOfOneKind(one, dyn_cast<AccumulateOp>(second.op)) ||
        !isChosenByData(first) || !isChosenByData(second))
      return false;
    Type type = one.getValue().getType();
    bool isRounded =
        isa<FloatType>(type) && (one.getKind() == AccumulateKind::Add ||
                                 one.getKind() == AccumulateKind::Mul);
    return hasAtomics(type) && !(strict && isRounded);
  }

  /// Returns true if the points that differ in an index may run at the same
  /// time, once accumulations into the arrays `updated` are atomic.
  bool makeParallel(const NestAccesses &accesses, unsigned position,
                    llvm::SmallPtrSetImpl<Value> &updated) const {
    SmallVector<Value> arrays;
    std::optional<Conflict> conflict = findConflict(
        accesses, position, [&](const Access &first, const Access &second) {
          if (!canBeAtomic(first, second))
            return false;
          arrays.push_back(first.array);
          return true;
        });
    LDBG() << "index '" << accesses.getNest().getIndexName(position) << "' is "
           << (conflict ? "sequential: points conflict in '" : "parallel")
           << (conflict ? getArrayName(conflict->first.array) + "'" : "");
    if (conflict)
      return false;
    updated.insert(arrays.begin(), arrays.end());
    return true;
  }
};
} // namespace
