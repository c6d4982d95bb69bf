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
                                                size_t bytes) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    // MLIR packs the bits of i1.
    if (!dense.isSplat() && !dense.getElementType().isInteger(1))
      return dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (blob && blob->getData().size() == value.getNumElements() * bytes)
      return blob->getData();
  }
  return std::nullopt;
}

/// The bits of one element of a `dense` attribute, those of a complex number's
/// real part first.
static APInt getBits(DenseElementsAttr dense, int64_t position) {
  if (isa<ComplexType>(dense.getElementType())) {
    auto value = dense.getValues<std::complex<APFloat>>()[position];
    return value.imag().bitcastToAPInt().concat(value.real().bitcastToAPInt());
  }
  if (isa<FloatType>(dense.getElementType()))
    return dense.getValues<APFloat>()[position].bitcastToAPInt();
  return dense.getValues<APInt>()[position];
}

static bool isInDomain(ArrayRef<AffineExpr> domain, ArrayRef<int64_t> index) {
  return llvm::all_of(domain, [&](AffineExpr constraint) {
    SmallVector<AffineExpr> values = llvm::map_to_vector(index, [&](int64_t i) {
      return getAffineConstantExpr(i, constraint.getContext());
    });
    return cast<AffineConstantExpr>(constraint.replaceDims(values))
               .getValue() >= 0;
  });
}

static std::string describe(ArrayRef<int64_t> index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "(";
  llvm::interleaveComma(index, os);
  os << ")";
  return text;
}

FailureOr<DenseElementsAttr> sa::getConstantStorage(ConstOp op) {
  auto type = cast<ArrayType>(op.getResult().getType());
  Type storageType = type.getStorageType();
  int64_t bytes = getElementBytes(type.getElementType());
  if (type.getStorageSize() > maxConstantBytes / bytes)
    return op.emitOpError() << "needs storage for " << type.getStorageSize()
                            << " elements, more than a constant may have";
  auto flatType = RankedTensorType::get(
      {type.getStorageSize() * getNumParts(type.getElementType())},
      storageType);
  ElementsAttr value = op.getValue();
  std::optional<ArrayRef<char>> raw = getRawData(value, bytes);
  if (raw && !type.getLayout() && !type.getDomain())
    return DenseElementsAttr::getFromRawBuffer(flatType, *raw);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!raw && !dense)
    return op.emitOpError() << "has elements that cannot be read: write them "
                               "as dense<…> or as a dense_resource<…> of the "
                               "right size";

  // Walk the index vectors in row-major order and put each element in place.
  std::vector<char> storage(type.getStorageSize() * bytes, 0);
  std::vector<bool> isTaken(type.isInjective() ? 0 : type.getStorageSize());
  OffsetExpr offsetExpr = type.getOffset();
  SmallVector<AffineExpr> domain = type.getDomainConstraints();
  SmallVector<int64_t> index(type.getRank(), 0);
  for (int64_t position = 0; position < value.getNumElements(); ++position) {
    char element[16] = {};
    if (raw) {
      std::memcpy(element, &(*raw)[position * bytes], bytes);
    } else {
      APInt bits = getBits(dense, position);
      std::memcpy(element, bits.getRawData(), bytes);
    }
    if (!isInDomain(domain, index)) {
      if (llvm::any_of(ArrayRef(element, bytes),
                       [](char byte) { return byte != 0; }))
        return op.emitOpError() << "has a value at " << describe(index)
                                << " that is not zero, where the layout has "
                                   "no element";
    } else {
      int64_t offset = *offsetExpr.evaluate(index, type.getShape());
      char *place = &storage[offset * bytes];
      if (!isTaken.empty() && isTaken[offset] &&
          std::memcmp(place, element, bytes) != 0)
        return op.emitOpError()
               << "has different values for elements that its layout puts in "
                  "one place; one of them is at "
               << describe(index);
      std::memcpy(place, element, bytes);
      if (!isTaken.empty())
        isTaken[offset] = true;
    }
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < type.getShape()[dim])
        break;
      index[dim] = 0;
    }
  }
  return DenseElementsAttr::getFromRawBuffer(flatType, storage);
}
