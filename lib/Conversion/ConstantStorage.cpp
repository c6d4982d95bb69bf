// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConstantStorage.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace sa;

/// A constant is part of the compiled program.
static constexpr int64_t maxConstantBytes = int64_t(1) << 30;

/// The elements in row-major order as raw bytes, when the attribute keeps them
/// like that.
static std::optional<ArrayRef<char>> getRawData(ElementsAttr value,
                                                Type storageType) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    // MLIR packs the bits of i1.
    if (!dense.isSplat() && !dense.getElementType().isInteger(1))
      return dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    size_t bytes = storageType.getIntOrFloatBitWidth() / 8;
    if (blob && blob->getData().size() == value.getNumElements() * bytes)
      return blob->getData();
  }
  return std::nullopt;
}

/// The bits of one element of a `dense` attribute.
static APInt getBits(DenseElementsAttr dense, int64_t position) {
  if (isa<FloatType>(dense.getElementType()))
    return dense.getValues<APFloat>()[position].bitcastToAPInt();
  return dense.getValues<APInt>()[position];
}

FailureOr<DenseElementsAttr> sa::getConstantStorage(ConstOp op) {
  auto type = cast<ArrayType>(op.getResult().getType());
  Type storageType = type.getStorageType();
  int64_t bytes = storageType.getIntOrFloatBitWidth() / 8;
  if (type.getStorageSize() > maxConstantBytes / bytes)
    return op.emitOpError() << "needs storage for " << type.getStorageSize()
                            << " elements, more than a constant may have";
  auto flatType = RankedTensorType::get({type.getStorageSize()}, storageType);
  ElementsAttr value = op.getValue();
  std::optional<ArrayRef<char>> raw = getRawData(value, storageType);
  if (raw && !type.getLayout())
    return DenseElementsAttr::getFromRawBuffer(flatType, *raw);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!raw && !dense)
    return op.emitOpError() << "has elements that cannot be read: write them "
                               "as dense<…> or as a dense_resource<…> of the "
                               "right size";

  // Walk the index vectors in row-major order and put each element in place.
  std::vector<char> storage(type.getStorageSize() * bytes, 0);
  SmallVector<int64_t> strides = type.getStaticStrides();
  SmallVector<int64_t> index(type.getRank(), 0);
  for (int64_t position = 0; position < value.getNumElements(); ++position) {
    int64_t offset = type.getOffset();
    for (auto [i, stride] : llvm::zip_equal(index, strides))
      offset += i * stride;
    if (raw) {
      std::memcpy(&storage[offset * bytes], &(*raw)[position * bytes], bytes);
    } else {
      uint64_t bits = getBits(dense, position).getZExtValue();
      std::memcpy(&storage[offset * bytes], &bits, bytes);
    }
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < type.getShape()[dim])
        break;
      index[dim] = 0;
    }
  }
  return DenseElementsAttr::getFromRawBuffer(flatType, storage);
}
