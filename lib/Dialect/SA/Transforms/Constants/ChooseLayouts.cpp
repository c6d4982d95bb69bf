// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives constants whose layout is deferred the one that suits their readers.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Constants/LayoutChoice.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SALayoutAttrs.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-choose-layouts"

namespace sa {
#define GEN_PASS_DEF_SACHOOSELAYOUTS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numChosen, "Layouts chosen");

/// The layout as a report names it.
static std::string describe(LayoutAttrInterface layout) {
  if (!layout)
    return "row-major";
  if (isa<ColMajorLayoutAttr>(layout))
    return "column-major";
  std::string name;
  llvm::raw_string_ostream(name) << layout;
  return name;
}

static std::string getReason(const LayoutChoice &choice) {
  if (choice.numReads == 0)
    return "nothing reads it";
  if (choice.numVotes == 0)
    return "no index walks it";
  std::string reason;
  llvm::raw_string_ostream os(reason);
  os << "'" << choice.index << "' is the fastest index that walks it, along "
     << "dimension " << choice.order.back();
  if (choice.numVotes < choice.numReads)
    os << ", for " << choice.numVotes << " of " << choice.numReads << " reads";
  return reason;
}

namespace {
class ChooseLayouts : public sa::impl::SAChooseLayoutsBase<ChooseLayouts> {
  void runOnOperation() override {
    for (ConstOp constant : getOperation().getOps<ConstOp>()) {
      auto type = cast<ArrayType>(constant.getResult().getType());
      if (!isa_and_present<DeferredLayoutAttr>(type.getLayout()))
        continue;
      SmallVector<LoadOp> loads;
      for (Operation *user : constant->getUsers())
        if (auto load = dyn_cast<LoadOp>(user))
          loads.push_back(load);
      LayoutChoice choice = chooseLayout(type.getRank(), loads);
      LayoutAttrInterface layout;
      if (!choice.isRowMajor())
        layout = sa::StridedLayoutAttr::get(
            &getContext(), choice.getStrides(type.getShape()), /*offset=*/0);
      ArrayType chosen = type.withLayout(layout);
      setArrayType(constant.getResult(), chosen);
      ++numChosen;
      LDBG() << "'" << constant.getName() << "' is "
             << describe(chosen.getLayout()) << ": " << getReason(choice);
      if (type.getRank() > 1)
        addReport(getOperation(), ReportSubject::Constant, constant.getName(),
                  "its layout is " + describe(chosen.getLayout()) +
                      ", because " + getReason(choice),
                  {{"layout", describe(chosen.getLayout())}});
    }
  }
};
} // namespace
