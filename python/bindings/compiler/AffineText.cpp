// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AffineText.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// Names may have letters of any alphabet.
static bool isNameByte(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

AffineExpr sa::python::parseAffineExpr(StringRef text,
                                       ArrayRef<std::string> dims,
                                       ArrayRef<std::string> symbols,
                                       MLIRContext *context) {
  // 1. Names become positions.
  std::string positions;
  while (!text.empty()) {
    StringRef word = text.take_while(isNameByte);
    if (word.empty()) {
      positions += text.front();
      text = text.drop_front();
      continue;
    }
    text = text.drop_front(word.size());
    const auto *dim = llvm::find(dims, word);
    const auto *symbol = llvm::find(symbols, word);
    if (dim != dims.end())
      positions += "d" + std::to_string(dim - dims.begin());
    else if (symbol != symbols.end())
      positions += "s" + std::to_string(symbol - symbols.begin());
    else
      positions += word;
  }

  // 2. MLIR parses the rest.
  auto list = [](char letter, size_t count) {
    std::string names;
    for (size_t i = 0; i < count; ++i)
      names += (i ? ", " : "") + std::string(1, letter) + std::to_string(i);
    return names;
  };
  std::string map = "affine_map<(" + list('d', dims.size()) + ")[" +
                    list('s', symbols.size()) + "] -> (" + positions + ")>";
  auto attribute =
      llvm::dyn_cast_if_present<AffineMapAttr>(parseAttribute(map, context));
  return attribute ? attribute.getValue().getResult(0) : AffineExpr();
}
