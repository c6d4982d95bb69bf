// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clones functions over arrays of any layout for dense arrays.

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-specialize-layouts"

namespace sa {
#define GEN_PASS_DEF_SASPECIALIZELAYOUTS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numSpecialized, "Functions cloned for dense arrays");

namespace {

bool isAny(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return array && isa_and_present<AnyLayoutAttr>(array.getLayout());
}

/// Makes every array of any layout row-major.
void makeRowMajor(FuncOp func) {
  SmallVector<Type> types;
  for (BlockArgument argument : func.getBody().getArguments()) {
    if (isAny(argument.getType()))
      setArrayType(argument,
                   cast<ArrayType>(argument.getType()).withLayout({}));
    types.push_back(argument.getType());
  }
  func.setFunctionType(FunctionType::get(func.getContext(), types, {}));
}

class SpecializeLayouts
    : public sa::impl::SASpecializeLayoutsBase<SpecializeLayouts> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>())) {
      if (llvm::none_of(func.getArgumentTypes(), isAny) ||
          func->hasAttr(contiguousAttrName))
        continue;
      LDBG() << "clone '" << func.getSymName() << "' for dense arrays";
      ++numSpecialized;
      FuncOp dense = func.clone();
      dense.setSymName((func.getSymName() + "_contiguous").str());
      makeRowMajor(dense);
      dense->setAttr(internalAttrName, UnitAttr::get(&getContext()));
      symbols.insert(dense, Block::iterator(func));
      func->setAttr(contiguousAttrName,
                    FlatSymbolRefAttr::get(dense.getSymNameAttr()));
    }
  }
};

} // namespace
