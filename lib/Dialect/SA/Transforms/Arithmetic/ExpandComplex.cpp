// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces complex numbers by pairs of floating-point numbers.
//
// The formulas are NumPy's, so that a result does not depend on where it is
// computed: no product is repaired after an overflow as C99 asks, and quotients
// are Smith's. All of it is straight-line code, because a choice costs less on
// a device than a branch that some work-items take and others do not.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "sa/Dialect/SA/Transforms/Passes.h"

namespace sa {
#define GEN_PASS_DEF_SAEXPANDCOMPLEX
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;

namespace {

/// The values that replace one value: the two parts of a complex number, the
/// real one first, or the one of anything else.
using Parts = SmallVector<Value, 2>;
using Predicate = arith::CmpFPredicate;

/// Writes formulas over floating-point numbers of one type.
class Formula {
public:
  Formula(OpBuilder &builder, Location loc, Type type)
      : builder(loc, builder), type(type) {}

  Value add(Value a, Value b) { return arith::AddFOp::create(builder, a, b); }
  Value sub(Value a, Value b) { return arith::SubFOp::create(builder, a, b); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, a, b); }
  Value div(Value a, Value b) { return arith::DivFOp::create(builder, a, b); }
  Value neg(Value a) { return arith::NegFOp::create(builder, a); }
  Value abs(Value a) { return math::AbsFOp::create(builder, a); }
  Value sqrt(Value a) { return math::SqrtOp::create(builder, a); }
  Value both(Value a, Value b) { return arith::AndIOp::create(builder, a, b); }
  Value either(Value a, Value b) { return arith::OrIOp::create(builder, a, b); }
  Value compare(Predicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, condition, a, b);
  }
  Value constant(double value) {
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, value));
  }
  bool isDouble() const { return type.isF64(); }

private:
  ImplicitLocOpBuilder builder;
  Type type;
};

} // namespace

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static Parts create(Formula &, ArrayRef<ValueRange> parts) {
  return {parts[0].front(), parts[1].front()};
}

static Parts getReal(Formula &, ArrayRef<ValueRange> z) { return {z[0][0]}; }

static Parts getImaginary(Formula &, ArrayRef<ValueRange> z) {
  return {z[0][1]};
}

static Parts negate(Formula &f, ArrayRef<ValueRange> z) {
  return {f.neg(z[0][0]), f.neg(z[0][1])};
}

static Parts conjugate(Formula &f, ArrayRef<ValueRange> z) {
  return {z[0][0], f.neg(z[0][1])};
}

static Parts add(Formula &f, ArrayRef<ValueRange> z) {
  return {f.add(z[0][0], z[1][0]), f.add(z[0][1], z[1][1])};
}

static Parts subtract(Formula &f, ArrayRef<ValueRange> z) {
  return {f.sub(z[0][0], z[1][0]), f.sub(z[0][1], z[1][1])};
}

static Parts multiply(Formula &f, ArrayRef<ValueRange> z) {
  Value a = z[0][0], b = z[0][1], c = z[1][0], d = z[1][1];
  return {f.sub(f.mul(a, c), f.mul(b, d)), f.add(f.mul(a, d), f.mul(b, c))};
}

/// Smith's quotient (a + bi) / (c + di). With |c| >= |d| and r = d / c it is
/// ((a + b r) + (b - a r) i) / (c + d r); otherwise, with r = c / d, it is
/// ((a r + b) + (b r - a) i) / (c r + d). Dividing by zero divides the parts.
static Parts divide(Formula &f, ArrayRef<ValueRange> z) {
  Value a = z[0][0], b = z[0][1], c = z[1][0], d = z[1][1];
  Value absC = f.abs(c), absD = f.abs(d);
  // False for NaN, as in NumPy.
  Value realIsLarger = f.compare(Predicate::OGE, absC, absD);
  Value larger = f.select(realIsLarger, c, d);
  Value smaller = f.select(realIsLarger, d, c);
  Value ratio = f.div(smaller, larger);
  Value one = f.constant(1.0);
  Value scale = f.div(one, f.add(larger, f.mul(smaller, ratio)));
  Value p = f.select(realIsLarger, a, b), q = f.select(realIsLarger, b, a);
  Value real = f.mul(f.add(p, f.mul(q, ratio)), scale);
  // Not the negated difference: it would change the sign of a zero.
  Value scaled = f.mul(p, ratio);
  Value difference = f.sub(f.select(realIsLarger, q, scaled),
                           f.select(realIsLarger, scaled, q));
  Value imaginary = f.mul(difference, scale);
  Value zero = f.constant(0.0);
  Value byZero = f.both(f.compare(Predicate::OEQ, absC, zero),
                        f.compare(Predicate::OEQ, absD, zero));
  return {f.select(byZero, f.div(a, absC), real),
          f.select(byZero, f.div(b, absC), imaginary)};
}

/// The square root of a² + b², both scaled by a power of two so that the
/// squares neither overflow nor vanish. Infinite if one part is, whatever the
/// other.
static Parts getMagnitude(Formula &f, ArrayRef<ValueRange> z) {
  Value a = f.abs(z[0][0]), b = f.abs(z[0][1]);
  struct Limits {
    double huge, shrink, tiny, grow;
  };
  Limits limits = f.isDouble() ? Limits{0x1p500, 0x1p-540, 0x1p-450, 0x1p600}
                               : Limits{0x1p60, 0x1p-68, 0x1p-50, 0x1p100};
  Value one = f.constant(1.0);
  Value larger = f.select(f.compare(Predicate::OGT, a, b), a, b);
  Value isHuge = f.compare(Predicate::OGT, larger, f.constant(limits.huge));
  Value isTiny = f.compare(Predicate::OLT, larger, f.constant(limits.tiny));
  auto choose = [&](double ifHuge, double ifTiny) {
    return f.select(isHuge, f.constant(ifHuge),
                    f.select(isTiny, f.constant(ifTiny), one));
  };
  Value scale = choose(limits.shrink, limits.grow);
  Value unscale = choose(1 / limits.shrink, 1 / limits.grow);
  Value x = f.mul(a, scale), y = f.mul(b, scale);
  Value root = f.sqrt(f.add(f.mul(x, x), f.mul(y, y)));
  Value infinity = f.constant(std::numeric_limits<double>::infinity());
  Value isInfinite = f.either(f.compare(Predicate::OEQ, a, infinity),
                              f.compare(Predicate::OEQ, b, infinity));
  return {f.select(isInfinite, infinity, f.mul(root, unscale))};
}

static Parts isEqual(Formula &f, ArrayRef<ValueRange> z) {
  return {f.both(f.compare(Predicate::OEQ, z[0][0], z[1][0]),
                 f.compare(Predicate::OEQ, z[0][1], z[1][1]))};
}

static Parts isDifferent(Formula &f, ArrayRef<ValueRange> z) {
  return {f.either(f.compare(Predicate::UNE, z[0][0], z[1][0]),
                   f.compare(Predicate::UNE, z[0][1], z[1][1]))};
}

static Parts choose(Formula &f, ArrayRef<ValueRange> operands) {
  Value condition = operands[0].front();
  return {f.select(condition, operands[1][0], operands[2][0]),
          f.select(condition, operands[1][1], operands[2][1])};
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Replaces an operation with one result by a formula over its operands' parts.
class ExpandOp : public ConversionPattern {
public:
  using Compute = Parts (*)(Formula &, ArrayRef<ValueRange>);

  ExpandOp(const TypeConverter &converter, MLIRContext *context, StringRef name,
           Compute compute)
      : ConversionPattern(converter, name, /*benefit=*/1, context),
        compute(compute) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Formula formula(rewriter, op->getLoc(), operands.back().front().getType());
    SmallVector<SmallVector<Value>> results;
    results.emplace_back(compute(formula, operands));
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  Compute compute;
};

struct ExpandConstant : OpConversionPattern<complex::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(complex::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> results(1);
    for (auto part : op.getValue().getAsRange<FloatAttr>())
      results.front().push_back(
          arith::ConstantOp::create(rewriter, op.getLoc(), part));
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

class ExpandComplex : public sa::impl::SAExpandComplexBase<ExpandComplex> {
  void runOnOperation() override {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](ComplexType type, SmallVectorImpl<Type> &parts) {
      parts.append(2, type.getElementType());
      return success();
    });

    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    const std::pair<StringRef, ExpandOp::Compute> formulas[] = {
        {"arith.select", choose},     {"complex.abs", getMagnitude},
        {"complex.add", add},         {"complex.conj", conjugate},
        {"complex.create", create},   {"complex.div", divide},
        {"complex.eq", isEqual},      {"complex.im", getImaginary},
        {"complex.mul", multiply},    {"complex.neg", negate},
        {"complex.neq", isDifferent}, {"complex.re", getReal},
        {"complex.sub", subtract},
    };
    for (auto [name, compute] : formulas)
      patterns.add<ExpandOp>(converter, context, name, compute);
    patterns.add<ExpandConstant>(converter, context);

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    target.addIllegalDialect<complex::ComplexDialect>();
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);

    // Vendor bug mlir-complex-folds: MLIR folds (a - b) + b to a, and a * 1 to
    // a, which is wrong where something overflows, is infinite or NaN.
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
