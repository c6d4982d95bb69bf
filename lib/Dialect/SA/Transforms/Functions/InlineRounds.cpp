// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the stages of loops of rounds back.

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAINLINEROUNDS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// Appends the report of a stage to that of its function.
static void moveReport(FuncOp func, FuncOp stage) {
  auto entries = stage->getAttrOfType<ArrayAttr>(reportAttrName);
  if (!entries)
    return;
  SmallVector<Attribute> all;
  if (auto old = func->getAttrOfType<ArrayAttr>(reportAttrName))
    llvm::append_range(all, old);
  llvm::append_range(all, entries);
  func->setAttr(reportAttrName, ArrayAttr::get(func.getContext(), all));
}

static void inlineStage(FuncOp func, CallOp call, FuncOp stage) {
  IRMapping mapping;
  mapping.map(stage.getBody().getArguments(), call.getArguments());
  OpBuilder builder(call);
  // Memory is allocated once for all rounds: `sa-outline-rounds` has proven
  // that a round reads nothing that another one left in it.
  OpBuilder outside = OpBuilder::atBlockBegin(&func.getBody().front());
  for (Operation &op : stage.getBody().front().without_terminator())
    if (isa<TempOp, ConstOp>(op))
      outside.clone(op, mapping);
    else if (!isa<RoundOp>(op))
      builder.clone(op, mapping);
  moveReport(func, stage);
  call.erase();
}

namespace {
class InlineRounds : public sa::impl::SAInlineRoundsBase<InlineRounds> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<FuncOp> stages;
    for (auto func : getOperation().getOps<FuncOp>()) {
      if (func->hasAttr(stageAttrName)) {
        stages.push_back(func);
        continue;
      }
      SmallVector<CallOp> calls;
      func.walk([&](CallOp call) { calls.push_back(call); });
      for (CallOp call : calls) {
        auto stage = symbols.lookup<FuncOp>(call.getCallee());
        if (stage->hasAttr(stageAttrName))
          inlineStage(func, call, stage);
      }
    }
    for (FuncOp stage : stages)
      symbols.erase(stage);
  }
};
} // namespace
