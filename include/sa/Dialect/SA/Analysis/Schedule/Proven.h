// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which plans were proven in memory, and under which strictness. The proof is
// the attribute `sa.proven` of the plan, `"results"` or `"strict"`. It holds in
// the process that has made it: readers of text and bytecode call
// `forgetProofs`, since a file can say anything.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_PROVEN_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_PROVEN_H

#include "sa/Dialect/SA/Analysis/Schedule/Legality.h"

namespace sa {

/// Records that `proofs`, which are not `None`, hold for all steps of `plan`.
void markProven(PlanOp plan, Proofs proofs);

/// Returns true if the steps of `plan` are proven, and `proofs` follow from
/// what was proven.
bool isProven(PlanOp plan, Proofs proofs);

/// Removes what is recorded about the plans in `root`, which may be one itself.
void forgetProofs(mlir::Operation *root);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_PROVEN_H
