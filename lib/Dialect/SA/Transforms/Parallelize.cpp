// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the indices of each nest that may run in parallel.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Dependence.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAPARALLELIZE
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {
class Parallelize : public sa::impl::SAParallelizeBase<Parallelize> {
  void runOnOperation() override {
    for (NestOp nest : getOperation().getOps<NestOp>()) {
      if (nest.getParallel())
        continue;
      FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
      if (failed(accesses))
        return signalPassFailure();
      SmallVector<Attribute> parallel;
      for (auto [position, name] : llvm::enumerate(nest.getIndexNames()))
        if (!carriesDependence(*accesses, position))
          parallel.push_back(name);
      nest.setParallelAttr(ArrayAttr::get(&getContext(), parallel));
    }
  }
};
} // namespace
