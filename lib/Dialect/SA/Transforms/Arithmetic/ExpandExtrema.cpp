// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minima and maxima of floats as comparisons and selections. The instruction
// of processors is `a > b ? a : b`: of two equal numbers, and where one is NaN,
// it gives the second one.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAEXPANDEXTREMA
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

/// Returns the number that a constant has everywhere, if it is not NaN.
static std::optional<APFloat> getNumber(Value value) {
  APFloat number(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&number)) || number.isNaN())
    return std::nullopt;
  return number;
}

/// True for values that are never NaN.
static bool isNumber(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(op) ||
         getNumber(value);
}

static bool isNotZero(Value value) {
  std::optional<APFloat> number = getNumber(value);
  return number && !number->isZero();
}

namespace {

/// `greater` and `less` are the comparisons for which the first and the second
/// operand are the result.
template <typename Op> struct ExpandExtremum : OpRewritePattern<Op> {
  ExpandExtremum(MLIRContext *context, arith::CmpFPredicate greater,
                 arith::CmpFPredicate less, bool keepSignedZeros)
      : OpRewritePattern<Op>(context), greater(greater), less(less),
        keepSignedZeros(keepSignedZeros) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Value a = op.getLhs(), b = op.getRhs();
    auto replace = [&](arith::CmpFPredicate predicate, Value taken,
                       Value other) {
      Value condition =
          arith::CmpFOp::create(rewriter, op.getLoc(), predicate, a, b);
      rewriter.replaceOpWithNewOp<arith::SelectOp>(op, condition, taken, other);
      return success();
    };
    // Of equal numbers the second one, as ever.
    if (isNumber(a))
      return replace(greater, a, b);
    if (isNumber(b) && (!keepSignedZeros || isNotZero(b)))
      return replace(less, b, a);
    return failure();
  }

private:
  arith::CmpFPredicate greater, less;
  bool keepSignedZeros;
};

class ExpandExtrema : public sa::impl::SAExpandExtremaBase<ExpandExtrema> {
  using SAExpandExtremaBase::SAExpandExtremaBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExtremum<arith::MaximumFOp>>(
        &getContext(), arith::CmpFPredicate::OGT, arith::CmpFPredicate::OLT,
        keepSignedZeros);
    patterns.add<ExpandExtremum<arith::MinimumFOp>>(
        &getContext(), arith::CmpFPredicate::OLT, arith::CmpFPredicate::OGT,
        keepSignedZeros);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
