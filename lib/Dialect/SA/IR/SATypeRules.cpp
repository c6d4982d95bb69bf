// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of array types.

#include "Count.h"
#include "ElementTypes.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

/// The rules about the layout: C2, C3 and C5.
static LogicalResult verifyLayout(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, int64_t elementBytes,
                                  LayoutAttrInterface attribute) {
  Layout layout = attribute ? attribute.getLayout() : Layout::rowMajor();
  // C2: a linear map is folded to strides; the message speaks of the map.
  if (auto affine = dyn_cast_if_present<AffineLayoutAttr>(attribute);
      affine && affine.getMap().getNumDims() != shape.size())
    layout = Layout::affine(affine.getMap().getNumDims(),
                            toOffsetExpr(affine.getMap().getResult(0)));
  if (std::optional<std::string> reason = layout.refuse(shape))
    return emitError() << *reason;
  // C5: an expression of static sizes that does not fold overflows.
  int64_t total = elementBytes;
  bool isTooLarge = false, isStatic = true;
  for (int64_t size : shape) {
    isStatic &= size != openSize;
    isTooLarge |= llvm::MulOverflow(total, std::max<int64_t>(size, 1), total);
  }
  if (isStatic && !isTooLarge) {
    std::optional<int64_t> storage = layout.getStorageSize(shape).getConstant();
    isTooLarge = !storage || llvm::MulOverflow(*storage, elementBytes, total);
  }
  if (isTooLarge)
    return emitError() << "the array is too large to be addressed";
  // C3
  std::optional<int64_t> smallest =
      layout.getSmallestOffset(shape).getConstant();
  if (!smallest && isStatic)
    return emitError() << "the array is too large to be addressed";
  if (!smallest)
    return emitError() << "a dimension of run-time size needs a stride that is "
                          "not negative: where it starts is not known";
  if (*smallest < 0) {
    InFlightDiagnostic diagnostic = emitError()
                                    << "the layout reaches "
                                    << count(-*smallest, "element", "elements")
                                    << " before the start of its storage";
    if (auto strided = dyn_cast_if_present<sa::StridedLayoutAttr>(attribute))
      diagnostic << ": an offset of " << strided.getOffset() - *smallest
                 << " or more keeps it inside";
    return diagnostic;
  }
  return success();
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type elementType,
                                Role role, LayoutAttrInterface layout,
                                AffineMapAttr domain,
                                ArrayRef<StringAttr> sizes) {
  // C1
  if (!isElementType(elementType))
    return emitError() << "an array cannot hold " << elementType
                       << ": its elements are " << elementTypesText;
  // C4
  size_t numOpen = llvm::count(shape, ShapedType::kDynamic);
  if (!sizes.empty() && sizes.size() != numOpen)
    return emitError() << "the shape has "
                       << count(numOpen, "run-time size", "run-time sizes")
                       << " ('?'), but 'sizes' names " << sizes.size();
  for (int64_t size : shape)
    if (size < 0 && size != ShapedType::kDynamic)
      return emitError() << "a size of an array is negative: " << size;
  // C8
  constexpr size_t maxRank = 16;
  if (shape.size() > maxRank)
    return emitError() << "an array has at most " << maxRank
                       << " dimensions, not " << shape.size();
  // C2: a square of run-time sizes has one name for both.
  if (layout && layout.getLayout().needsSquare() && shape.size() == 2 &&
      numOpen != 0 &&
      (numOpen != 2 || sizes.empty() || sizes[0].empty() ||
       sizes[0] != sizes[1]))
    return emitError() << "a triangular layout needs a square shape: two "
                          "numbers, or two run-time sizes of the same name";
  // C6
  bool isExternal = role != Role::Const && role != Role::Temp;
  if (isa_and_present<AnyLayoutAttr>(layout) && !isExternal)
    return emitError() << "the layout 'any' is for arrays that the caller "
                          "passes, not for a '"
                       << stringifyRole(role) << "' array";
  if (isa_and_present<DeferredLayoutAttr>(layout) && role != Role::Const)
    return emitError() << "the layout 'deferred' is for constants, not for an '"
                       << stringifyRole(role) << "' array";
  // C7
  if (domain && (domain.getValue().getNumDims() != shape.size() ||
                 domain.getValue().getNumSymbols() != 0))
    return emitError() << "the domain has "
                       << count(domain.getValue().getNumDims(), "dimension",
                                "dimensions")
                       << " and "
                       << count(domain.getValue().getNumSymbols(), "symbol",
                                "symbols")
                       << ", but the shape has "
                       << count(shape.size(), "dimension", "dimensions");
  if (domain && failed(verifyIndexMap(emitError, domain.getValue())))
    return failure();
  return verifyLayout(emitError, shape, getElementBytes(elementType), layout);
}
