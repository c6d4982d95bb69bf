// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IndexToArith.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace {

template <typename From, typename To>
struct ConvertOp : OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, op.getType(), op->getOperands());
    return success();
  }
};

template <typename From> struct ConvertConstant : OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    TypedAttr value = op.getValueAttr();
    // The attribute of an index may have another width than one of `arith`.
    if (op.getType().isIndex())
      value = rewriter.getIndexAttr(
          cast<IntegerAttr>(value).getValue().getSExtValue());
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

struct ConvertCompare : OpRewritePattern<index::CmpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(index::CmpOp op,
                                PatternRewriter &rewriter) const override {
    // Both dialects have the same names for their ten predicates.
    auto predicate = *arith::symbolizeCmpIPredicate(
        index::stringifyIndexCmpPredicate(op.getPred()));
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, predicate, op.getLhs(),
                                               op.getRhs());
    return success();
  }
};

} // namespace

void sa::convertIndexToArith(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  patterns.add<ConvertOp<index::AddOp, arith::AddIOp>,
               ConvertOp<index::SubOp, arith::SubIOp>,
               ConvertOp<index::MulOp, arith::MulIOp>,
               ConvertOp<index::DivSOp, arith::DivSIOp>,
               ConvertOp<index::DivUOp, arith::DivUIOp>,
               ConvertOp<index::CeilDivSOp, arith::CeilDivSIOp>,
               ConvertOp<index::CeilDivUOp, arith::CeilDivUIOp>,
               ConvertOp<index::FloorDivSOp, arith::FloorDivSIOp>,
               ConvertOp<index::RemSOp, arith::RemSIOp>,
               ConvertOp<index::RemUOp, arith::RemUIOp>,
               ConvertOp<index::MaxSOp, arith::MaxSIOp>,
               ConvertOp<index::MaxUOp, arith::MaxUIOp>,
               ConvertOp<index::MinSOp, arith::MinSIOp>,
               ConvertOp<index::MinUOp, arith::MinUIOp>,
               ConvertOp<index::ShlOp, arith::ShLIOp>,
               ConvertOp<index::ShrSOp, arith::ShRSIOp>,
               ConvertOp<index::ShrUOp, arith::ShRUIOp>,
               ConvertOp<index::AndOp, arith::AndIOp>,
               ConvertOp<index::OrOp, arith::OrIOp>,
               ConvertOp<index::XOrOp, arith::XOrIOp>,
               ConvertOp<index::CastSOp, arith::IndexCastOp>,
               ConvertOp<index::CastUOp, arith::IndexCastUIOp>,
               ConvertConstant<index::ConstantOp>,
               ConvertConstant<index::BoolConstantOp>, ConvertCompare>(
      op->getContext());
  walkAndApplyPatterns(op, std::move(patterns));
}
