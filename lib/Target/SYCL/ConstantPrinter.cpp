// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConstantPrinter.h"

#include "sa/Target/Cpp.h"

using namespace mlir;
using namespace sa;

/// An integer in an initializer: the type of the array says the rest.
static void printInteger(raw_ostream &os, const APInt &value, bool isUnsigned) {
  if (isUnsigned)
    os << value.getZExtValue() << "u";
  else if (value.isMinSignedValue())
    os << "(" << value.getSExtValue() + 1 << " - 1)";
  else
    os << value.getSExtValue();
}

void sa::printConstantArray(raw_ostream &os, StringRef specifiers,
                            StringRef symbol, Type elementType,
                            DenseElementsAttr values) {
  constexpr int64_t elementsPerLine = 10;
  int64_t count = 0;
  auto separate = [&]() {
    os << (count == 0 ? "" : ",")
       << (count % elementsPerLine == 0 ? "\n    " : " ");
    ++count;
  };
  // An array without elements is never read, but C++ wants one.
  os << specifiers << " " << getCppPartType(elementType) << " " << symbol << "["
     << std::max<int64_t>(1, values.getNumElements()) << "] = {";
  if (isa<FloatType>(values.getElementType())) {
    for (const APFloat &value : values.getValues<APFloat>()) {
      separate();
      os << getCppLiteral(value, values.getElementType());
    }
  } else {
    // i1 and bf16 are unsigned integers in memory.
    bool isUnsigned = elementType.isUnsignedInteger() ||
                      elementType.isInteger(1) || elementType.isBF16();
    for (const APInt &value : values.getValues<APInt>()) {
      separate();
      printInteger(os, value, isUnsigned);
    }
  }
  os << "};\n\n";
}
