// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices that data chooses: a check becomes a comparison, a note in the error
// record of the call where it fails, and an index of the array in any case.
//
//   %i = sa.checked_index %v to %n …   →   %fits = %v <u %n
//                                          if (!%fits) sa.record_error …
//                                          %i = %fits ? %v : 0
//
// An array without elements has no such index: its elements are accessed under
// the condition that there are some.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_CHECKLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_CHECKLOWERING_H

#include "Lowering.h"

namespace sa {

/// Creates the error record of the function if something in it can fail.
void createErrorRecord(LoweringState &state);

/// Lowers a check, an assumption or the note that one does not hold. Returns
/// false for other operations.
bool lowerCheck(Lowering &lowering, mlir::Operation *op);

/// Creates the condition that the element that `access` accesses exists; null
/// where it always does.
mlir::Value createElementCondition(Lowering &lowering, mlir::Operation *access);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_CHECKLOWERING_H
