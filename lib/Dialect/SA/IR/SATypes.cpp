// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/SATypes.h"

#include "Count.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

#include "sa/Dialect/SA/IR/SAEnums.cpp.inc"

/// strides ::= `[` (integer (`,` integer)*)? `]`
static ParseResult parseStrides(AsmParser &parser,
                                SmallVectorImpl<int64_t> &strides) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parser.parseInteger(strides.emplace_back());
  });
}

static void printStrides(AsmPrinter &printer, ArrayRef<int64_t> strides) {
  printer << "[";
  llvm::interleaveComma(strides, printer);
  printer << "]";
}

#define GET_ATTRDEF_CLASSES
#include "sa/Dialect/SA/IR/SAAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "sa/Dialect/SA/IR/SATypes.cpp.inc"

void SADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "sa/Dialect/SA/IR/SAAttrs.cpp.inc"
      >();
}

void SADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "sa/Dialect/SA/IR/SATypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

bool sa::isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.isSigned())
      return false;
    unsigned width = integer.getWidth();
    return (width == 1 && integer.isSignless()) || width == 8 || width == 16 ||
           width == 32 || width == 64;
  }
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

std::string sa::getElementTypeName(Type type) {
  if (type.isInteger(1))
    return "bool";
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

Type ArrayType::getValueType() const {
  Type type = getElementType();
  if (type.isUnsignedInteger())
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  return type;
}

Type sa::getStorageType(Type type) {
  if (type.isInteger(1))
    return IntegerType::get(type.getContext(), 8);
  if (type.isBF16())
    return IntegerType::get(type.getContext(), 16);
  return type;
}

Type ArrayType::getStorageType() const {
  return sa::getStorageType(getValueType());
}

bool ArrayType::isUnsigned() const {
  return getElementType().isUnsignedInteger() || getElementType().isInteger(1);
}

StringAttr ArrayType::getSizeName(unsigned dim) const {
  if (getSizes().empty())
    return {};
  unsigned position =
      llvm::count(getShape().take_front(dim), ShapedType::kDynamic);
  return getSizes()[position];
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Row-major strides of `shape`; the first size does not matter.
static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

SmallVector<int64_t> ArrayType::getStaticStrides() const {
  assert(hasStaticShape() && "strides of a run-time shape are not static");
  if (StridedLayoutAttr layout = getLayout())
    return SmallVector<int64_t>(layout.getStrides());
  return rowMajorStrides(getShape());
}

int64_t ArrayType::getOffset() const {
  return getLayout() ? getLayout().getOffset() : 0;
}

/// The smallest and the largest offset that a layout reaches, or nothing when
/// that overflows. No size is zero.
static std::optional<std::pair<int64_t, int64_t>>
getExtent(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides, int64_t offset) {
  int64_t low = offset, high = offset;
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    int64_t reach;
    if (llvm::MulOverflow(size - 1, stride, reach))
      return std::nullopt;
    int64_t &end = reach < 0 ? low : high;
    if (llvm::AddOverflow(end, reach, end))
      return std::nullopt;
  }
  return std::make_pair(low, high);
}

int64_t ArrayType::getStorageSize() const {
  if (llvm::is_contained(getShape(), 0))
    return 0;
  return getExtent(getShape(), getStaticStrides(), getOffset())->second + 1;
}

bool ArrayType::isInjective() const {
  // Row-major order is injective whatever the sizes are.
  StridedLayoutAttr layout = getLayout();
  if (!layout || llvm::is_contained(getShape(), 0))
    return true;
  SmallVector<std::pair<uint64_t, int64_t>> dims;
  for (auto [size, stride] : llvm::zip_equal(getShape(), layout.getStrides()))
    if (size > 1)
      dims.push_back({stride < 0 ? -uint64_t(stride) : stride, size});
  llvm::sort(dims);
  // Each stride steps over everything that the smaller ones reach. This is
  // sufficient, not necessary: interleaved layouts may be injective too.
  uint64_t reach = 0;
  for (auto [stride, size] : dims) {
    if (stride <= reach)
      return false;
    reach += stride * (size - 1);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

Type ArrayType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  StringRef roleKeyword;
  StridedLayoutAttr layout;
  SmallVector<StringAttr> sizes;
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma())
    return {};
  SMLoc roleLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&roleKeyword))
    return {};
  std::optional<Role> role = symbolizeRole(roleKeyword);
  if (!role) {
    parser.emitError(roleLoc, "unknown role '")
        << roleKeyword << "': a role is input, inout, const or temp";
    return {};
  }
  auto parseSizes = [&]() -> ParseResult {
    if (parser.parseEqual())
      return failure();
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::Square, [&]() -> ParseResult {
          std::string name;
          if (parser.parseKeywordOrString(&name))
            return failure();
          sizes.push_back(StringAttr::get(parser.getContext(), name));
          return success();
        });
  };
  while (succeeded(parser.parseOptionalComma())) {
    if (sizes.empty() && succeeded(parser.parseOptionalKeyword("sizes"))) {
      if (parseSizes())
        return {};
      continue;
    }
    if (layout || !sizes.empty()) {
      parser.emitError(parser.getCurrentLocation(),
                       "expected at most one layout, then 'sizes'");
      return {};
    }
    if (parser.parseAttribute(layout))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ArrayType>(begin, parser.getContext(), shape,
                                      elementType, *role, layout, sizes);
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t size : getShape()) {
    if (size == ShapedType::kDynamic)
      printer << "?x";
    else
      printer << size << "x";
  }
  printer << getElementType() << ", " << stringifyRole(getRole());
  if (getLayout())
    printer << ", " << getLayout();
  if (!getSizes().empty()) {
    printer << ", sizes = [";
    llvm::interleaveComma(getSizes(), printer, [&](StringAttr name) {
      printer.printKeywordOrString(name.getValue());
    });
    printer << "]";
  }
  printer << ">";
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type elementType,
                                Role role, StridedLayoutAttr layout,
                                ArrayRef<StringAttr> sizes) {
  // C1
  if (!isElementType(elementType))
    return emitError() << "an array cannot hold " << elementType
                       << ": its elements are i1, i8 to i64, ui8 to ui64, f16, "
                          "bf16, f32 or f64";
  // C4
  size_t numOpen = llvm::count(shape, ShapedType::kDynamic);
  if (!sizes.empty() && sizes.size() != numOpen)
    return emitError() << "the shape has "
                       << count(numOpen, "run-time size", "run-time sizes")
                       << " ('?'), but 'sizes' names " << sizes.size();
  if (llvm::any_of(shape, [](int64_t size) {
        return size < 0 && size != ShapedType::kDynamic;
      }))
    return emitError() << "a size of an array is negative";
  // C2
  if (layout && layout.getStrides().size() != shape.size())
    return emitError() << "the layout has "
                       << count(layout.getStrides().size(), "stride", "strides")
                       << ", but the shape has "
                       << count(shape.size(), "dimension", "dimensions");
  if (numOpen != 0) {
    // C6
    if (layout)
      return emitError() << "a strided layout needs a shape without '?': the "
                            "strides of run-time sizes are row-major";
    return success();
  }
  // C5: the sizes first, so that row-major strides cannot overflow.
  int64_t bytes = std::max<int64_t>(1, elementType.getIntOrFloatBitWidth() / 8);
  int64_t total = bytes;
  for (int64_t size : shape)
    if (llvm::MulOverflow(total, std::max<int64_t>(size, 1), total))
      return emitError() << "the array is too large to be addressed";
  if (llvm::is_contained(shape, 0))
    return success();
  SmallVector<int64_t> strides = layout
                                     ? SmallVector<int64_t>(layout.getStrides())
                                     : rowMajorStrides(shape);
  auto extent = getExtent(shape, strides, layout ? layout.getOffset() : 0);
  int64_t end;
  if (!extent || llvm::AddOverflow<int64_t>(extent->second, 1, end) ||
      llvm::MulOverflow(end, bytes, end))
    return emitError() << "the array is too large to be addressed";
  // C3
  if (extent->first < 0)
    return emitError() << "the layout reaches "
                       << count(-extent->first, "element", "elements")
                       << " before the start of its storage: an "
                          "offset of "
                       << layout.getOffset() - extent->first
                       << " or more keeps it inside";
  return success();
}
