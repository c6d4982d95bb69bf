// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/IR/SADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Dialect/SA/IR/SAArithmeticOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;

#include "sa/Dialect/SA/IR/SADialect.cpp.inc"

void SADialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "sa/Dialect/SA/IR/SAOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "sa/Dialect/SA/IR/SAArithmeticOps.cpp.inc"
      >();
}

Operation *SADialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult SADialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto type = dyn_cast<TypeAttr>(attribute.getValue());
  bool isFine = name == arrayAttrName ? type && isa<ArrayType>(type.getValue())
                : name == scalarAttrName ? static_cast<bool>(type)
                : name == nameAttrName
                    ? isa<StringAttr>(attribute.getValue())
                    : name == sizeAttrName || name == passedSizeAttrName ||
                          name == filledAttrName;
  if (isFine)
    return success();
  return op->emitOpError() << "has an argument with a wrong attribute '" << name
                           << "'";
}
