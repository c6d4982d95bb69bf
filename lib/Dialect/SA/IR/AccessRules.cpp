// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessRules.h"

#include "Count.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sa;

/// Returns the ancestor of `op` in the block of the function or of a loop of
/// its.
static Operation *getOutermostParent(Operation *op) {
  while (op->getParentOp() &&
         !isa<FuncOp, LoopOp, IfMovedOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

LogicalResult sa::verifyAccess(Operation *op, Value array,
                               OperandRange indices) {
  auto type = cast<ArrayType>(array.getType());
  // Arrays have names; no operation computes one.
  if (!isa<BlockArgument>(array) &&
      !isa_and_nonnull<ConstOp, TempOp, BufferOp, LoopCacheOp>(
          array.getDefiningOp()))
    return op->emitOpError() << "accesses an array that is not an argument, a "
                                "constant or a temporary of the function";
  if (!isa<NestOp, affine::AffineForOp, affine::AffineIfOp>(
          getOutermostParent(op)))
    return op->emitOpError()
           << "accesses '" << getArrayName(array) << "' outside of a nest";
  if (indices.size() != static_cast<size_t>(type.getRank()))
    return op->emitOpError()
           << "accesses '" << getArrayName(array) << "', which has "
           << count(type.getRank(), "dimension", "dimensions") << ", with "
           << count(indices.size(), "index", "indices");
  // Unrolled loops of plans have accesses that never run.
  if (!op->getParentOfType<NestOp>())
    return success();
  for (auto [dim, index] : llvm::enumerate(indices)) {
    APInt value;
    if (!matchPattern(index, m_ConstantInt(&value)))
      continue;
    int64_t number = value.getSExtValue(), size = type.getShape()[dim];
    if (number < 0 || (size != ShapedType::kDynamic && number >= size)) {
      InFlightDiagnostic diagnostic = op->emitOpError()
                                      << "accesses '" << getArrayName(array)
                                      << "' at index " << number
                                      << " of dimension " << dim << ", ";
      if (size == 0)
        return diagnostic << "which has no elements";
      if (size == ShapedType::kDynamic)
        return diagnostic << "which starts at 0";
      return diagnostic << "which ends at " << size - 1;
    }
  }
  return success();
}

LogicalResult sa::verifyWrite(Operation *op, Value array) {
  auto type = cast<ArrayType>(array.getType());
  if (type.isWritable())
    return success();
  return op->emitOpError() << "writes '" << getArrayName(array)
                           << "', which has the role '"
                           << stringifyRole(type.getRole())
                           << "' and is read-only: only 'inout', "
                              "'output' and 'temp' arrays are written";
}
