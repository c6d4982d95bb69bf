// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessRules.h"
#include "Count.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

//===----------------------------------------------------------------------===//
// LoopCacheOp, BufferOp
//===----------------------------------------------------------------------===//

LogicalResult LoopCacheOp::verify() {
  // C1: other caches of the same loop may stand in between.
  Operation *next = (*this)->getNextNode();
  while (isa_and_nonnull<LoopCacheOp>(next))
    next = next->getNextNode();
  if (!isa_and_nonnull<affine::AffineForOp>(next))
    return emitOpError() << "is not followed by the loop that uses the copy";
  // C2
  WalkResult found = next->walk([&](affine::AffineForOp loop) {
    return loop->getAttr(indexAttrName) == getAtAttr() ? WalkResult::interrupt()
                                                       : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return emitOpError() << "names the loop '" << getAt()
                         << "', which the loop after it is not and does not "
                            "have";
  return success();
}

void BufferOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getName());
}

LogicalResult BufferOp::verify() {
  auto type = cast<ArrayType>(getResult().getType());
  // C1
  if (type.getRole() != Role::Temp || !type.hasStaticShape())
    return emitOpError() << "makes an array of role 'temp' with a static "
                            "shape, not "
                         << type;
  // C2
  if (!(*this)->getParentOfType<affine::AffineForOp>())
    return emitOpError() << "stands outside of the loops of a kernel";
  return success();
}

LogicalResult PrefetchElementOp::verify() {
  // C1
  int64_t rank = cast<ArrayType>(getArray().getType()).getRank();
  if (static_cast<int64_t>(getIndices().size()) != rank)
    return emitOpError() << "has "
                         << count(getIndices().size(), "index", "indices")
                         << ", but '" << getArrayName(getArray()) << "' has "
                         << count(rank, "dimension", "dimensions");
  return success();
}

LogicalResult IdleOp::verify() {
  // C1
  auto type = cast<ArrayType>(getArray().getType());
  if (type.getRole() != Role::Const)
    return emitOpError() << "reads '" << getArrayName(getArray())
                         << "', which is not a constant";
  if (static_cast<int64_t>(getIndices().size()) != type.getRank())
    return emitOpError() << "has "
                         << count(getIndices().size(), "index", "indices")
                         << ", but '" << getArrayName(getArray()) << "' has "
                         << count(type.getRank(), "dimension", "dimensions");
  return success();
}

//===----------------------------------------------------------------------===//
// VectorLoadOp, VectorStoreOp
//===----------------------------------------------------------------------===//

/// The rules that both have.
static LogicalResult verifyVectorAccess(Operation *op, Value array,
                                        OperandRange indices,
                                        ArrayRef<int64_t> steps, Type vector) {
  // C1
  if (failed(verifyAccess(op, array, indices)))
    return failure();
  if (steps.size() != indices.size())
    return op->emitOpError()
           << "has " << count(indices.size(), "index", "indices")
           << ", but steps for " << steps.size();
  // C2
  auto vectorType = cast<VectorType>(vector);
  Type elementType = cast<ArrayType>(array.getType()).getValueType();
  if (vectorType.getRank() != 1 || vectorType.isScalable() ||
      vectorType.getElementType() != elementType)
    return op->emitOpError()
           << "accesses '" << getArrayName(array) << "', whose elements are "
           << elementType << ", with a " << vectorType;
  return success();
}

LogicalResult VectorLoadOp::verify() {
  return verifyVectorAccess(*this, getArray(), getIndices(), getSteps(),
                            getResult().getType());
}

LogicalResult VectorStoreOp::verify() {
  if (failed(verifyVectorAccess(*this, getArray(), getIndices(), getSteps(),
                                getValue().getType())))
    return failure();
  return verifyWrite(*this, getArray());
}
