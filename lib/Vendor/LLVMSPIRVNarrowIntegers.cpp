// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/LLVMSPIRVNarrowIntegers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// The widest integer of SPIR-V.
static constexpr unsigned maxWidth = 64;

/// Replaces `trunc` of the bits of a vector if it takes whole elements.
static void replacePart(TruncInst *trunc) {
  Value *vector;
  uint64_t first = 0;
  auto whole = m_BitCast(m_Value(vector));
  if (!match(trunc->getOperand(0), m_LShr(whole, m_ConstantInt(first))) &&
      !match(trunc->getOperand(0), whole))
    return;
  auto *type = dyn_cast<FixedVectorType>(vector->getType());
  unsigned width = trunc->getType()->getScalarSizeInBits();
  if (!type || trunc->getOperand(0)->getType()->isVectorTy())
    return;
  unsigned element = type->getScalarSizeInBits();
  if (first % element != 0 || width % element != 0 ||
      first + width > element * type->getNumElements())
    return;
  auto lanes = to_vector(seq<int>(first / element, (first + width) / element));
  IRBuilder<> builder(trunc);
  // There are no vectors of one element.
  Value *part = lanes.size() == 1
                    ? builder.CreateExtractElement(vector, lanes.front())
                    : builder.CreateShuffleVector(vector, lanes);
  // A vector again needs no integer in between.
  for (User *user : make_early_inc_range(trunc->users()))
    if (isa<BitCastInst>(user))
      user->replaceAllUsesWith(builder.CreateBitCast(part, user->getType()));
  if (width <= maxWidth)
    trunc->replaceAllUsesWith(builder.CreateBitCast(part, trunc->getType()));
}

/// Returns true for the widths of SPIR-V's integers.
static bool isWidth(unsigned width) {
  return width == 1 ||
         (width >= 8 && width <= maxWidth && isPowerOf2_32(width));
}

/// Reverses the bits of `bits`, whose number is a power of two: exchanges
/// halves, then their halves, and so on.
static Value *createReversal(IRBuilder<> &builder, Value *bits) {
  unsigned width = bits->getType()->getScalarSizeInBits();
  for (unsigned step = width / 2; step != 0; step /= 2) {
    Constant *low = ConstantInt::get(
        bits->getType(),
        APInt::getSplat(width, APInt::getLowBitsSet(2 * step, step)));
    Value *down = builder.CreateAnd(builder.CreateLShr(bits, step), low);
    Value *up = builder.CreateShl(builder.CreateAnd(bits, low), step);
    bits = builder.CreateOr(down, up);
  }
  return bits;
}

static bool isReversal(const Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->getIntrinsicID() == Intrinsic::bitreverse;
}

/// Returns `value`, an integer of an odd width, in 64 bits; null if an
/// operation behind it is none of those that the optimizer creates from shifts.
/// `known` holds the results so far.
static Value *createWide(Value *value, DenseMap<Value *, Value *> &known);

static Value *createNewWide(Value *value, DenseMap<Value *, Value *> &known) {
  unsigned width = value->getType()->getIntegerBitWidth();
  auto *op = dyn_cast<Instruction>(value);
  Type *wide = Type::getInt64Ty(value->getContext());
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(wide, constant->getZExtValue());
  if (!op || width > maxWidth)
    return nullptr;
  SmallVector<Value *, 2> operands;
  bool isArithmetic = op->isBitwiseLogicOp() || op->isLogicalShift();
  for (Value *operand : op->operands())
    if (isArithmetic || (isReversal(op) && operands.empty())) {
      operands.push_back(createWide(operand, known));
      if (!operands.back())
        return nullptr;
    }
  IRBuilder<> builder(op);
  uint64_t ownBits = maskTrailingOnes<uint64_t>(width);
  if (isReversal(op))
    return builder.CreateLShr(createReversal(builder, operands.front()),
                              maxWidth - width);
  if (isArithmetic)
    return builder.CreateAnd(
        builder.CreateBinOp(cast<BinaryOperator>(op)->getOpcode(),
                            operands.front(), operands.back()),
        ownBits);
  if (!isa<TruncInst, ZExtInst>(op) ||
      !isWidth(op->getOperand(0)->getType()->getScalarSizeInBits()))
    return nullptr;
  return builder.CreateAnd(builder.CreateZExtOrTrunc(op->getOperand(0), wide),
                           ownBits);
}

static Value *createWide(Value *value, DenseMap<Value *, Value *> &known) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Value *wide = createNewWide(value, known);
  known[value] = wide;
  return wide;
}

/// Replaces reversals of bits, which the optimizer recognizes in shifts; SPIR-V
/// has no operation for them in kernels.
static void replaceReversals(Function &function) {
  SmallVector<Instruction *> extensions, reversals;
  for (Instruction &instruction : instructions(function)) {
    if (isa<ZExtInst>(instruction) &&
        instruction.getOperand(0)->getType()->isIntegerTy() &&
        !isWidth(instruction.getOperand(0)->getType()->getIntegerBitWidth()))
      extensions.push_back(&instruction);
    if (isReversal(&instruction) &&
        isWidth(instruction.getType()->getScalarSizeInBits()))
      reversals.push_back(&instruction);
  }
  for (Instruction *extension : extensions) {
    // One at a time: a replacement changes the operands of others.
    DenseMap<Value *, Value *> known;
    if (Value *bits = createWide(extension->getOperand(0), known)) {
      IRBuilder<> builder(extension);
      extension->replaceAllUsesWith(
          builder.CreateZExtOrTrunc(bits, extension->getType()));
    }
  }
  for (Instruction *reversal : reversals) {
    IRBuilder<> builder(reversal);
    reversal->replaceAllUsesWith(
        createReversal(builder, reversal->getOperand(0)));
  }
}

/// Deletes unused instructions.
static void removeDead(Function &function) {
  SmallVector<WeakTrackingVH> candidates;
  for (Instruction &instruction : instructions(function))
    if (isInstructionTriviallyDead(&instruction))
      candidates.push_back(&instruction);
  RecursivelyDeleteTriviallyDeadInstructions(candidates);
}

void sa::narrowIntegers(Module &module) {
  for (Function &function : module) {
    SmallVector<TruncInst *> parts;
    for (Instruction &instruction : instructions(function))
      if (auto *trunc = dyn_cast<TruncInst>(&instruction))
        if (trunc->getSrcTy()->getScalarSizeInBits() > maxWidth)
          parts.push_back(trunc);
    for (TruncInst *trunc : parts)
      replacePart(trunc);
    replaceReversals(function);
    removeDead(function);
  }
}
