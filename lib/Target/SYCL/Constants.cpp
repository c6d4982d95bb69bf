// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HostConstants.h"

#include "ConstantPrinter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sa/Target/ConstantPool.h"
#include "sa/Target/Cpp.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace sa;

/// How many bytes of large constants a source spells out at the most.
static constexpr int64_t maxPrintedBytes = 64 * 1024;

/// Each constant as an array of its own; equal ones share it.
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

/// What the block is called: after the first function, so that the sources of
/// several programs can be linked together.
static std::string getBlockName(ModuleOp module) {
  auto first = *module.getOps<func::FuncOp>().begin();
  std::string name = ("saopt_constants_of_" + first.getSymName()).str();
  while (SymbolTable::lookupSymbolIn(module, name))
    name += "_";
  return name;
}

/// All of them as one block of bytes that is linked.
static HostConstants declareBlock(raw_ostream &os, ModuleOp module,
                                  const ConstantPool &pool) {
  std::string block = getBlockName(module);
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
extern "C" const unsigned char {1}[{0}];

)",
      pool.getTotalSize(), block);
  HostConstants constants;
  module.walk([&](UploadOp op) {
    constants[op] = llvm::formatv("reinterpret_cast<const {0} *>({1} + {2})",
                                  getCppPartType(op.getElementType()), block,
                                  pool.getOffset(op));
  });
  return constants;
}

HostConstants sa::printHostConstants(raw_ostream &os, ModuleOp module) {
  ConstantPool pool(module);
  return pool.getTotalSize() > maxPrintedBytes ? declareBlock(os, module, pool)
                                               : printArrays(os, module);
}
