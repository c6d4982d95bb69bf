// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace sa;

/// Updates are seen by all work-items of the device. Nothing else is ordered by
/// them.
static constexpr StringLiteral scope = "device";
static constexpr auto ordering = LLVM::AtomicOrdering::monotonic;

void sa::expandRecordError(RecordErrorOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type word = builder.getI32Type(), wide = builder.getI64Type();
  auto getPosition = [&](int64_t position) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, position);
  };
  auto getWord = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, word, value);
  };
  // 1. The first error of all work-items sets the flag.
  Value before =
      memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::ori,
                                  getWord(1), op.getRecord(), getPosition(0));
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        before, getWord(0));
  auto branch =
      scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());

  // 2. The work-item that has it writes the rest.
  int64_t position = 1;
  auto store = [&](Value value) {
    memref::StoreOp::create(builder, loc, value, op.getRecord(),
                            getPosition(position++));
  };
  store(getWord(op.getSite()));
  auto storeNumber = [&](Value index) {
    Value number = arith::IndexCastOp::create(builder, loc, wide, index);
    store(arith::TruncIOp::create(builder, loc, word, number));
    Value half = arith::ConstantIntOp::create(builder, loc, wide, 32);
    Value high = arith::ShRUIOp::create(builder, loc, number, half);
    store(arith::TruncIOp::create(builder, loc, word, high));
  };
  storeNumber(op.getValue());
  storeNumber(op.getSize());
  for (Value index : op.getPoint())
    storeNumber(index);
  op.erase();
}

void sa::expandRecordPrint(RecordPrintOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type word = builder.getI32Type();
  auto getPosition = [&](int64_t position) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, position);
  };
  auto getWord = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, word, value);
  };
  auto update = [&](int64_t value, int64_t position) -> Value {
    return memref::AtomicRMWOp::create(
        builder, loc, arith::AtomicRMWKind::addi, getWord(value),
        op.getRecord(), getPosition(ErrorRecordOp::printStart + position));
  };
  auto isLess = [&](Value lhs, int64_t rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, lhs,
                                 getWord(rhs));
  };
  // 1. Room for the line. What is in use grows no more once it is full, so that
  //    it does not wrap.
  int64_t numWords = 1 + 2 * int64_t(op.getValues().size());
  Value used = update(0, 0);
  auto isOpen = scf::IfOp::create(builder, loc, builder.getIndexType(),
                                  isLess(used, ErrorRecordOp::printWords),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(isOpen.thenBlock());
  Value start = update(numWords, 0);
  scf::YieldOp::create(
      builder, loc,
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), start)
          .getResult());
  builder.setInsertionPointToStart(isOpen.elseBlock());
  scf::YieldOp::create(builder, loc, getPosition(ErrorRecordOp::printWords));
  builder.setInsertionPointAfter(isOpen);
  Value place = isOpen.getResult(0);
  Value fits =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, place,
                            getPosition(ErrorRecordOp::printWords - numWords));
  auto branch = scf::IfOp::create(builder, loc, fits, /*withElseRegion=*/true);

  // 2. The line, or one more that is lost.
  builder.setInsertionPointToStart(branch.thenBlock());
  int64_t position = ErrorRecordOp::printStart + 2;
  auto store = [&](Value value) {
    Value at =
        arith::AddIOp::create(builder, loc, place, getPosition(position++));
    memref::StoreOp::create(builder, loc, value, op.getRecord(), at);
  };
  store(getWord(op.getSite()));
  for (Value value : op.getValues()) {
    store(arith::TruncIOp::create(builder, loc, word, value));
    Value half =
        arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), 32);
    Value high = arith::ShRUIOp::create(builder, loc, value, half);
    store(arith::TruncIOp::create(builder, loc, word, high));
  }
  builder.setInsertionPointToStart(branch.elseBlock());
  update(1, 1);
  //    Nothing follows what is there.
  Value isThere =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, place,
                            getPosition(ErrorRecordOp::printWords));
  auto end = scf::IfOp::create(builder, loc, isThere, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(end.thenBlock());
  position = ErrorRecordOp::printStart + 2;
  store(getWord(-1));
  op.erase();
}

/// Returns the instruction for an update.
static std::optional<LLVM::AtomicBinOp>
getInstruction(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addi:
    return LLVM::AtomicBinOp::add;
  case arith::AtomicRMWKind::andi:
    return LLVM::AtomicBinOp::_and;
  case arith::AtomicRMWKind::ori:
    return LLVM::AtomicBinOp::_or;
  case arith::AtomicRMWKind::xori:
    return LLVM::AtomicBinOp::_xor;
  case arith::AtomicRMWKind::mins:
    return LLVM::AtomicBinOp::min;
  case arith::AtomicRMWKind::maxs:
    return LLVM::AtomicBinOp::max;
  case arith::AtomicRMWKind::minu:
    return LLVM::AtomicBinOp::umin;
  case arith::AtomicRMWKind::maxu:
    return LLVM::AtomicBinOp::umax;
  default:
    return std::nullopt;
  }
}

void sa::lowerAtomic(memref::AtomicRMWOp op, Value address) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = op.getValue().getType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (std::optional<LLVM::AtomicBinOp> kind = getInstruction(op.getKind())) {
    Value before =
        LLVM::AtomicRMWOp::create(builder, loc, *kind, address, op.getValue(),
                                  ordering, scope, width / 8);
    op.replaceAllUsesWith(before);
    op.erase();
    return;
  }
  Type bits = builder.getIntegerType(width);
  auto toBits = [&](Value value) -> Value {
    return value.getType() == bits
               ? value
               : arith::BitcastOp::create(builder, loc, bits, value);
  };
  auto fromBits = [&](Value value) -> Value {
    return type == bits ? value
                        : arith::BitcastOp::create(builder, loc, type, value);
  };
  Value first =
      LLVM::LoadOp::create(builder, loc, bits, address, width / 8,
                           /*isVolatile=*/false,
                           /*isNonTemporal=*/false,
                           /*isInvariant=*/false,
                           /*isInvariantGroup=*/false, ordering, scope);
  auto loop = scf::WhileOp::create(
      builder, loc, bits, first,
      [&](OpBuilder &, Location, ValueRange arguments) {
        Value combined = arith::getReductionOp(
            op.getKind(), builder, loc, fromBits(arguments[0]), op.getValue());
        Value exchange = LLVM::AtomicCmpXchgOp::create(
            builder, loc, address, arguments[0], toBits(combined), ordering,
            ordering, scope, width / 8);
        Value found = LLVM::ExtractValueOp::create(builder, loc, exchange, 0);
        Value isDone = LLVM::ExtractValueOp::create(builder, loc, exchange, 1);
        Value yes = arith::ConstantIntOp::create(builder, loc, true, 1);
        Value goesOn = arith::XOrIOp::create(builder, loc, isDone, yes);
        scf::ConditionOp::create(builder, loc, goesOn, found);
      },
      [&](OpBuilder &, Location, ValueRange arguments) {
        scf::YieldOp::create(builder, loc, arguments);
      });
  op.replaceAllUsesWith(fromBits(loop.getResult(0)));
  op.erase();
}
