// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/ConstantPool.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// What every element type, and a vector of them, is aligned to.
static constexpr int64_t alignment = 64;

int64_t ConstantPool::getSize(UploadOp op) {
  return op.getValue().getNumElements() *
         getElementBytes(op.getValue().getElementType());
}

ConstantPool::ConstantPool(ModuleOp module) {
  int64_t end = 0;
  module.walk([&](UploadOp op) {
    auto [position, isNew] = offsets.insert({op.getValue(), end});
    if (isNew)
      end = llvm::alignTo(end + getSize(op), alignment);
  });
}

void ConstantPool::write(raw_ostream &os) const {
  int64_t written = 0;
  for (auto [value, offset] : offsets) {
    os.write_zeros(offset - written);
    auto dense = cast<DenseElementsAttr>(value);
    ArrayRef<char> data = dense.getRawData();
    int64_t copies = dense.isSplat() ? dense.getNumElements() : 1;
    for (int64_t i = 0; i < copies; ++i)
      os.write(data.data(), data.size());
    written = offset + data.size() * copies;
  }
}
