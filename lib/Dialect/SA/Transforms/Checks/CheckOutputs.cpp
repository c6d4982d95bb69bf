// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refuses reads of an output that come before the write.

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Accesses/AccessText.h"
#include "sa/Dialect/SA/Analysis/Flow/Coverage.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-check-outputs"

namespace sa {
#define GEN_PASS_DEF_SACHECKOUTPUTS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

bool isOutput(Value value) {
  auto type = dyn_cast<ArrayType>(value.getType());
  return type && type.getRole() == Role::Output;
}

LogicalResult checkRead(const FunctionAccesses &accesses, unsigned position,
                        const Access &read) {
  auto point = accesses.findEarlyRead(position, read);
  if (!point)
    return success();
  return read.op->emitOpError()
         << "reads '" << getArrayName(read.array)
         << "', an 'output', before anything is known to have written that "
            "element"
         << getPointText(accesses.getNest(position), read,
                         accesses.getSymbols(), *point)
         << ": write it first, or give the array the role 'inout'";
}

class CheckOutputs : public sa::impl::SACheckOutputsBase<CheckOutputs> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    if (llvm::none_of(func.getBody().getArguments(), isOutput))
      return;
    FailureOr<FunctionAccesses> accesses = FunctionAccesses::get(func);
    if (failed(accesses))
      return signalPassFailure();
    for (unsigned i = 0; i < accesses->getNumNests(); ++i)
      for (const Access &access : accesses->getNest(i).getAccesses())
        if (isOutput(access.array) && !isa<StoreOp>(access.op) &&
            failed(checkRead(*accesses, i, access)))
          return signalPassFailure();
    for (BlockArgument argument : func.getBody().getArguments())
      if (isOutput(argument) && accesses->isFilled(argument)) {
        LDBG() << "'" << getArrayName(argument) << "' is filled";
        func.setArgAttr(argument.getArgNumber(), filledAttrName,
                        UnitAttr::get(&getContext()));
      }
  }
};

} // namespace
