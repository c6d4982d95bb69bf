// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, temporaries, and sizes of arrays.

#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

using namespace mlir;
using namespace sa;

void ConstOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

LogicalResult ConstOp::verify() {
  auto type = cast<ArrayType>(getResult().getType());
  // C1
  if (type.getRole() != Role::Const)
    return emitOpError() << "makes an array of role 'const', not '"
                         << stringifyRole(type.getRole()) << "'";
  // C2
  ShapedType valueType = getValue().getShapedType();
  if (valueType.getShape() != type.getShape() ||
      valueType.getElementType() != type.getElementType())
    return emitOpError() << "has elements of the type " << valueType
                         << ", which does not fit " << type;
  return success();
}

void TempOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

LogicalResult TempOp::verify() {
  auto type = cast<ArrayType>(getResult().getType());
  // C1
  if (type.getRole() != Role::Temp)
    return emitOpError() << "makes an array of role 'temp', not '"
                         << stringifyRole(type.getRole()) << "'";
  // C2
  auto func = cast<FuncOp>((*this)->getParentOp());
  SmallVector<std::string> known = func.getSizeNames();
  for (BlockArgument argument : func.getBody().getArguments())
    if (isSizeArgument(argument))
      known.push_back(func.getArgName(argument.getArgNumber()).str());
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (size != ShapedType::kDynamic)
      continue;
    StringAttr name = type.getSizeName(dim);
    if (!name || !llvm::is_contained(known, name.getValue()))
      return emitOpError() << "has a run-time size in dimension " << dim
                           << " that no argument of the function has: name it "
                              "with 'sizes'";
  }
  // C3
  if (getPrivateIndices() && (!type.hasStaticShape() || type.getLayout()))
    return emitOpError() << "is private, and can only have a static shape and "
                            "the row-major layout";
  return success();
}

LogicalResult DimOp::verify() {
  auto type = cast<ArrayType>(getArray().getType());
  int64_t dimension = getDimension();
  if (dimension < 0 || dimension >= type.getRank())
    return emitOpError() << "asks for dimension " << dimension
                         << " of an array that has " << type.getRank();
  return success();
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  int64_t size =
      cast<ArrayType>(getArray().getType()).getShape()[getDimension()];
  if (size == ShapedType::kDynamic)
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), size);
}

LogicalResult RequireOp::verify() {
  auto func = (*this)->getParentOfType<FunctionOpInterface>();
  for (unsigned i = 0; func && i < func.getNumArguments(); ++i) {
    auto type = dyn_cast<ArrayType>(func.getArgumentTypes()[i]);
    StringRef name;
    if (auto own = dyn_cast<FuncOp>(func.getOperation())) {
      name = own.getArgName(i);
    } else if (auto attribute =
                   func.getArgAttrOfType<StringAttr>(i, nameAttrName)) {
      name = attribute.getValue();
      if (auto array = func.getArgAttrOfType<TypeAttr>(i, arrayAttrName))
        type = dyn_cast<ArrayType>(array.getValue());
    }
    if (name == getArray() && type &&
        getDimension() < static_cast<uint64_t>(type.getRank()) &&
        type.getShape()[getDimension()] == ShapedType::kDynamic)
      return success();
  }
  return emitOpError() << "names dimension " << getDimension() << " of '"
                       << getArray()
                       << "', which is not a run-time size of an argument";
}
