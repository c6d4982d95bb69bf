// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `sa-choose-plans`.

#include "Choices.h"
#include "sa/Dialect/SA/Analysis/Schedule/ScheduleText.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Planning/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-choose-plans"

namespace sa {
#define GEN_PASS_DEF_SACHOOSEPLANS
#include "sa/Planning/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {
class ChoosePlans : public sa::impl::SAChoosePlansBase<ChoosePlans> {
  using Base::Base;
  void runOnOperation() override;

  /// Gives a nest a plan, and returns what was chosen and why, in words.
  std::string choose(NestOp nest, const CostModel &model);

  TargetDescription getTarget() const {
    return {vectorBytes, vectorRegisters, cores, cacheBytes};
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

std::string ChoosePlans::choose(NestOp nest, const CostModel &model) {
  std::string obstacle;
  FailureOr<NestShape> shape = getShape(nest, obstacle);
  if (failed(shape))
    return "no plan: " + obstacle;
  if (model.isSmall(shape->countPoints()))
    return "no plan: it has few points";

  Proofs proofs = strict ? Proofs::Strict : Proofs::Results;
  bool isRefused = false;
  for (auto kind : {chooseContraction, chooseReduction, chooseStream})
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
      plan->setAttr(provenAttrName, UnitAttr::get(&getContext()));
      unsigned first = schedule->getGroups().front().order.front();
      std::string loops = getText(*schedule, first);
      std::string steps = getStepsText(plan);
      addReport(getOperation(), ReportSubject::Nest, *nest.getName(), *choice,
                {{"loops", StringRef(loops)}, {"steps", StringRef(steps)}});
      return "";
    }
  return isRefused ? "no plan: it would change a result"
                   : "no plan: no kind of nest with a known plan";
}

void ChoosePlans::runOnOperation() {
  FuncOp func = getOperation();
  SmallVector<NestOp> nests;
  unsigned numNests = 0;
  for (auto nest : func.getOps<NestOp>()) {
    ++numNests;
    for (unsigned index = 0; index < nest.getRank(); ++index)
      taken.insert(nest.getIndexName(index));
    if (!isPlanned(nest))
      nests.push_back(nest);
  }
  func.walk([&](SplitOp op) { taken.insert(op.getName()); });

  CostModel model(getTarget());
  for (auto [number, nest] : llvm::enumerate(nests)) {
    nameNest(nest, number, numNests == 1);
    std::string reason = choose(nest, model);
    if (!reason.empty())
      addReport(func, ReportSubject::Nest, *nest.getName(), reason);
  }
}
