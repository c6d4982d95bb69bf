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

affine::AffineForOp sa::findLoop(Operation *op, StringRef run) {
  affine::AffineForOp found;
  op->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (getRun(loop) != run)
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}
