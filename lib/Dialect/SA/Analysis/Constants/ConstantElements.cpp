// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Constants/ConstantElements.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace sa;

/// One byte for each of the packed bits in which MLIR keeps `i1`.
static std::vector<char> unpackBits(ArrayRef<char> bits, int64_t count) {
  std::vector<char> bytes(count);
  for (int64_t i = 0; i < count; ++i)
    bytes[i] = (bits[i / 8] >> (i % 8)) & 1;
  return bytes;
}

std::optional<ConstantElements> ConstantElements::get(ConstOp op) {
  auto type = cast<ArrayType>(op.getResult().getType());
  ElementsAttr value = op.getValue();
  ConstantElements result;
  result.numElements = value.getNumElements();
  result.elementBytes = sa::getElementBytes(type.getElementType());
  result.step = result.elementBytes;
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    bytes = dense.getRawData();
    bool isSplat = dense.isSplat() && result.numElements > 0;
    if (type.getElementType().isInteger(1)) {
      bool isTrue = isSplat && dense.getSplatValue<bool>();
      result.owned = isSplat ? std::vector<char>{isTrue}
                             : unpackBits(bytes, result.numElements);
      bytes = result.owned;
    }
    if (isSplat)
      result.step = 0;
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    bytes = blob->getData();
    if (static_cast<int64_t>(bytes.size()) !=
        result.numElements * result.elementBytes)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  result.data = bytes.data();
  return result;
}

ConstantElements ConstantElements::get(std::vector<char> bytes,
                                       int64_t elementBytes) {
  ConstantElements result;
  result.numElements = bytes.size() / elementBytes;
  result.elementBytes = result.step = elementBytes;
  result.owned = std::move(bytes);
  result.data = result.owned.data();
  return result;
}
