// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a body computes, as Python spells it.

#ifndef SA_LIB_DIALECT_SA_ANALYSIS_SCHEDULE_EXPRESSIONTEXT_H
#define SA_LIB_DIALECT_SA_ANALYSIS_SCHEDULE_EXPRESSIONTEXT_H

#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sa {

/// Returns the text of what is no arithmetic: an element that is read, an index
/// or a size. Empty for values that it does not know.
using LeafText = llvm::function_ref<std::string(mlir::Value)>;

/// Returns the expression that `value` is. Long ones end in "…"; conversions
/// between types of numbers are left out.
std::string getExpressionText(mlir::Value value, LeafText getLeaf);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_ANALYSIS_SCHEDULE_EXPRESSIONTEXT_H
