// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/Report.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void sa::addReport(FuncOp func, const Twine &line) {
  SmallVector<Attribute> lines;
  if (auto old = func->getAttrOfType<ArrayAttr>(reportAttrName))
    llvm::append_range(lines, old);
  lines.push_back(StringAttr::get(func.getContext(), line));
  func->setAttr(reportAttrName, ArrayAttr::get(func.getContext(), lines));
}
