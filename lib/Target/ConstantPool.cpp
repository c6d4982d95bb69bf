// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/ConstantPool.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// The alignment of constants, enough for vectors of every element type.
static constexpr int64_t alignment = 64;

int64_t ConstantPool::getSize(UploadOp op) {
  return op.getValue().getNumElements() *
         getElementBytes(op.getValue().getElementType());
}

ConstantPool::ConstantPool(ModuleOp module) {
  module.walk([&](UploadOp op) {
    int64_t offset = llvm::alignTo(totalSize, alignment);
    if (offsets.insert({op.getValue(), offset}).second)
      totalSize = offset + getSize(op);
  });
}

/// Writes copies of `element` until `bytes` bytes are written.
static void writeRepeated(raw_ostream &os, ArrayRef<char> element,
                          int64_t bytes) {
  // In large units: there may be millions of elements.
  SmallVector<char> unit;
  while (unit.size() < 4096)
    unit.append(element.begin(), element.end());
  for (int64_t written = 0; written < bytes; written += unit.size())
    os.write(unit.data(), std::min<int64_t>(unit.size(), bytes - written));
}

void ConstantPool::write(raw_ostream &os) const {
  int64_t written = 0;
  for (auto [value, offset] : offsets) {
    os.write_zeros(offset - written);
    auto dense = cast<DenseElementsAttr>(value);
    ArrayRef<char> data = dense.getRawData();
    int64_t bytes =
        dense.getNumElements() * getElementBytes(dense.getElementType());
    if (dense.isSplat())
      writeRepeated(os, data, bytes);
    else
      os.write(data.data(), data.size());
    written = offset + bytes;
  }
}
