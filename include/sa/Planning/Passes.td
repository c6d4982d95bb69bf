// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that choose how nests without a plan run. They query Analysis and write
// their choice into the IR; no other library depends on them.

#ifndef SA_PLANNING_PASSES_TD
#define SA_PLANNING_PASSES_TD

include "mlir/Pass/PassBase.td"

def SAParallelize : Pass<"sa-parallelize", "::sa::FuncOp"> {
  let summary = "Find the indices of each nest that may run in parallel";
  let description = [{
    Adds `parallel(…)` to the nests that do not have it yet, and refuses those
    that have it where it would change the result. An index is
    parallel when no two points of the nest that differ in it access the same
    element of an array, one of them writing it. Reductions are therefore not
    parallel: they stay inside of the work-item that owns the element.
  }];
}

#endif // SA_PLANNING_PASSES_TD
