// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the device's compiler from vectorising the loops of a lone work-item.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAKEEPLOOPSSCALAR
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

namespace {

/// True when every work-item would do the same: there is only one.
bool isAlone(gpu::GPUFuncOp kernel) {
  return !kernel.walk([](gpu::GlobalIdOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// True for the outermost loop around a call of a built-in function with
/// several operands.
bool isAffected(scf::ForOp loop) {
  if (loop->getParentOfType<scf::ForOp>())
    return false;
  return loop
      .walk([](Operation *op) {
        bool isCall =
            isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
            isa<arith::RemFOp, arith::MaxNumFOp, arith::MinNumFOp>(op);
        return isCall && op->getNumOperands() > 1 ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

class KeepLoopsScalar
    : public sa::impl::SAKeepLoopsScalarBase<KeepLoopsScalar> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    if (!kernel.isKernel() || !isAlone(kernel))
      return;
    SmallVector<scf::ForOp> loops;
    kernel.walk([&](scf::ForOp loop) {
      if (isAffected(loop))
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    // The position of the only work-item is 0, but its compiler cannot know.
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Value position =
        gpu::GlobalIdOp::create(builder, kernel.getLoc(), gpu::Dimension::x);
    for (scf::ForOp loop : loops) {
      builder.setInsertionPoint(loop);
      loop.setLowerBound(builder.createOrFold<arith::AddIOp>(
          loop.getLoc(), position, loop.getLowerBound()));
    }
  }
};

} // namespace
