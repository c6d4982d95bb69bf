// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostFunctionPrinter.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sa;

/// Returns the name of a layout in the dialect.
static std::string getLayoutName(LayoutAttrInterface layout) {
  std::string text;
  llvm::raw_string_ostream(text) << layout;
  return StringRef(text)
      .drop_until([](char c) { return c == '.'; })
      .drop_front()
      .str();
}

void sa::printArgumentComment(raw_ostream &os, func::FuncOp func) {
  SmallVector<CppParameter> parameters = getCppParameters(func);
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    os << "//   " << parameters[i].name << ": ";
    if (auto array = func.getArgAttrOfType<TypeAttr>(i, arrayAttrName)) {
      auto type = cast<ArrayType>(array.getValue());
      os << stringifyRole(type.getRole()) << ", ";
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        int64_t size = type.getShape()[dim];
        StringAttr name =
            size == ShapedType::kDynamic ? type.getSizeName(dim) : StringAttr();
        if (size != ShapedType::kDynamic)
          os << size;
        else
          os << getCppIdentifier(name.getValue());
        os << " x ";
      }
      os << getElementTypeName(type.getElementType());
      if (type.getLayout())
        os << ", " << getLayoutName(type.getLayout());
      else if (type.getRank() > 1)
        os << ", row-major";
    } else if (Attribute size = func.getArgAttr(i, sizeAttrName)) {
      os << (isa<UnitAttr>(size) ? "a size" : "a stride");
    } else {
      os << "a scalar";
    }
    os << "\n";
  }
}

std::string HostFunctionPrinter::getArgumentName(StringRef name) {
  for (BlockArgument argument : func.getArguments())
    if (func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), nameAttrName)
            .getValue() == name)
      return expressions.getName(argument).str();
  llvm_unreachable("no such argument");
}

void HostFunctionPrinter::printDispatch() {
  auto dense = func->getAttrOfType<FlatSymbolRefAttr>(contiguousAttrName);
  if (!dense)
    return;
  SmallVector<std::string> conditions, operands = {"queue"};
  llvm::StringSet<> strides;
  for (BlockArgument argument : func.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto name = func.getArgAttrOfType<StringAttr>(number, nameAttrName);
    if (!strides.contains(name.getValue()))
      operands.push_back(expressions.getName(argument).str());
    auto attribute = func.getArgAttrOfType<TypeAttr>(number, arrayAttrName);
    auto type = attribute ? cast<ArrayType>(attribute.getValue()) : ArrayType();
    if (!type || !isa_and_present<AnyLayoutAttr>(type.getLayout()))
      continue;
    // The last stride is 1, and each other one the product of the sizes after
    // it.
    std::string dense = "1";
    for (int64_t dim = type.getRank(); dim-- > 0;) {
      std::string stride = getStrideName(name.getValue(), dim);
      std::string size = type.getShape()[dim] == ShapedType::kDynamic
                             ? getArgumentName(type.getSizeName(dim).getValue())
                             : std::to_string(type.getShape()[dim]);
      strides.insert(stride);
      conditions.push_back(llvm::formatv("({0} <= 1 || {1} == {2})", size,
                                         getArgumentName(stride), dense));
      if (dense == "1")
        dense = size;
      else
        dense.insert(0, size + " * ");
    }
  }
  if (isOfLibrary)
    operands.push_back(getDependenciesParameter().name);
  if (conditions.empty())
    conditions.push_back("true");
  os << "  if (" << llvm::join(conditions, " &&\n      ") << ")\n    return "
     << dense.getValue() << "(" << llvm::join(operands, ", ") << ");\n";
}
