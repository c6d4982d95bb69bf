// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Accesses/IndexOrder.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sa;

std::optional<unsigned> sa::getFastIndex(NestOp nest) {
  for (unsigned position = nest.getRank(); position-- > 0;)
    if (nest.isParallel(position))
      return position;
  return std::nullopt;
}

SmallVector<unsigned> sa::getIndicesBySpeed(NestOp nest) {
  std::optional<unsigned> fast = getFastIndex(nest);
  SmallVector<unsigned> order;
  if (fast)
    order.push_back(*fast);
  for (bool parallel : {false, true})
    for (unsigned position = nest.getRank(); position-- > 0;)
      if (nest.isParallel(position) == parallel && position != fast)
        order.push_back(position);
  return order;
}

llvm::SmallBitVector sa::getUsedIndices(NestOp nest, Value value) {
  llvm::SmallBitVector used(nest.getRank());
  llvm::SetVector<Value> pending;
  pending.insert(value);
  for (size_t i = 0; i < pending.size(); ++i) {
    Value next = pending[i];
    if (Operation *op = next.getDefiningOp()) {
      if (nest->isProperAncestor(op))
        pending.insert(op->operand_begin(), op->operand_end());
    } else if (auto index = cast<BlockArgument>(next);
               index.getOwner() == &nest.getBody().front()) {
      used.set(index.getArgNumber());
    }
  }
  return used;
}
