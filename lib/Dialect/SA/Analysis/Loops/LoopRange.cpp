// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Loops/LoopRange.h"

using namespace mlir;
using namespace sa;

bool sa::usesAny(AffineExpr expr, AffineMap map, OperandRange operands,
                 ValueRange values) {
  for (auto [position, operand] : llvm::enumerate(operands))
    if (llvm::is_contained(values, operand) &&
        (position < map.getNumDims()
             ? expr.isFunctionOfDim(position)
             : expr.isFunctionOfSymbol(position - map.getNumDims())))
      return true;
  return false;
}

bool sa::hasRange(affine::AffineForOp loop, ValueRange inner) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  return llvm::none_of(lower.getResults(),
                       [&](AffineExpr expr) {
                         return usesAny(expr, lower,
                                        loop.getLowerBoundOperands(), inner);
                       }) &&
         !llvm::all_of(upper.getResults(), [&](AffineExpr expr) {
           return usesAny(expr, upper, loop.getUpperBoundOperands(), inner);
         });
}
