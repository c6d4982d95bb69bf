// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IndexToArith.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace {
/// Lowers one op with two operands of the same meaning in both dialects.
template <typename From, typename To>
bool lowerBinary(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  if (!isa<From>(op))
    return false;
  Value result = To::create(builder, op->getLoc(),
                            mapping.lookupOrDefault(op->getOperand(0)),
                            mapping.lookupOrDefault(op->getOperand(1)));
  mapping.map(op->getResult(0), result);
  return true;
}

/// Both dialects call their ten predicates the same.
arith::CmpIPredicate convertPredicate(index::IndexCmpPredicate predicate) {
  return *arith::symbolizeCmpIPredicate(
      index::stringifyIndexCmpPredicate(predicate));
}
} // namespace

bool sa::lowerIndexOp(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  if (!isa_and_nonnull<index::IndexDialect>(op->getDialect()))
    return false;
  if (lowerBinary<index::AddOp, arith::AddIOp>(builder, op, mapping) ||
      lowerBinary<index::SubOp, arith::SubIOp>(builder, op, mapping) ||
      lowerBinary<index::MulOp, arith::MulIOp>(builder, op, mapping) ||
      lowerBinary<index::DivSOp, arith::DivSIOp>(builder, op, mapping) ||
      lowerBinary<index::DivUOp, arith::DivUIOp>(builder, op, mapping) ||
      lowerBinary<index::CeilDivSOp, arith::CeilDivSIOp>(builder, op,
                                                         mapping) ||
      lowerBinary<index::CeilDivUOp, arith::CeilDivUIOp>(builder, op,
                                                         mapping) ||
      lowerBinary<index::FloorDivSOp, arith::FloorDivSIOp>(builder, op,
                                                           mapping) ||
      lowerBinary<index::RemSOp, arith::RemSIOp>(builder, op, mapping) ||
      lowerBinary<index::RemUOp, arith::RemUIOp>(builder, op, mapping) ||
      lowerBinary<index::MaxSOp, arith::MaxSIOp>(builder, op, mapping) ||
      lowerBinary<index::MaxUOp, arith::MaxUIOp>(builder, op, mapping) ||
      lowerBinary<index::MinSOp, arith::MinSIOp>(builder, op, mapping) ||
      lowerBinary<index::MinUOp, arith::MinUIOp>(builder, op, mapping) ||
      lowerBinary<index::ShlOp, arith::ShLIOp>(builder, op, mapping) ||
      lowerBinary<index::ShrSOp, arith::ShRSIOp>(builder, op, mapping) ||
      lowerBinary<index::ShrUOp, arith::ShRUIOp>(builder, op, mapping) ||
      lowerBinary<index::AndOp, arith::AndIOp>(builder, op, mapping) ||
      lowerBinary<index::OrOp, arith::OrIOp>(builder, op, mapping) ||
      lowerBinary<index::XOrOp, arith::XOrIOp>(builder, op, mapping))
    return true;
  Location loc = op->getLoc();
  Value result = TypeSwitch<Operation *, Value>(op)
                     .Case([&](index::ConstantOp constant) {
                       return arith::ConstantIndexOp::create(
                           builder, loc, constant.getValue().getSExtValue());
                     })
                     .Case([&](index::BoolConstantOp constant) {
                       return arith::ConstantIntOp::create(
                           builder, loc, constant.getValue(), 1);
                     })
                     .Case([&](index::CastSOp cast) {
                       return arith::IndexCastOp::create(
                           builder, loc, cast.getType(),
                           mapping.lookupOrDefault(cast.getInput()));
                     })
                     .Case([&](index::CastUOp cast) {
                       return arith::IndexCastUIOp::create(
                           builder, loc, cast.getType(),
                           mapping.lookupOrDefault(cast.getInput()));
                     })
                     .Case([&](index::CmpOp compare) {
                       return arith::CmpIOp::create(
                           builder, loc, convertPredicate(compare.getPred()),
                           mapping.lookupOrDefault(compare.getLhs()),
                           mapping.lookupOrDefault(compare.getRhs()));
                     })
                     .Default([](Operation *) { return Value(); });
  if (!result)
    return false;
  mapping.map(op->getResult(0), result);
  return true;
}
