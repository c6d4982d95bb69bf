// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OffsetLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

using Kind = OffsetExpr::Kind;

/// Returns true if no part of `expr` can be negative.
static bool isNonNegative(const OffsetExpr &expr) {
  switch (expr.getKind()) {
  case Kind::Constant:
    return expr.getValue() >= 0;
  case Kind::Index:
  case Kind::Size:
  case Kind::Mod:
    return true;
  case Kind::FloorDiv:
    return isNonNegative(expr.getLHS());
  default:
    return isNonNegative(expr.getLHS()) && isNonNegative(expr.getRHS());
  }
}

namespace {

class OffsetLowering {
public:
  OffsetLowering(OpBuilder &builder, Location loc, OffsetOperands operands)
      : builder(builder), loc(loc), operands(operands) {}

  Value lower(const OffsetExpr &expr) {
    switch (expr.getKind()) {
    case Kind::Constant:
      return constant(expr.getValue());
    case Kind::Index:
      return operands.indices[expr.getDim()];
    case Kind::Size:
      return operands.getSize(expr.getDim());
    case Kind::Add:
      return lowerSum(expr);
    case Kind::Mul:
      return create<arith::MulIOp>(lower(expr.getLHS()), lower(expr.getRHS()));
    case Kind::FloorDiv:
      return lowerQuotient(expr);
    case Kind::Mod:
      return lowerRemainder(expr);
    case Kind::Min:
      return create<arith::MinSIOp>(lower(expr.getLHS()), lower(expr.getRHS()));
    case Kind::Max:
      return create<arith::MaxSIOp>(lower(expr.getLHS()), lower(expr.getRHS()));
    }
    llvm_unreachable("unknown expression");
  }

private:
  struct Term {
    Value value;
    bool isSubtracted;
    unsigned depth;
    size_t position;
  };

  /// Returns the depth of the innermost loop index that `value` depends on.
  unsigned getDepth(Value value) {
    if (auto found = depths.find(value); found != depths.end())
      return found->second;
    constexpr unsigned maxIndices = 64;
    unsigned depth = 0;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      depth = argument.getArgNumber();
      for (Operation *op = argument.getOwner()->getParentOp(); op;
           op = op->getParentOp())
        depth += isa<LoopLikeOpInterface>(op) ? maxIndices : 0;
    } else {
      for (Value operand : value.getDefiningOp()->getOperands())
        depth = std::max(depth, getDepth(operand));
    }
    depths[value] = depth;
    return depth;
  }

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  template <typename Op> Value create(Value lhs, Value rhs) {
    return builder.createOrFold<Op>(loc, lhs, rhs);
  }

  void collectTerms(const OffsetExpr &expr, SmallVectorImpl<Term> &terms) {
    if (expr.getKind() == Kind::Add) {
      collectTerms(expr.getLHS(), terms);
      collectTerms(expr.getRHS(), terms);
      return;
    }
    bool isSubtracted =
        expr.getKind() == Kind::Mul && expr.getRHS().getConstant() == -1;
    Value value = lower(isSubtracted ? expr.getLHS() : expr);
    terms.push_back({value, isSubtracted, getDepth(value), terms.size()});
  }

  Value lowerSum(const OffsetExpr &expr) {
    SmallVector<Term> terms;
    collectTerms(expr, terms);
    llvm::sort(terms, [](const Term &lhs, const Term &rhs) {
      return std::tie(lhs.depth, lhs.position) <
             std::tie(rhs.depth, rhs.position);
    });
    // A sum does not start with a subtraction.
    auto *first =
        llvm::find_if(terms, [](const Term &t) { return !t.isSubtracted; });
    if (first != terms.end())
      std::rotate(terms.begin(), first, first + 1);
    Value sum = terms.front().value;
    if (terms.front().isSubtracted)
      sum = create<arith::SubIOp>(constant(0), sum);
    for (const Term &term : llvm::drop_begin(terms))
      sum = term.isSubtracted ? create<arith::SubIOp>(sum, term.value)
                              : create<arith::AddIOp>(sum, term.value);
    return sum;
  }

  /// A dividend as the sum of `multiple` and `rest`. The rest does not change
  /// the quotient, and is a summand of the remainder.
  struct Division {
    Value multiple;
    int64_t rest;
    /// True if the divisor divides `multiple`.
    bool isExact;
  };

  /// Subtracts the known part of the remainder from a dividend, so that
  /// neighbouring elements have common subexpressions.
  Division divide(Value dividend, int64_t divisor) {
    Residue residue = getResidue(dividend, divisor);
    bool isExact = residue.modulus == divisor;
    if (residue.remainder == 0)
      return {dividend, 0, isExact};
    int64_t distance = -residue.remainder;
    APInt summand;
    if (auto sum = dividend.getDefiningOp<arith::AddIOp>();
        sum && matchPattern(sum.getRhs(), m_ConstantInt(&summand))) {
      dividend = sum.getLhs();
      distance += summand.getSExtValue();
    }
    return {create<arith::AddIOp>(dividend, constant(distance)),
            residue.remainder, isExact};
  }

  Value lowerQuotient(const OffsetExpr &expr) {
    int64_t divisor = expr.getRHS().getValue();
    Value dividend = divide(lower(expr.getLHS()), divisor).multiple;
    if (llvm::isPowerOf2_64(divisor))
      return create<arith::ShRSIOp>(dividend, constant(llvm::Log2_64(divisor)));
    if (isNonNegative(expr.getLHS()))
      return create<arith::DivSIOp>(dividend, constant(divisor));
    return create<arith::FloorDivSIOp>(dividend, constant(divisor));
  }

  Value lowerRemainder(const OffsetExpr &expr) {
    int64_t divisor = expr.getRHS().getValue();
    Division division = divide(lower(expr.getLHS()), divisor);
    Value rest = constant(division.rest);
    if (division.isExact)
      return rest;
    return create<arith::AddIOp>(createRemainder(division.multiple, divisor,
                                                 isNonNegative(expr.getLHS())),
                                 rest);
  }

  Value createRemainder(Value dividend, int64_t divisor, bool isNonNegative) {
    if (llvm::isPowerOf2_64(divisor))
      return create<arith::AndIOp>(dividend, constant(divisor - 1));
    if (isNonNegative)
      return create<arith::RemSIOp>(dividend, constant(divisor));
    return createSizeOp(builder, loc, Kind::Mod, dividend, constant(divisor));
  }

  OpBuilder &builder;
  Location loc;
  OffsetOperands operands;
  /// The results of `getDepth`.
  llvm::DenseMap<Value, unsigned> depths;
};

} // namespace

Value sa::lowerOffset(OpBuilder &builder, Location loc, const OffsetExpr &expr,
                      OffsetOperands operands) {
  return OffsetLowering(builder, loc, operands).lower(expr);
}

Value sa::createSizeOp(OpBuilder &builder, Location loc, OffsetExpr::Kind kind,
                       Value lhs, Value rhs) {
  switch (kind) {
  case Kind::Add:
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  case Kind::Mul:
    return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  case Kind::FloorDiv:
    return builder.createOrFold<arith::FloorDivSIOp>(loc, lhs, rhs);
  case Kind::Min:
    return builder.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
  case Kind::Max:
    return builder.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
  default:
    break;
  }
  assert(kind == Kind::Mod && "no operation");
  Value quotient = createSizeOp(builder, loc, Kind::FloorDiv, lhs, rhs);
  return builder.createOrFold<arith::SubIOp>(
      loc, lhs, createSizeOp(builder, loc, Kind::Mul, quotient, rhs));
}

Value sa::lowerSize(OpBuilder &builder, Location loc, const OffsetExpr &expr,
                    llvm::function_ref<Value(unsigned)> getSize) {
  if (std::optional<int64_t> value = expr.getConstant())
    return arith::ConstantIndexOp::create(builder, loc, *value);
  if (expr.getKind() == Kind::Size)
    return getSize(expr.getDim());
  Value lhs = lowerSize(builder, loc, expr.getLHS(), getSize);
  Value rhs = lowerSize(builder, loc, expr.getRHS(), getSize);
  return createSizeOp(builder, loc, expr.getKind(), lhs, rhs);
}
