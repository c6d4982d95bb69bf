// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/SALayoutAttrs.h"

#include "LinearMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sa;

#include "sa/Dialect/SA/IR/SAAttrInterfaces.cpp.inc"
#include "sa/Dialect/SA/IR/SAEnums.cpp.inc"

/// integers ::= `[` (integer (`,` integer)*)? `]`
static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &integers) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parser.parseInteger(integers.emplace_back());
  });
}

static void printIntegers(AsmPrinter &printer, ArrayRef<int64_t> integers) {
  printer << "[";
  llvm::interleaveComma(integers, printer);
  printer << "]";
}

static ParseResult parseStrict(AsmParser &parser, bool &strict) {
  strict = true;
  return parser.parseKeyword("strict");
}

static void printStrict(AsmPrinter &printer, bool) { printer << "strict"; }

#define GET_ATTRDEF_CLASSES
#include "sa/Dialect/SA/IR/SAAttrs.cpp.inc"

void SADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "sa/Dialect/SA/IR/SAAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// What the attributes name
//===----------------------------------------------------------------------===//

Layout RowMajorLayoutAttr::getLayout() const { return Layout::rowMajor(); }
Layout ColMajorLayoutAttr::getLayout() const { return Layout::colMajor(); }
Layout sa::StridedLayoutAttr::getLayout() const {
  return Layout::strided(getStrides(), getOffset());
}
Layout AffineLayoutAttr::getLayout() const {
  AffineMap map = getMap();
  if (std::optional<LinearMap> linear = getLinearMap(map))
    return Layout::strided(linear->strides, linear->offset);
  return Layout::affine(map.getNumDims(), toOffsetExpr(map.getResult(0)));
}
Layout LowerTriangularLayoutAttr::getLayout() const {
  return Layout::lowerTriangular(getStrict());
}
Layout UpperTriangularLayoutAttr::getLayout() const {
  return Layout::upperTriangular(getStrict());
}
Layout BandedLayoutAttr::getLayout() const {
  return Layout::banded(getLower(), getUpper());
}
Layout ToeplitzLayoutAttr::getLayout() const { return Layout::toeplitz(); }
Layout BlockedLayoutAttr::getLayout() const {
  return Layout::blocked(getBlockShape());
}
Layout StripedLayoutAttr::getLayout() const {
  return Layout::striped(getWidth());
}
Layout ZOrderLayoutAttr::getLayout() const { return Layout::zOrder(); }
Layout PackedLowerTriangularLayoutAttr::getLayout() const {
  return Layout::packedLowerTriangular();
}
Layout PackedUpperTriangularLayoutAttr::getLayout() const {
  return Layout::packedUpperTriangular();
}
Layout SlicedLayoutAttr::getLayout() const {
  return Layout::sliced(getSteps(), getSlice() ? getSlice().getLayout()
                                               : Layout::rowMajor());
}
Layout AnyLayoutAttr::getLayout() const { return Layout::any(); }
Layout DeferredLayoutAttr::getLayout() const { return Layout::rowMajor(); }

//===----------------------------------------------------------------------===//
// C1
//===----------------------------------------------------------------------===//

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

static LogicalResult verifyLayout(EmitError emitError, const Layout &layout) {
  if (std::optional<std::string> fault = layout.findFault())
    return emitError() << *fault;
  return success();
}

LogicalResult BandedLayoutAttr::verify(EmitError emitError, int64_t lower,
                                       int64_t upper) {
  return verifyLayout(emitError, Layout::banded(lower, upper));
}

LogicalResult BlockedLayoutAttr::verify(EmitError emitError,
                                        ArrayRef<int64_t> blockShape) {
  return verifyLayout(emitError, Layout::blocked(blockShape));
}

LogicalResult StripedLayoutAttr::verify(EmitError emitError, int64_t width) {
  return verifyLayout(emitError, Layout::striped(width));
}

LogicalResult SlicedLayoutAttr::verify(EmitError emitError,
                                       ArrayRef<int64_t> steps,
                                       LayoutAttrInterface slice) {
  if (isa_and_nonnull<AnyLayoutAttr, DeferredLayoutAttr>(slice))
    return emitError() << "a slice cannot have the layout " << slice
                       << ", which says nothing about where its elements are";
  Layout layout = slice ? slice.getLayout() : Layout::rowMajor();
  return verifyLayout(emitError, Layout::sliced(steps, layout));
}

LogicalResult sa::verifyIndexMap(EmitError emitError, AffineMap map) {
  bool isFine = true;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || expr.getKind() == AffineExprKind::Add)
        return;
      auto rhs = dyn_cast<AffineConstantExpr>(binary.getRHS());
      isFine &=
          rhs && (expr.getKind() == AffineExprKind::Mul || rhs.getValue() > 0);
    });
  if (!isFine)
    return emitError() << "an affine map of indices multiplies by constants, "
                          "and divides by positive ones";
  return success();
}

LogicalResult AffineLayoutAttr::verify(EmitError emitError, AffineMap map) {
  if (map.getNumResults() != 1 || map.getNumSymbols() != 0)
    return emitError() << "an affine layout maps indices to one offset, "
                          "without symbols";
  return verifyIndexMap(emitError, map);
}

//===----------------------------------------------------------------------===//
// Affine expressions
//===----------------------------------------------------------------------===//

AffineExpr sa::toAffineExpr(const OffsetExpr &expr,
                            ArrayRef<AffineExpr> indices,
                            ArrayRef<AffineExpr> sizes, MLIRContext *context) {
  switch (expr.getKind()) {
  case OffsetExpr::Kind::Constant:
    return getAffineConstantExpr(expr.getValue(), context);
  case OffsetExpr::Kind::Index:
    return indices[expr.getDim()];
  case OffsetExpr::Kind::Size:
    return expr.getDim() < sizes.size() ? sizes[expr.getDim()] : AffineExpr();
  default:
    break;
  }
  AffineExpr lhs = toAffineExpr(expr.getLHS(), indices, sizes, context);
  AffineExpr rhs = toAffineExpr(expr.getRHS(), indices, sizes, context);
  if (!lhs || !rhs)
    return {};
  bool byConstant = isa<AffineConstantExpr>(rhs);
  switch (expr.getKind()) {
  case OffsetExpr::Kind::Add:
    return lhs + rhs;
  case OffsetExpr::Kind::Mul:
    return byConstant || isa<AffineConstantExpr>(lhs) ? lhs * rhs
                                                      : AffineExpr();
  case OffsetExpr::Kind::FloorDiv:
    return byConstant ? lhs.floorDiv(rhs) : AffineExpr();
  case OffsetExpr::Kind::Mod:
    return byConstant ? lhs % rhs : AffineExpr();
  default:
    return {};
  }
}

OffsetExpr sa::toOffsetExpr(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return OffsetExpr::index(dim.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  OffsetExpr lhs = toOffsetExpr(binary.getLHS());
  OffsetExpr rhs = toOffsetExpr(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return lhs.floorDiv(rhs.getValue());
  case AffineExprKind::CeilDiv:
    return lhs.ceilDiv(rhs.getValue());
  default:
    return lhs.mod(rhs.getValue());
  }
}
