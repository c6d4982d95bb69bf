// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Constants.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sa/Target/ConstantPool.h"
#include "sa/Target/Cpp.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sa;

/// Writes an integer of an initializer, whose type is that of the array.
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
  // C++ has no arrays without elements.
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

/// A source contains at most this many bytes of large constants.
static constexpr int64_t maxPrintedBytes = 64 * 1024;

/// Defines one array for each constant; equal ones share it.
static HostConstants printArrays(raw_ostream &os, ModuleOp module) {
  HostConstants constants;
  llvm::DenseMap<std::pair<Attribute, Type>, std::string> printed;
  llvm::StringSet<> taken;
  module.walk([&](SymbolOpInterface op) { taken.insert(op.getName()); });
  module.walk([&](UploadOp op) {
    std::string &name = printed[{op.getValue(), op.getElementType()}];
    if (name.empty()) {
      std::string base = getCppConstantName(op.getName());
      name = base;
      for (unsigned number = 1; !taken.insert(name).second; ++number)
        name = (Twine(base) + "_" + Twine(number)).str();
      os << "// The constant array " << op.getNameAttr() << ".\n";
      printConstantArray(os, "static const", name, op.getElementType(),
                         cast<DenseElementsAttr>(op.getValue()));
    }
    constants[op] = name;
  });
  return constants;
}

std::string sa::getConstantBlockName(ModuleOp module, StringRef library) {
  if (!library.empty())
    return ("saopt_constants_of_" + library).str();
  // Sources of several programs can be linked together.
  auto first = *module.getOps<func::FuncOp>().begin();
  std::string name = ("saopt_constants_of_" + first.getSymName()).str();
  while (SymbolTable::lookupSymbolIn(module, name))
    name += "_";
  return name;
}

/// Writes how to link the block of constants.
static void printBlockComment(raw_ostream &os, StringRef block, int64_t bytes,
                              StringRef library) {
  if (!library.empty()) {
    os << "// The constant arrays, " << bytes << " bytes, are in " << library
       << ".constants, which\n// " << library << "_constants.s links.\n";
    return;
  }
  os << llvm::formatv(
      R"(// The constant arrays, {0} bytes, are not in this file: `--emit=constants` writes
// them. With these lines in an assembler file, and the bytes in constants.bin,
// `clang -c constants.s` makes an object to link with this one:
//
//   .section .rodata
//   .globl {1}
//   .balign 64
//   {1}:
//   .incbin "constants.bin"
//   .section .note.GNU-stack, "", %progbits
//
)",
      bytes, block);
}

/// Declares one block of bytes that is linked.
static HostConstants declareBlock(raw_ostream &os, ModuleOp module,
                                  const ConstantPool &pool, StringRef library) {
  std::string block = getConstantBlockName(module, library);
  printBlockComment(os, block, pool.getTotalSize(), library);
  os << "extern \"C\" const unsigned char " << block << "["
     << pool.getTotalSize() << "];\n\n";
  HostConstants constants;
  module.walk([&](UploadOp op) {
    constants[op] = llvm::formatv("reinterpret_cast<const {0} *>({1} + {2})",
                                  getCppPartType(op.getElementType()), block,
                                  pool.getOffset(op));
  });
  return constants;
}

bool sa::hasLinkedConstants(ModuleOp module) {
  return ConstantPool(module).getTotalSize() > maxPrintedBytes;
}

HostConstants sa::printHostConstants(raw_ostream &os, ModuleOp module,
                                     StringRef library) {
  ConstantPool pool(module);
  return pool.getTotalSize() > maxPrintedBytes
             ? declareBlock(os, module, pool, library)
             : printArrays(os, module);
}
