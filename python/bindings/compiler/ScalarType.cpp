// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arithmetic.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace sa::python;

std::optional<ScalarType> sa::python::getScalarType(MLIRContext *context,
                                                    StringRef name) {
  Builder builder(context);
  if (name == "index")
    return ScalarType{builder.getIndexType(), builder.getIndexType()};
  Type type = llvm::StringSwitch<Type>(name)
                  .Case("bool", builder.getI1Type())
                  .Case("f16", builder.getF16Type())
                  .Case("bf16", builder.getBF16Type())
                  .Case("f32", builder.getF32Type())
                  .Case("f64", builder.getF64Type())
                  .Case("c64", ComplexType::get(builder.getF32Type()))
                  .Case("c128", ComplexType::get(builder.getF64Type()))
                  .Default(Type());
  if (type)
    return ScalarType{type, type};
  bool isUnsigned = name.consume_front("ui");
  unsigned width = 0;
  if ((!isUnsigned && !name.consume_front("i")) ||
      name.getAsInteger(10, width) ||
      !llvm::is_contained({8u, 16u, 32u, 64u}, width))
    return std::nullopt;
  Type value = builder.getIntegerType(width);
  Type element =
      isUnsigned ? builder.getIntegerType(width, /*isSigned=*/false) : value;
  return ScalarType{element, value};
}
