// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Target/Cpp.h"
#include "sa/Target/SYCL/SYCL.h"

using namespace mlir;
using namespace sa;

LogicalResult sa::emitSYCLHeader(ModuleOp module, raw_ostream &os,
                                 StringRef library) {
  std::string guard = library.upper() + "_HPP";
  os << "// Emitted by saopt.\n\n";
  if (library.empty())
    os << "#pragma once\n\n";
  else
    os << "#ifndef " << guard << "\n#define " << guard << "\n\n";
  os << (needsCppComplex(module) ? "#include <complex>\n" : "")
     << "#include <cstdint>\n"
     << (library.empty() ? "" : "#include <vector>\n")
     << "\n"
        "#include <sycl/sycl.hpp>\n\n"
        "// Every function runs asynchronously on the queue and returns an "
        "event that is\n"
        "// complete when its work is. Arrays are USM memory of the queue's "
        "context; they\n"
        "// do not overlap and stay alive until then. Pointers are to the "
        "start of an\n"
        "// array's storage.\n";
  SmallVector<CppParameter> more;
  if (!library.empty()) {
    os << "// The work begins after `dependencies`, and does not wait for "
          "anything else that\n"
          "// was submitted to an out-of-order queue.\n\n"
       << "namespace " << library << " {\n";
    more.push_back(getDependenciesParameter());
    more.back().name += " = {}";
  }
  os << "\n";
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func->hasAttr(internalAttrName))
      continue;
    printArgumentComment(os, func);
    os << getCppSignature(func, /*oneLine=*/false, more) << ";\n\n";
  }
  if (!library.empty())
    os << "} // namespace " << library << "\n\n#endif // " << guard << "\n";
  return success();
}
