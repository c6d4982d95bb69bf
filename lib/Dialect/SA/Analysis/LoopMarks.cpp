// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/LoopMarks.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

StringRef sa::getLoopName(affine::AffineForOp loop) {
  auto name = loop->getAttrOfType<StringAttr>(indexAttrName);
  return name ? name.getValue() : StringRef("unnamed");
}

StringRef sa::getRun(affine::AffineForOp loop) {
  auto run = loop->getAttrOfType<StringAttr>(runAttrName);
  return run ? run.getValue() : StringRef();
}
