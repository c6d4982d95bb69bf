// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Arithmetic/SequentialLoops.h"

using namespace mlir;

scf::ForOp sa::getOutermostLoop(Operation *op) {
  scf::ForOp outermost;
  // What is around a kernel runs on the host.
  for (Operation *parent = op->getParentOp();
       parent && !isa<scf::ParallelOp>(parent); parent = parent->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      outermost = loop;
  return outermost;
}
