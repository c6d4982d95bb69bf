// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces checked assumptions by conditions.

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "sa-expand-assumptions"

namespace sa {
#define GEN_PASS_DEF_SAEXPANDASSUMPTIONS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numExpanded, "Assumptions made conditions");

namespace {

void expand(AssumeOp assume) {
  Block *block = assume->getBlock();
  OpBuilder builder(assume);
  Location loc = assume.getLoc();
  auto branch = scf::IfOp::create(builder, loc, assume.getCondition(),
                                  /*withElseRegion=*/true);
  branch->setAttr(assumptionAttrName, builder.getUnitAttr());
  // What follows in the block has no results that something else uses.
  Block *then = branch.thenBlock();
  then->getOperations().splice(
      then->getTerminator()->getIterator(), block->getOperations(),
      std::next(assume->getIterator()), block->getTerminator()->getIterator());
  builder.setInsertionPointToStart(branch.elseBlock());
  auto violate = ViolateOp::create(builder, loc, assume.getWhatAttr(),
                                   assume.getNames(), assume.getPoint());
  if (Attribute told = assume->getAttr(toldValuesAttrName))
    violate->setAttr(toldValuesAttrName, told);
  assume.erase();
  ++numExpanded;
}

class ExpandAssumptions
    : public sa::impl::SAExpandAssumptionsBase<ExpandAssumptions> {
  void runOnOperation() override {
    SmallVector<AssumeOp> assumptions;
    getOperation().walk([&](AssumeOp assume) {
      if (!assume.getIsUnsafe())
        assumptions.push_back(assume);
    });
    for (AssumeOp assume : assumptions)
      expand(assume);
  }
};

} // namespace
