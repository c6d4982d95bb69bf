// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `sa-choose-plans`.

#include "Chains.h"
#include "Choices.h"
#include "NestText.h"
#include "SplitEnds.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/Analysis/Schedule/ScheduleText.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Planning/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/Format.h"

#define DEBUG_TYPE "sa-choose-plans"

namespace sa {
#define GEN_PASS_DEF_SACHOOSEPLANS
#include "sa/Planning/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numPlanned, "Nests given plans");
ALWAYS_ENABLED_STATISTIC(numChained, "Nests fused with the one before");
ALWAYS_ENABLED_STATISTIC(numUnplanned, "Nests without a plan");

namespace {
class ChoosePlans : public sa::impl::SAChoosePlansBase<ChoosePlans> {
  using Base::Base;
  void runOnOperation() override;

  /// Gives a nest a plan, and returns what was chosen and why, in words.
  std::string choose(NestOp nest, const CostModel &model);

  /// Gives the longest chain that begins with the first of these nests a plan,
  /// and returns how many nests that has; 0 if there is none.
  size_t chooseForChain(ArrayRef<NestOp> nests, const CostModel &model);

  TargetDescription getTarget() const {
    return {vectorBytes, vectorRegisters, cores, cacheBytes, launchPoints};
  }

  /// The names of all loops of the function.
  llvm::StringSet<> taken;
};
} // namespace

/// Gives a nest without a name one that no other nest has.
static void nameNest(NestOp nest, unsigned number, bool isOnly) {
  if (nest.getName())
    return;
  auto func = nest->getParentOfType<FuncOp>();
  std::string name = func.getSymName().str();
  if (!isOnly)
    name += "_" + std::to_string(number);
  auto isTaken = [&](StringRef other) {
    return llvm::any_of(func.getOps<NestOp>(), [&](NestOp op) {
      return op.getName() && *op.getName() == other;
    });
  };
  while (isTaken(name))
    name += "_";
  nest.setName(name);
}

/// Gives what stands before and after a sum nests of its own, unless it is done
/// in registers. Returns the nests.
static SmallVector<NestOp> splitEndsOf(NestOp nest, const CostModel &model) {
  std::string obstacle;
  FailureOr<NestShape> shape = getShape(nest, obstacle);
  if (succeeded(shape) && shape->hasEnds && !hasBlock(*shape, model) &&
      (shape->isOpen() || !model.isSmall(shape->countPoints())))
    if (auto parts = splitEnds(*shape))
      return *parts;
  return {nest};
}

std::string ChoosePlans::choose(NestOp nest, const CostModel &model) {
  std::string obstacle;
  FailureOr<NestShape> shape = getShape(nest, obstacle);
  if (failed(shape))
    return "no plan: " + obstacle;
  if (!shape->isOpen() && model.isSmall(shape->countPoints()))
    return "no plan: it has few points";

  Proofs proofs = strict ? Proofs::Strict : Proofs::Results;
  bool isRefused = false;
  for (auto kind : {chooseContraction, chooseReduction, chooseStream}) {
    // The vectors of the others run over what conditions are about.
    if (shape->hasEnds && kind != chooseContraction)
      break;
    for (bool isSimple : {false, true}) {
      std::optional<PlanSketch> sketch;
      auto getSketch = [&]() -> PlanSketch & {
        if (!sketch)
          sketch.emplace(nest, taken);
        return *sketch;
      };
      TargetDescription target = getTarget();
      Choice choice = kind({*shape, model, target, isSimple, getSketch});
      if (!choice)
        continue;
      FailureOr<Schedule> schedule = sketch->prove(proofs);
      if (failed(schedule)) {
        LDBG() << *nest.getName() << ": refused: " << *choice;
        isRefused = true;
        continue;
      }
      PlanOp plan = sketch->getPlan();
      markProven(plan, proofs);
      unsigned first = schedule->getGroups().front().order.front();
      std::string loops = getText(*schedule, first);
      std::string steps = getStepsText(plan);
      addReport(getOperation(), ReportSubject::Nest, *nest.getName(), *choice,
                {{"loops", StringRef(loops)}, {"steps", StringRef(steps)}});
      return "";
    }
  }
  return isRefused ? "no plan: it would change a result"
                   : "no plan: no kind of nest with a known plan";
}

size_t ChoosePlans::chooseForChain(ArrayRef<NestOp> nests,
                                   const CostModel &model) {
  for (Chain chain = findChain(nests, model); chain.size() > 1;
       chain.pop_back()) {
    ArrayRef<NestOp> fused = nests.take_front(chain.size());
    std::optional<PlanSketch> sketch;
    Choice choice =
        chooseChain(chain, model, getTarget(), strict, [&]() -> PlanSketch & {
          if (!sketch)
            sketch.emplace(fused, taken);
          return *sketch;
        });
    if (!choice)
      continue;
    Proofs proofs = strict ? Proofs::Strict : Proofs::Results;
    FailureOr<Schedule> schedule = sketch->prove(proofs);
    NestOp firstNest = fused.front();
    StringRef first = *firstNest.getName();
    if (failed(schedule)) {
      LDBG() << first << ": refused: " << *choice;
      continue;
    }
    PlanOp plan = sketch->getPlan();
    markProven(plan, proofs);
    unsigned outermost = schedule->getGroups().front().order.front();
    std::string loops = getText(*schedule, outermost);
    std::string steps = getStepsText(plan);
    addReport(getOperation(), ReportSubject::Nest, first, *choice,
              {{"loops", StringRef(loops)}, {"steps", StringRef(steps)}});
    for (NestOp nest : fused.drop_front())
      addReport(getOperation(), ReportSubject::Nest, *nest.getName(),
                "fused with '" + first + "'", {{"fused", first}});
    return fused.size();
  }
  return 0;
}

void ChoosePlans::runOnOperation() {
  FuncOp func = getOperation();
  SmallVector<NestOp> nests;
  unsigned numNests = 0;
  taken.clear();
  CostModel model(getTarget());
  for (auto nest : llvm::make_early_inc_range(func.getOps<NestOp>())) {
    for (unsigned index = 0; index < nest.getRank(); ++index)
      taken.insert(nest.getIndexName(index));
    SmallVector<NestOp> parts = {nest};
    if (!isPlanned(nest)) {
      // The sums of strict programs have neither lanes nor partial results.
      if (!strict)
        parts = splitEndsOf(nest, model);
      llvm::append_range(nests, parts);
    }
    numNests += parts.size();
  }
  func.walk([&](SplitOp op) { taken.insert(op.getName()); });

  for (auto [number, nest] : llvm::enumerate(nests))
    nameNest(nest, number, numNests == 1);
  for (ArrayRef<NestOp> rest = nests; !rest.empty();) {
    if (size_t numFused = chooseForChain(rest, model)) {
      rest = rest.drop_front(numFused);
      numPlanned += numFused;
      numChained += numFused - 1;
      continue;
    }
    NestOp nest = rest.front();
    rest = rest.drop_front();
    std::string reason = choose(nest, model);
    ++(reason.empty() ? numPlanned : numUnplanned);
    if (reason.empty())
      continue;
    std::string text = describeUnplanned(nest);
    addReport(func, ReportSubject::Nest, *nest.getName(),
              text.empty() ? reason : reason + "; " + text);
  }
}
