// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/SATypes.h"

#include "ElementTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace sa;

#define GET_TYPEDEF_CLASSES
#include "sa/Dialect/SA/IR/SATypes.cpp.inc"

namespace {

/// Caches which types are injective: analyses ask for every pair of accesses,
/// and some layouts must enumerate all elements.
class InjectiveTypes : public DialectInterface::Base<InjectiveTypes> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InjectiveTypes)

  explicit InjectiveTypes(Dialect *dialect) : Base(dialect) {}

  bool contains(ArrayType type) const {
    {
      std::shared_lock lock(mutex);
      if (auto found = known.find(type); found != known.end())
        return found->second;
    }
    bool isInjective = type.getMemoryLayout().isInjective(type.getShape());
    std::unique_lock lock(mutex);
    return known[type] = isInjective;
  }

private:
  mutable std::shared_mutex mutex;
  mutable llvm::DenseMap<Type, bool> known;
};

} // namespace

void SADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "sa/Dialect/SA/IR/SATypes.cpp.inc"
      >();
  addInterfaces<InjectiveTypes>();
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
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<Float32Type, Float64Type>(complex.getElementType());
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

std::string sa::getElementTypeName(Type type) {
  if (type.isInteger(1))
    return "bool";
  if (isa<ComplexType>(type))
    return "c" + llvm::utostr(8 * getElementBytes(type));
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
  return getPartType(type);
}

int64_t sa::getNumParts(Type type) { return isa<ComplexType>(type) ? 2 : 1; }

Type sa::getPartType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

int64_t sa::getElementBytes(Type type) {
  return getNumParts(type) * (getStorageType(type).getIntOrFloatBitWidth() / 8);
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
  StringAttr name = getSizes()[position];
  return name.empty() ? StringAttr() : name;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

ArrayType ArrayType::withSizes(ArrayRef<StringAttr> sizes) const {
  return get(getShape(), getElementType(), getRole(), getLayout(), getDomain(),
             sizes);
}

ArrayType ArrayType::withLayout(LayoutAttrInterface layout) const {
  return get(getShape(), getElementType(), getRole(), layout, getDomain(),
             getSizes());
}

Layout ArrayType::getMemoryLayout() const {
  return getLayout() ? getLayout().getLayout() : Layout::rowMajor();
}

OffsetExpr ArrayType::getOffset() const {
  return getMemoryLayout().getOffset(getShape());
}

OffsetExpr ArrayType::getStorage() const {
  return getMemoryLayout().getStorageSize(getShape());
}

int64_t ArrayType::getStorageSize() const { return getStorage().getValue(); }

bool ArrayType::isInjective() const {
  return !getLayout() ||
         getDialect().getRegisteredInterface<InjectiveTypes>()->contains(*this);
}

SmallVector<AffineExpr> ArrayType::getDomainConstraints() const {
  SmallVector<AffineExpr> indices, constraints;
  for (int64_t dim = 0; dim < getRank(); ++dim)
    indices.push_back(getAffineDimExpr(dim, getContext()));
  for (const OffsetExpr &expr : getMemoryLayout().getDomain())
    constraints.push_back(toAffineExpr(expr, indices, {}, getContext()));
  if (getDomain())
    llvm::append_range(constraints, getDomain().getValue().getResults());
  return constraints;
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

Type ArrayType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  StringRef roleKeyword;
  LayoutAttrInterface layout;
  AffineMapAttr domain;
  SmallVector<StringAttr> sizes;
  SMLoc begin = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape))
    return {};
  SMLoc elementLoc = parser.getCurrentLocation();
  OptionalParseResult element = parser.parseOptionalType(elementType);
  if (!element.has_value()) {
    parser.emitError(elementLoc, "expected an element type: ")
        << elementTypesText;
    return {};
  }
  if (failed(*element) || parser.parseComma())
    return {};
  SMLoc roleLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&roleKeyword))
    return {};
  std::optional<Role> role = symbolizeRole(roleKeyword);
  if (!role) {
    parser.emitError(roleLoc, "unknown role '")
        << roleKeyword << "': a role is input, inout, output, const or temp";
    return {};
  }
  auto parseSizes = [&]() -> ParseResult {
    if (parser.parseEqual())
      return failure();
    return parser.parseCommaSeparatedList(
        AsmParser::Delimiter::Square, [&]() -> ParseResult {
          std::string name;
          if (failed(parser.parseOptionalQuestion()) &&
              parser.parseKeywordOrString(&name))
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
    if (!domain && sizes.empty() &&
        succeeded(parser.parseOptionalKeyword("domain"))) {
      if (parser.parseEqual() || parser.parseAttribute(domain))
        return {};
      continue;
    }
    if (layout || domain || !sizes.empty()) {
      parser.emitError(parser.getCurrentLocation(),
                       "expected at most one layout, then 'domain', then "
                       "'sizes'");
      return {};
    }
    Attribute attribute;
    SMLoc layoutLoc = parser.getCurrentLocation();
    if (parser.parseAttribute(attribute))
      return {};
    layout = dyn_cast<LayoutAttrInterface>(attribute);
    if (!layout) {
      parser.emitError(layoutLoc) << attribute << " is not a layout";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return getIfValid([&] { return parser.emitError(begin); }, shape, elementType,
                    *role, layout, domain, sizes);
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
  if (getDomain())
    printer << ", domain = " << getDomain();
  if (!getSizes().empty()) {
    printer << ", sizes = [";
    llvm::interleaveComma(getSizes(), printer, [&](StringAttr name) {
      if (name.empty())
        printer << "?";
      else
        printer.printKeywordOrString(name.getValue());
    });
    printer << "]";
  }
  printer << ">";
}

ArrayType
ArrayType::getIfValid(llvm::function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> shape, Type elementType, Role role,
                      LayoutAttrInterface layout, AffineMapAttr domain,
                      ArrayRef<StringAttr> sizes) {
  if (failed(
          verify(emitError, shape, elementType, role, layout, domain, sizes)))
    return {};
  return get(shape, elementType, role, layout, domain, sizes);
}
