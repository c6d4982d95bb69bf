// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/Cpp.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <charconv>

using namespace mlir;
using namespace sa;

StringRef sa::getCppElementType(Type type) {
  if (type.isIndex())
    return "int64_t";
  if (type.isF16())
    return "sycl::half";
  if (type.isBF16())
    return "uint16_t";
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (isa<ComplexType>(type))
    return getPartType(type).isF64() ? "std::complex<double>"
                                     : "std::complex<float>";
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
  case 8:
    return isUnsigned ? "uint8_t" : "int8_t";
  case 16:
    return isUnsigned ? "uint16_t" : "int16_t";
  case 32:
    return isUnsigned ? "uint32_t" : "int32_t";
  default:
    return isUnsigned ? "uint64_t" : "int64_t";
  }
}

StringRef sa::getCppPartType(Type elementType) {
  return getCppElementType(getPartType(elementType));
}

bool sa::needsCppComplex(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp func) {
    return llvm::any_of(llvm::seq(func.getNumArguments()), [&](unsigned index) {
      auto array = func.getArgAttrOfType<TypeAttr>(index, arrayAttrName);
      return array && isa<ComplexType>(
                          cast<ArrayType>(array.getValue()).getElementType());
    });
  });
}

StringRef sa::getCppScalarType(Type type) {
  return type.isInteger(1) ? "bool" : getCppElementType(type);
}

/// The shortest decimal number that reads back as `value`.
static std::string getShortestDecimal(const APFloat &value) {
  char buffer[32];
  std::to_chars_result end{buffer, {}};
  if (&value.getSemantics() == &APFloat::IEEEdouble()) {
    end = std::to_chars(buffer, std::end(buffer), value.convertToDouble());
  } else if (&value.getSemantics() == &APFloat::IEEEsingle()) {
    end = std::to_chars(buffer, std::end(buffer), value.convertToFloat());
  } else {
    // A half has at most five digits.
    bool losesInfo;
    APFloat wide = value;
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    for (int precision = 1; precision <= 5; ++precision) {
      end = std::to_chars(buffer, std::end(buffer), wide.convertToDouble(),
                          std::chars_format::general, precision);
      StringRef digits(buffer, end.ptr - buffer);
      if (APFloat(value.getSemantics(), digits).bitwiseIsEqual(value))
        break;
    }
  }
  std::string number(buffer, end.ptr);
  if (StringRef(number).find_first_of(".e") == StringRef::npos)
    number += ".0";
  return number;
}

std::string sa::getCppLiteral(const APFloat &value, Type type) {
  if (type.isBF16())
    return llvm::formatv("uint16_t({0:x4})",
                         value.bitcastToAPInt().getZExtValue());
  StringRef typeName = getCppElementType(type);
  std::string number;
  if (value.isNaN() || value.isInfinity()) {
    StringRef limit = value.isNaN() ? "quiet_NaN" : "infinity";
    StringRef limitsOf = type.isF64() ? "double" : "float";
    number = llvm::formatv("{0}std::numeric_limits<{1}>::{2}()",
                           value.isNegative() ? "-" : "", limitsOf, limit);
    return type.isF16() ? llvm::formatv("sycl::half({0})", number) : number;
  }
  number = getShortestDecimal(value);
  if (type.isF64())
    return number;
  number += "f";
  return type.isF16() ? (typeName + "(" + number + ")").str() : number;
}

std::string sa::getCppLiteral(const APInt &value, Type type) {
  if (type.isInteger(1))
    return value.isZero() ? "false" : "true";
  std::string number;
  if (type.isUnsignedInteger()) {
    number = llvm::utostr(value.getZExtValue()) + "u";
  } else if (value.isMinSignedValue()) {
    // C++ has no literal for the smallest integer.
    number = "(" + llvm::itostr(value.getSExtValue() + 1) + " - 1)";
  } else {
    number = llvm::itostr(value.getSExtValue());
  }
  // An int is an int32_t; other types say so, for calls of templates.
  if (type.isIndex() || type.isInteger(32))
    return number;
  return (getCppElementType(type) + "(" + number + ")").str();
}

std::string sa::toString(const CppParameter &parameter) {
  bool isGlued = parameter.type.back() == '*' || parameter.type.back() == '&';
  return parameter.type + (isGlued ? "" : " ") + parameter.name;
}

SmallVector<CppParameter> sa::getCppParameters(func::FuncOp func) {
  CppNames names;
  SmallVector<CppParameter> parameters;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    std::string type = "int64_t";
    if (auto array = func.getArgAttrOfType<TypeAttr>(i, arrayAttrName)) {
      auto arrayType = cast<ArrayType>(array.getValue());
      type = (Twine(arrayType.isWritable() ? "" : "const ") +
              getCppElementType(arrayType.getElementType()) + " *")
                 .str();
    } else if (auto scalar =
                   func.getArgAttrOfType<TypeAttr>(i, scalarAttrName)) {
      type = getCppScalarType(scalar.getValue());
    }
    auto name = func.getArgAttrOfType<StringAttr>(i, nameAttrName);
    parameters.push_back(
        {std::move(type),
         names.getUnique(name ? name.getValue() : StringRef("argument"))});
  }
  return parameters;
}

std::string sa::toString(StringRef function,
                         ArrayRef<CppParameter> parameters) {
  constexpr size_t maxColumns = 80;
  std::string text = function.str() + "(";
  size_t indentation = text.size(), column = indentation;
  for (const CppParameter &parameter : parameters) {
    bool isFirst = &parameter == parameters.begin();
    std::string next = toString(parameter);
    if (!isFirst && column + next.size() + 4 > maxColumns) {
      text += ",\n" + std::string(indentation, ' ');
      column = indentation;
    } else if (!isFirst) {
      text += ", ";
      column += 2;
    }
    text += next;
    column += next.size();
  }
  return text + ")";
}

std::string sa::getCppSignature(func::FuncOp func, bool oneLine,
                                ArrayRef<CppParameter> more) {
  SmallVector<CppParameter> parameters = getCppParameters(func);
  parameters.insert(parameters.begin(), {"sycl::queue &", "queue"});
  llvm::append_range(parameters, more);
  std::string function = "sycl::event " + func.getSymName().str();
  if (!oneLine)
    return toString(function, parameters);
  return function + "(" +
         llvm::join(llvm::map_range(parameters,
                                    [](const CppParameter &parameter) {
                                      return toString(parameter);
                                    }),
                    ", ") +
         ")";
}
