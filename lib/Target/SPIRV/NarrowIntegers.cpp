// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NarrowIntegers.h"

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

/// Replaces the bits that `trunc` takes of a vector, where they are whole
/// elements of it.
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
  // A vector again, without an integer in between.
  for (User *user : make_early_inc_range(trunc->users()))
    if (isa<BitCastInst>(user))
      user->replaceAllUsesWith(builder.CreateBitCast(part, user->getType()));
  if (width <= maxWidth)
    trunc->replaceAllUsesWith(builder.CreateBitCast(part, trunc->getType()));
}

/// Replaces a few bits in reverse order, into which the optimizer turns shifts
/// of single bits, by such shifts.
static void replaceReversal(IntrinsicInst *reversal) {
  unsigned width = reversal->getType()->getIntegerBitWidth();
  IRBuilder<> builder(reversal);
  Type *wide = builder.getInt64Ty();
  Value *bits = builder.CreateZExt(reversal->getArgOperand(0), wide);
  if (Value *whole; match(reversal->getArgOperand(0), m_Trunc(m_Value(whole))))
    bits = builder.CreateAnd(builder.CreateZExtOrTrunc(whole, wide),
                             (uint64_t(1) << width) - 1);
  Value *reversed = builder.getInt64(0);
  for (unsigned bit = 0; bit < width; ++bit) {
    Value *single = builder.CreateAnd(builder.CreateLShr(bits, bit), 1);
    reversed =
        builder.CreateOr(reversed, builder.CreateShl(single, width - 1 - bit));
  }
  for (User *user : make_early_inc_range(reversal->users()))
    if (isa<ZExtInst>(user))
      user->replaceAllUsesWith(
          builder.CreateZExtOrTrunc(reversed, user->getType()));
}

/// Deletes what nothing uses any more.
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
    SmallVector<IntrinsicInst *> reversals;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
          call && call->getIntrinsicID() == Intrinsic::bitreverse &&
          call->getType()->isIntegerTy() &&
          call->getType()->getIntegerBitWidth() < 8)
        reversals.push_back(call);
    for (IntrinsicInst *reversal : reversals)
      replaceReversal(reversal);
    removeDead(function);
  }
}
