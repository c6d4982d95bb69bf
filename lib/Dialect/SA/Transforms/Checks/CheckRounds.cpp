// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckRounds.h"

using namespace mlir;
using namespace sa;

/// Returns true if a nest in the body writes the element of `while`. An array
/// that trades places with it is another one.
static bool writesFlag(LoopOp loop) {
  WalkResult found = loop.walk([&](Operation *op) {
    Value array;
    if (auto store = dyn_cast<StoreOp>(op))
      array = store.getArray();
    else if (auto accumulate = dyn_cast<AccumulateOp>(op))
      array = accumulate.getArray();
    return array && array == loop.getFlag() ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  return found.wasInterrupted();
}

LogicalResult sa::checkRounds(FuncOp func) {
  WalkResult result = func.walk<WalkOrder::PreOrder>([&](LoopOp loop) {
    for (BlockArgument argument : func.getBody().getArguments()) {
      auto type = dyn_cast<ArrayType>(argument.getType());
      for (unsigned dim = 0; type && dim < type.getRank(); ++dim)
        if (type.isOpen(dim)) {
          loop.emitOpError()
              << "stands in a function over '" << getArrayName(argument)
              << "', whose size of dimension " << dim
              << " is open: give the size a name, so that the rounds can be "
                 "checked against it";
          return WalkResult::interrupt();
        }
    }
    if (loop.getFlag() && !writesFlag(loop)) {
      loop.emitOpError() << "runs while an element of '"
                         << getArrayName(loop.getFlag())
                         << "' is not zero, but nothing in its body writes it";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}
