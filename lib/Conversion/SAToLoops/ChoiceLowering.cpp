// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic has no branches: it runs in the border of a nest, where
// neighbouring points take different ways.

#include "ChoiceLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sa;

namespace {

/// Writes arithmetic of indices.
class IndexWriter {
public:
  IndexWriter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  template <typename Op> Value create(Value lhs, Value rhs) {
    return builder.createOrFold<Op>(loc, lhs, rhs);
  }
  Value min(Value lhs, Value rhs) { return create<arith::MinSIOp>(lhs, rhs); }
  Value max(Value lhs, Value rhs) { return create<arith::MaxSIOp>(lhs, rhs); }
  Value add(Value lhs, Value rhs) { return create<arith::AddIOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return create<arith::SubIOp>(lhs, rhs); }
  Value compare(arith::CmpIPredicate predicate, Value lhs, int64_t rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs,
                                               constant(rhs));
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, ifTrue,
                                                 ifFalse);
  }

  /// The remainder by a positive number, which is not negative.
  Value modulo(Value dividend, Value divisor) {
    Value rest = create<arith::RemSIOp>(dividend, divisor);
    return select(compare(arith::CmpIPredicate::slt, rest, 0),
                  add(rest, divisor), rest);
  }

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace

Value sa::expandExtendIndex(OpBuilder &builder, Location loc, BorderMode mode,
                            Value index, Value size) {
  IndexWriter write(builder, loc);
  Value zero = write.constant(0), one = write.constant(1);
  switch (mode) {
  case BorderMode::Edge:
    return write.max(write.min(index, write.sub(size, one)), zero);
  case BorderMode::Wrap:
    return write.modulo(index, write.max(size, one));
  case BorderMode::Reflect: {
    // There and back, without the ends twice: of one element, a period of one.
    Value last = write.sub(size, one);
    Value period = write.max(write.add(last, last), one);
    Value there = write.modulo(index, period);
    return write.min(there, write.sub(period, there));
  }
  case BorderMode::Symmetric: {
    Value count = write.max(size, one);
    Value period = write.add(count, count);
    Value there = write.modulo(index, period);
    return write.min(there, write.sub(write.sub(period, one), there));
  }
  }
  llvm_unreachable("a mode that no case is about");
}

Value sa::expandFloorDiv(OpBuilder &builder, Location loc, Value dividend,
                         Value divisor, bool isRemainder) {
  IndexWriter write(builder, loc);
  Value isZero = write.compare(arith::CmpIPredicate::eq, divisor, 0);
  Value safe = write.select(isZero, write.constant(1), divisor);
  Value rest = write.create<arith::RemSIOp>(dividend, safe);
  Value signs = write.create<arith::XOrIOp>(
      write.compare(arith::CmpIPredicate::slt, rest, 0),
      write.compare(arith::CmpIPredicate::slt, safe, 0));
  Value adjust = write.create<arith::AndIOp>(
      signs, write.compare(arith::CmpIPredicate::ne, rest, 0));
  Value result;
  if (isRemainder) {
    result = write.select(adjust, write.add(rest, safe), rest);
  } else {
    Value quotient = write.create<arith::DivSIOp>(dividend, safe);
    result =
        write.select(adjust, write.sub(quotient, write.constant(1)), quotient);
  }
  return write.select(isZero, write.constant(0), result);
}
