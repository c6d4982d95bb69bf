// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoopMarks.h"

#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void WrittenLoops::add(affine::AffineForOp loop) {
  written.insert(getLoopName(loop));
}

void WrittenLoops::makeSequential(affine::AffineForOp loop, StringRef why) {
  loop->removeAttr(runAttrName);
  sequential.insert({getLoopName(loop), why});
}

void WrittenLoops::report(FuncOp func) const {
  for (auto [name, why] : sequential) {
    bool isElsewhere = written.contains(name);
    addReport(func,
              name + ": the loop is " + (isElsewhere ? "" : "not ") + what +
                  (isElsewhere ? ", but not at the edges of tiles: " : ": ") +
                  why + (isElsewhere ? " there" : ""));
  }
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
