// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopMarks.h"

#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void sa::makeSequential(affine::AffineForOp loop, const Twine &what,
                        const Twine &why) {
  loop->removeAttr(runAttrName);
  auto func = loop->getParentOfType<FuncOp>();
  std::string line =
      (getLoopName(loop) + ": the loop is not " + what + ": " + why).str();
  // Copies of a loop share their name.
  auto lines = func->getAttrOfType<ArrayAttr>(reportAttrName);
  if (!lines ||
      !llvm::is_contained(lines, StringAttr::get(func.getContext(), line)))
    addReport(func, line);
}

/// What such a loop is called.
static constexpr llvm::StringLiteral onceName = "once";

affine::AffineForOp sa::createOnceLoop(OpBuilder &builder, Location loc) {
  auto once = affine::AffineForOp::create(builder, loc, 0, 1);
  once->setAttr(indexAttrName, builder.getStringAttr(onceName));
  return once;
}

bool sa::isOnce(affine::AffineForOp loop) {
  return getLoopName(loop) == onceName && isa<FuncOp>(loop->getParentOp()) &&
         loop.hasConstantBounds() && loop.getConstantUpperBound() == 1;
}
