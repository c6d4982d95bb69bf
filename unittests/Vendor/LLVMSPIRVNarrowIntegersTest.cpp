// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/LLVMSPIRVNarrowIntegers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// A function of a number that takes seven bits of it and goes on `length`
/// times with `x ^ (x << 1)`, so that `x` is used twice each time.
Function *createChain(Module &module, unsigned length) {
  Type *wide = Type::getInt64Ty(module.getContext());
  auto *function = Function::Create(FunctionType::get(wide, {wide}, false),
                                    Function::ExternalLinkage, "chain", module);
  IRBuilder<> builder(
      BasicBlock::Create(module.getContext(), "entry", function));
  Value *bits = builder.CreateTrunc(function->getArg(0), builder.getIntNTy(7));
  for (unsigned i = 0; i < length; ++i)
    bits = builder.CreateXor(bits, builder.CreateShl(bits, 1));
  builder.CreateRet(builder.CreateZExt(bits, wide));
  return function;
}

TEST(NarrowIntegers, WidensWhatIsSharedOnce) {
  constexpr unsigned length = 12;
  LLVMContext context;
  Module module("module", context);
  Function *chain = createChain(module, length);
  sa::narrowIntegers(module);
  EXPECT_FALSE(verifyModule(module, &errs()));
  unsigned numExclusive = 0;
  for (Instruction &instruction : chain->getEntryBlock()) {
    EXPECT_FALSE(instruction.getType()->isIntegerTy(7));
    numExclusive += instruction.getOpcode() == Instruction::Xor;
  }
  EXPECT_EQ(numExclusive, length);
}

} // namespace
