// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks the stores that later iterations of a loop read.

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAORDERSTORES
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

namespace {

/// The outermost sequential loop around `op`, or null.
scf::ForOp getOutermostLoop(Operation *op) {
  scf::ForOp outermost;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    outermost = loop;
  return outermost;
}

/// True when an iteration of a loop around `store` may read what another one
/// stores: there is a load of the array from a place that is not the same.
bool isReadByOthers(memref::StoreOp store) {
  scf::ForOp loop = getOutermostLoop(store);
  return loop &&
         llvm::any_of(store.getMemRef().getUsers(), [&](Operation *user) {
           auto load = dyn_cast<memref::LoadOp>(user);
           return load && loop->isAncestor(load) &&
                  load.getIndices() != store.getIndices();
         });
}

class OrderStores : public sa::impl::SAOrderStoresBase<OrderStores> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::StoreOp store) {
      if (isReadByOthers(store))
        store->setAttr(sa::orderedAttrName, UnitAttr::get(&getContext()));
    });
  }
};

} // namespace
