// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the device's compiler from vectorizing the loops of kernels of one
// work-item.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/SequentialLoops.h"
#include "sa/Vendor/Passes.h"
#include "sa/Vendor/WorkaroundAttr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-intel-cpu-keep-loops-scalar"

namespace sa {
#define GEN_PASS_DEF_SAINTELCPUKEEPLOOPSSCALAR
#include "sa/Vendor/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numKernels, "Kernels kept from being vectorized");

namespace {

/// True when the kernel has one of these operations, which read its position.
template <typename... Ops> bool asksFor(gpu::GPUFuncOp kernel) {
  WalkResult asked = kernel.walk([](Operation *op) {
    return isa<Ops...>(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return asked.wasInterrupted();
}

/// True for a store to the work-item's own memory.
bool isPrivateStore(Operation *op) {
  return isa<memref::StoreOp, vector::StoreOp>(op) &&
         op->getOperand(1).getDefiningOp<memref::AllocaOp>();
}

/// True for a selection, and for a condition that compilers turn into one: it
/// has results, or stores to private memory.
bool isSelection(Operation *op) {
  return isa<arith::SelectOp>(op) ||
         (isa<scf::IfOp>(op) && op->getNumResults() != 0) ||
         (isPrivateStore(op) && isa<scf::IfOp>(op->getParentOp()));
}

/// True for operations that are calls of built-in functions on the device, or
/// may become some: compilers make minima and maxima of selections.
bool isCall(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
         isa<memref::PrefetchOp, arith::RemFOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
             op) ||
         isSelection(op);
}

class KeepLoopsScalar
    : public sa::impl::SAIntelCPUKeepLoopsScalarBase<KeepLoopsScalar> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    // Where every work-item of a group would do the same, there is only one.
    if (!kernel.isKernel() || asksFor<gpu::GlobalIdOp, gpu::ThreadIdOp>(kernel))
      return;
    llvm::SetVector<scf::ForOp> loops;
    bool isCalledOutside = false;
    kernel.walk([&](Operation *op) {
      if (!isCall(op))
        return;
      if (scf::ForOp loop = getOutermostLoop(op))
        loops.insert(loop);
      else
        isCalledOutside = true;
    });
    if (loops.empty() && !isCalledOutside)
      return;
    ++numKernels;
    LDBG() << "'" << kernel.getName() << "' has " << loops.size()
           << " loops that stay scalar";
    // The position of the only work-item is 0, but its compiler cannot know.
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    Location loc = kernel.getLoc();
    bool isInGroup = asksFor<gpu::BlockIdOp>(kernel);
    Value item = gpu::GlobalIdOp::create(builder, loc, gpu::Dimension::x);
    // In a group of one the local position is known to be 0; this is not.
    Value first;
    if (isInGroup)
      first = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x);
    else
      first = arith::ConstantIndexOp::create(builder, loc, 0);
    auto position = arith::SubIOp::create(builder, loc, item, first);
    position->setAttr(workaroundAttrName,
                      builder.getStringAttr("intel-cpu-keep-loops-scalar"));
    auto add = [&](Operation *op, Value number) {
      builder.setInsertionPoint(op);
      return builder.createOrFold<arith::AddIOp>(op->getLoc(), position,
                                                 number);
    };
    for (scf::ForOp loop : loops)
      loop.setLowerBound(add(loop, loop.getLowerBound()));
    if (loops.empty())
      kernel.walk([&](Operation *store) {
        // Private memory does not stay where it is written.
        if (!isa<memref::StoreOp, vector::StoreOp>(store) ||
            isPrivateStore(store))
          return WalkResult::advance();
        store->setOperand(2, add(store, store->getOperand(2)));
        return WalkResult::interrupt();
      });
    if (position.use_empty())
      for (Operation *unused : {position.getOperation(), first.getDefiningOp(),
                                item.getDefiningOp()})
        unused->erase();
  }
};

} // namespace
