// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables of bodies become private memory of the work-item.

#include "FunctionLowering.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

void FunctionLowering::lowerVariable(memref::AllocaOp op) {
  // Memory of the work-item, not of an iteration: an allocation in a loop would
  // take more in each of them.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(kernel.getBody());
  Type element = op.getType().getElementType();
  auto array = ArrayType::get({1}, element, Role::Temp);
  auto memory = memref::AllocaOp::create(
      builder, op.getLoc(),
      MemRefType::get({getNumParts(element)}, array.getStorageType()));
  Attribute name = op->getAttr(nameAttrName);
  memory->setAttr(nameAttrName, name ? name : builder.getStringAttr("value"));
  memory->setAttr(arrayAttrName, TypeAttr::get(array));
  memory->setAttr(scalarAttrName, TypeAttr::get(element));
  // One value for all the accesses, so that they are seen to be to one place.
  variables[op] = getIndex(op.getLoc(), 0);
  mapping.map(op.getResult(), memory.getResult());
}

bool FunctionLowering::lowerVariableOp(Operation *op) {
  Location loc = op->getLoc();
  if (auto variable = dyn_cast<memref::AllocaOp>(op)) {
    lowerVariable(variable);
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    Value offset = variables.lookup(load.getMemRef().getDefiningOp());
    mapping.map(load.getResult(), loadElement(loc, load.getMemRef(), offset));
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    Value offset = variables.lookup(store.getMemRef().getDefiningOp());
    storeElement(loc, mapping.lookup(store.getValue()), store.getMemRef(),
                 offset);
  } else {
    return false;
  }
  return true;
}
