// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NarrowIntegers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
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
  SmallVector<int> lanes =
      to_vector(map_range(seq<int>(first / element, (first + width) / element),
                          [](int lane) { return lane; }));
  IRBuilder<> builder(trunc);
  // There are no vectors of one element.
  Value *part = lanes.size() == 1
                    ? builder.CreateExtractElement(vector, lanes.front())
                    : builder.CreateShuffleVector(vector, lanes);
  trunc->replaceAllUsesWith(builder.CreateBitCast(part, trunc->getType()));
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
    for (TruncInst *trunc : parts)
      RecursivelyDeleteTriviallyDeadInstructions(trunc);
  }
}
