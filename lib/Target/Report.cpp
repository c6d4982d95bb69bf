// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/Report.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void sa::emitReport(ModuleOp module, raw_ostream &os) {
  for (auto func : module.getOps<func::FuncOp>()) {
    os << "function '" << func.getSymName() << "':\n";
    auto lines = func->getAttrOfType<ArrayAttr>(reportAttrName);
    if (!lines)
      os << "  nothing to report\n";
    else
      for (StringAttr line : lines.getAsRange<StringAttr>())
        os << "  " << line.getValue() << "\n";
  }
}
