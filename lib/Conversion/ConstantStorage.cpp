// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConstantStorage.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Dialect/SA/Analysis/ConstantElements.h"
#include "sa/Layout/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// A constant is part of the compiled program.
static constexpr int64_t maxConstantBytes = int64_t(1) << 30;

/// Moves to the next index vector in row-major order.
static void advance(MutableArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  for (size_t dim = index.size(); dim-- > 0;) {
    if (++index[dim] < shape[dim])
      return;
    index[dim] = 0;
  }
}

/// The strides of a layout that gives every element a place of its own; nothing
/// for other layouts.
static std::optional<SmallVector<int64_t>> getPlainStrides(ArrayType type) {
  if (!type.isInjective() || !type.getDomainConstraints().empty())
    return std::nullopt;
  auto strides = type.getMemoryLayout().getStrides(type.getShape());
  if (!strides)
    return std::nullopt;
  return llvm::map_to_vector(
      *strides, [](const OffsetExpr &stride) { return stride.getValue(); });
}

/// Puts every element where its strides say. There may be millions: no
/// expression is looked at on the way.
static void layOutStrided(const ConstantElements &elements, ArrayType type,
                          ArrayRef<int64_t> strides,
                          std::vector<char> &storage) {
  int64_t bytes = elements.getElementBytes();
  SmallVector<int64_t> index(type.getRank(), 0);
  int64_t offset = *type.getOffset().evaluate(index, type.getShape());
  for (int64_t position = 0; position < elements.size(); ++position) {
    std::memcpy(&storage[offset * bytes], elements[position], bytes);
    for (size_t dim = index.size(); dim-- > 0;) {
      offset += strides[dim];
      if (++index[dim] < type.getShape()[dim])
        break;
      offset -= index[dim] * strides[dim];
      index[dim] = 0;
    }
  }
}

static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> index) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return index[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), index);
  int64_t rhs = evaluate(binary.getRHS(), index);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  default:
    return llvm::divideCeilSigned(lhs, rhs);
  }
}

static std::string describe(ArrayRef<int64_t> index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "(";
  llvm::interleaveComma(index, os);
  os << ")";
  return text;
}

/// Puts every element where the layout says, whatever that is. Refuses values
/// that the layout has no place for.
static LogicalResult layOut(ConstOp op, const ConstantElements &elements,
                            std::vector<char> &storage) {
  auto type = cast<ArrayType>(op.getResult().getType());
  int64_t bytes = elements.getElementBytes();
  std::vector<bool> isTaken(type.isInjective() ? 0 : type.getStorageSize());
  OffsetExpr offsetExpr = type.getOffset();
  SmallVector<AffineExpr> domain = type.getDomainConstraints();
  SmallVector<int64_t> index(type.getRank(), 0);
  for (int64_t position = 0; position < elements.size();
       ++position, advance(index, type.getShape())) {
    ArrayRef<char> element(elements[position], bytes);
    if (!llvm::all_of(domain, [&](AffineExpr constraint) {
          return evaluate(constraint, index) >= 0;
        })) {
      if (llvm::any_of(element, [](char byte) { return byte != 0; }))
        return op.emitOpError() << "has a value at " << describe(index)
                                << " that is not zero, where the layout has "
                                   "no element";
      continue;
    }
    int64_t offset = *offsetExpr.evaluate(index, type.getShape());
    char *place = &storage[offset * bytes];
    if (!isTaken.empty() && isTaken[offset] &&
        std::memcmp(place, element.data(), bytes) != 0)
      return op.emitOpError()
             << "has different values for elements that its layout puts in "
                "one place; one of them is at "
             << describe(index);
    std::memcpy(place, element.data(), bytes);
    if (!isTaken.empty())
      isTaken[offset] = true;
  }
  return success();
}

FailureOr<DenseElementsAttr> sa::getConstantStorage(ConstOp op) {
  auto type = cast<ArrayType>(op.getResult().getType());
  Type storageType = type.getStorageType();
  int64_t bytes = getElementBytes(type.getElementType());
  if (type.getStorageSize() > maxConstantBytes / bytes)
    return op.emitOpError() << "needs storage for " << type.getStorageSize()
                            << " elements, more than a constant may have";
  std::optional<ConstantElements> elements = ConstantElements::get(op);
  if (!elements)
    return op.emitOpError() << "has elements that cannot be read: write them "
                               "as dense<…> or as a dense_resource<…> of the "
                               "right size";
  int64_t numParts = getNumParts(type.getElementType());
  auto flatType =
      RankedTensorType::get({type.getStorageSize() * numParts}, storageType);
  // One complex number is not one number that is repeated.
  bool isFlat = numParts == 1 || !elements->isSplat();
  if (!type.getLayout() && !type.getDomain() && isFlat)
    return DenseElementsAttr::getFromRawBuffer(flatType, elements->getBytes());
  std::vector<char> storage(type.getStorageSize() * bytes, 0);
  if (std::optional<SmallVector<int64_t>> strides = getPlainStrides(type))
    layOutStrided(*elements, type, *strides, storage);
  else if (failed(layOut(op, *elements, storage)))
    return failure();
  return DenseElementsAttr::getFromRawBuffer(flatType, storage);
}
