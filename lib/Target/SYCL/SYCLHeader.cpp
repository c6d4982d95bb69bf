// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/Cpp.h"
#include "sa/Target/SYCL/SYCL.h"

using namespace mlir;
using namespace sa;

LogicalResult sa::emitSYCLHeader(ModuleOp module, raw_ostream &os) {
  os << "// Emitted by saopt.\n\n#pragma once\n\n"
     << (needsCppComplex(module) ? "#include <complex>\n" : "")
     << "#include <cstdint>\n\n"
        "#include <sycl/sycl.hpp>\n\n"
        "// Every function runs asynchronously on the queue and returns an "
        "event that is\n"
        "// complete when its work is. Arrays are USM memory of the queue's "
        "context; they\n"
        "// do not overlap and stay alive until then. Pointers are to the "
        "start of an\n"
        "// array's storage.\n\n";
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func->hasAttr(internalAttrName))
      continue;
    printArgumentComment(os, func);
    os << getCppSignature(func, /*oneLine=*/false) << ";\n\n";
  }
  return success();
}
