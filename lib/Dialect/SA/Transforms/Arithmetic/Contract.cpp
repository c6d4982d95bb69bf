// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contracts multiplications and additions to fma.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "sa-contract"

namespace sa {
#define GEN_PASS_DEF_SACONTRACT
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

ALWAYS_ENABLED_STATISTIC(numContracted, "Additions contracted to fma");

namespace {

/// The multiplication behind `value` if it has no other use.
arith::MulFOp getProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() ? product : nullptr;
}

struct ContractAdd : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp add,
                                PatternRewriter &rewriter) const override {
    // bf16 has no fma anywhere; its arithmetic is done in f32.
    if (getElementTypeOrSelf(add.getType()).isBF16())
      return failure();
    arith::MulFOp product = getProduct(add.getLhs());
    Value addend = add.getRhs();
    if (!product) {
      product = getProduct(add.getRhs());
      addend = add.getLhs();
    }
    if (!product)
      return failure();
    ++numContracted;
    rewriter.replaceOpWithNewOp<math::FmaOp>(add, product.getLhs(),
                                             product.getRhs(), addend);
    return success();
  }
};

class Contract : public sa::impl::SAContractBase<Contract> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ContractAdd>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
