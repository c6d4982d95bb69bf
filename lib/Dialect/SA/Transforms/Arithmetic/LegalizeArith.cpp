// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expresses arithmetic that devices do not have by what they have.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SALEGALIZEARITH
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

/// A type like `type`, a scalar or a vector, of other elements.
static Type withElements(Type type, Type elementType) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(elementType);
  return elementType;
}

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

namespace {

/// |x| is x < 0 ? 0 - x : x.
struct ExpandAbs : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value operand = op.getOperand();
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(operand.getType()));
    Value negative = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, operand, zero);
    Value negated = arith::SubIOp::create(rewriter, loc, zero, operand);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, negative, negated,
                                                 operand);
    return success();
  }
};

/// fma on bf16 is fma on f32, rounded.
struct WidenFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isBF16(op.getType()))
      return failure();
    auto widen = [&](Value value) -> Value {
      return arith::ExtFOp::create(
          rewriter, op.getLoc(),
          withElements(op.getType(), rewriter.getF32Type()), value);
    };
    Value result = math::FmaOp::create(rewriter, op.getLoc(), widen(op.getA()),
                                       widen(op.getB()), widen(op.getC()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), result);
    return success();
  }
};

/// A conversion between bf16 and anything but f32 goes through f32.
template <typename Op> struct ConvertThroughF32 : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    Type single = withElements(to, rewriter.getF32Type());
    if (from == single || to == single || (!isBF16(from) && !isBF16(to)))
      return failure();
    if (isBF16(from)) {
      Value wide =
          arith::ExtFOp::create(rewriter, op.getLoc(), single, op.getIn());
      rewriter.replaceOpWithNewOp<Op>(op, to, wide);
    } else {
      Value wide = Op::create(rewriter, op.getLoc(), single, op.getIn());
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, to, wide);
    }
    return success();
  }
};

/// Choosing between two bf16 is choosing between their bits.
struct SelectBits : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (!isBF16(op.getType()))
      return failure();
    auto getBits = [&](Value value) -> Value {
      return arith::BitcastOp::create(
          rewriter, op.getLoc(),
          withElements(op.getType(), rewriter.getI16Type()), value);
    };
    Value bits = arith::SelectOp::create(
        rewriter, op.getLoc(), op.getCondition(), getBits(op.getTrueValue()),
        getBits(op.getFalseValue()));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bits);
    return success();
  }
};

class LegalizeArith : public sa::impl::SALegalizeArithBase<LegalizeArith> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<
        ExpandAbs, SelectBits, WidenFma, ConvertThroughF32<arith::ExtFOp>,
        ConvertThroughF32<arith::TruncFOp>, ConvertThroughF32<arith::SIToFPOp>,
        ConvertThroughF32<arith::UIToFPOp>, ConvertThroughF32<arith::FPToSIOp>,
        ConvertThroughF32<arith::FPToUIOp>>(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
