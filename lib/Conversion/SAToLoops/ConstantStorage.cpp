// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConstantStorage.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "sa/Dialect/SA/Analysis/Constants/ConstantElements.h"
#include "sa/Layout/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// The largest constant.
static constexpr int64_t maxConstantBytes = int64_t(1) << 30;

/// Moves to the next index vector in row-major order.
static void advance(MutableArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  for (size_t dim = index.size(); dim-- > 0;) {
    if (++index[dim] < shape[dim])
      return;
    index[dim] = 0;
  }
}

namespace {

/// The offsets of the elements of a type. If the offset is a sum of functions
/// of one index each, as in most layouts, tables hold these functions: there
/// may be millions of elements, and some expressions are long.
class Offsets {
public:
  explicit Offsets(ArrayType type)
      : expr(type.getOffset()), shape(type.getShape()) {
    if (!isSumOfIndices(expr) || llvm::is_contained(shape, 0))
      return;
    SmallVector<int64_t> index(shape.size(), 0);
    first = *expr.evaluate(index, shape);
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      std::vector<int64_t> &table = tables.emplace_back();
      for (index[dim] = 0; index[dim] < shape[dim]; ++index[dim])
        table.push_back(*expr.evaluate(index, shape) - first);
      index[dim] = 0;
    }
  }

  int64_t get(ArrayRef<int64_t> index) const {
    if (tables.size() != index.size())
      return *expr.evaluate(index, shape);
    int64_t offset = first;
    for (auto [table, position] : llvm::zip(tables, index))
      offset += table[position];
    return offset;
  }

private:
  static void collectIndices(const OffsetExpr &expr,
                             llvm::SmallDenseSet<unsigned> &indices) {
    if (expr.isFreeOfIndices())
      return;
    if (expr.getKind() == OffsetExpr::Kind::Index) {
      indices.insert(expr.getDim());
      return;
    }
    collectIndices(expr.getLHS(), indices);
    collectIndices(expr.getRHS(), indices);
  }

  /// Returns true for a sum of expressions of one index each.
  static bool isSumOfIndices(const OffsetExpr &expr) {
    if (expr.getKind() == OffsetExpr::Kind::Add)
      return isSumOfIndices(expr.getLHS()) && isSumOfIndices(expr.getRHS());
    llvm::SmallDenseSet<unsigned> indices;
    collectIndices(expr, indices);
    return indices.size() <= 1;
  }

  OffsetExpr expr;
  ArrayRef<int64_t> shape;
  int64_t first = 0;
  std::vector<std::vector<int64_t>> tables;
};

} // namespace

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

/// Returns true for the bytes of zero; those of floats may have a sign, the
/// highest bit of each part.
static bool isZero(ArrayRef<char> element, Type elementType) {
  bool isFloat = isa<FloatType, ComplexType>(elementType);
  size_t partBytes = element.size() / getNumParts(elementType);
  for (auto [position, byte] : llvm::enumerate(element)) {
    bool hasSign = isFloat && (position + 1) % partBytes == 0;
    if (static_cast<unsigned char>(byte) & (hasSign ? 0x7f : 0xff))
      return false;
  }
  return true;
}

/// Stores every element at its offset. Fails, with a diagnostic, for a value
/// without an offset, or with that of another value.
static LogicalResult layOut(ConstOp op, const ConstantElements &elements,
                            std::vector<char> &storage) {
  auto type = cast<ArrayType>(op.getResult().getType());
  int64_t bytes = elements.getElementBytes();
  std::vector<bool> isTaken(type.isInjective() ? 0 : type.getStorageSize());
  Offsets offsets(type);
  SmallVector<AffineExpr> domain = type.getDomainConstraints();
  SmallVector<int64_t> index(type.getRank(), 0);
  for (int64_t position = 0; position < elements.size();
       ++position, advance(index, type.getShape())) {
    ArrayRef<char> element(elements[position], bytes);
    if (!llvm::all_of(domain, [&](AffineExpr constraint) {
          return evaluate(constraint, index) >= 0;
        })) {
      if (!isZero(element, type.getElementType()))
        return op.emitOpError() << "has a value of '" << op.getName() << "' at "
                                << describe(index)
                                << " that is not zero, where the layout has "
                                   "no element";
      continue;
    }
    int64_t offset = offsets.get(index);
    char *target = &storage[offset * bytes];
    if (!isTaken.empty() && isTaken[offset] &&
        std::memcmp(target, element.data(), bytes) != 0)
      return op.emitOpError()
             << "has different values for elements of '" << op.getName()
             << "' that have one offset in its layout; one of them is at "
             << describe(index);
    std::memcpy(target, element.data(), bytes);
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
    return op.emitOpError()
           << "needs storage for " << type.getStorageSize() << " elements of '"
           << op.getName() << "', more than the 1 GiB of a constant";
  std::optional<ConstantElements> elements = ConstantElements::get(op);
  if (!elements)
    return op.emitOpError() << "has elements of '" << op.getName()
                            << "' that cannot be read: write them as dense<…> "
                               "or as a dense_resource<…> of the right size";
  int64_t numParts = getNumParts(type.getElementType());
  auto flatType =
      RankedTensorType::get({type.getStorageSize() * numParts}, storageType);
  // A splat of complex numbers is no splat of their parts.
  bool isFlat = numParts == 1 || !elements->isSplat();
  if (!type.getLayout() && !type.getDomain() && isFlat)
    return DenseElementsAttr::getFromRawBuffer(flatType, elements->getBytes());
  std::vector<char> storage(type.getStorageSize() * bytes, 0);
  if (failed(layOut(op, *elements, storage)))
    return failure();
  return DenseElementsAttr::getFromRawBuffer(flatType, storage);
}
