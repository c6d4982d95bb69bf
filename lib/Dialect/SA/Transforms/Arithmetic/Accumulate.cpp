// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace sa;

/// How an accumulation combines two values: the kind of atomic update that
/// means the same, which `arith` knows how to spell.
static arith::AtomicRMWKind getCombiner(AccumulateKind kind, Type type,
                                        bool isUnsigned) {
  bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case AccumulateKind::Add:
    return isFloat ? arith::AtomicRMWKind::addf : arith::AtomicRMWKind::addi;
  case AccumulateKind::Mul:
    return isFloat ? arith::AtomicRMWKind::mulf : arith::AtomicRMWKind::muli;
  case AccumulateKind::Min:
    return isFloat      ? arith::AtomicRMWKind::minimumf
           : isUnsigned ? arith::AtomicRMWKind::minu
                        : arith::AtomicRMWKind::mins;
  case AccumulateKind::Max:
    return isFloat      ? arith::AtomicRMWKind::maximumf
           : isUnsigned ? arith::AtomicRMWKind::maxu
                        : arith::AtomicRMWKind::maxs;
  case AccumulateKind::And:
    return arith::AtomicRMWKind::andi;
  case AccumulateKind::Or:
    return arith::AtomicRMWKind::ori;
  case AccumulateKind::Xor:
    return arith::AtomicRMWKind::xori;
  }
  llvm_unreachable("unknown accumulation");
}

arith::AtomicRMWKind sa::getAtomicKind(AccumulateOp op) {
  auto type = cast<ArrayType>(op.getArray().getType());
  return getCombiner(op.getKind(), type.getValueType(), type.isUnsigned());
}

Value sa::createCombine(OpBuilder &builder, AccumulateOp op, Value element,
                        Value value) {
  Location loc = op.getLoc();
  if (isa<ComplexType>(value.getType())) {
    if (op.getKind() == AccumulateKind::Add)
      return complex::AddOp::create(builder, loc, element, value);
    return complex::MulOp::create(builder, loc, element, value);
  }
  return arith::getReductionOp(getAtomicKind(op), builder, loc, element, value);
}
