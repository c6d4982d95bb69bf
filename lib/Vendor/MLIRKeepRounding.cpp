// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes the permission to drop roundings that MLIR's passes leave behind.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Vendor/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAMLIRKEEPROUNDING
#include "sa/Vendor/Passes.h.inc"
} // namespace sa

using namespace mlir;

namespace {

class KeepRounding : public sa::impl::SAMLIRKeepRoundingBase<KeepRounding> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto extend = dyn_cast<arith::ExtFOp>(op))
        extend.removeFastmathAttr();
      else if (auto truncate = dyn_cast<arith::TruncFOp>(op))
        truncate.removeFastmathAttr();
    });
  }
};

} // namespace
