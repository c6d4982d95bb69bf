// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Loops.h"

using namespace mlir;

scf::ForOp sa::getOutermostLoop(Operation *op) {
  scf::ForOp outermost;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    outermost = loop;
  return outermost;
}
