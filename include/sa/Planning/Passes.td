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

    Accumulations into elements that data chooses are an exception. Where nothing
    else keeps points from running at the same time, they become `atomic`, unless
    that would change how a strict compilation rounds sums and products.
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Keep the order of all sums">
  ];
}

def SAChoosePlans : Pass<"sa-choose-plans", "::sa::FuncOp"> {
  let summary = "Give nests without a plan the one that a cost model chooses";
  let description = [{
    Adds an `sa.plan` after each nest that has none and whose kind is known: a
    contraction, a reduction, a stream or a copy between layouts. The kind follows
    from how accesses move with the indices, whatever these are called and in
    whatever order they stand. The steps are those that people write, and are
    proven like theirs; if a step is refused, a simpler plan is tried, and in the
    end the nest is left alone. What begins or ends a sum that is kept in no block
    of registers becomes a nest of its own first, unless the program is strict. The report has a line for each nest
    (docs/planning.md).
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Keep the order of all sums">,
    Option<"vectorBytes", "vector-bytes", "int64_t", 
           /*default=*/"::sa::TargetDescription().vectorBytes",
           "The width of a vector register">,
    Option<"vectorRegisters", "vector-registers", "int64_t", 
           /*default=*/"::sa::TargetDescription().vectorRegisters",
           "The number of vector registers">,
    Option<"cores", "cores", "int64_t", 
           /*default=*/"::sa::TargetDescription().cores",
           "How many work-items run at once">,
    Option<"cacheBytes", "cache-bytes", "int64_t", 
           /*default=*/"::sa::TargetDescription().cacheBytes",
           "The size of the cache that a core has for itself">,
    Option<"launchPoints", "launch-points", "int64_t",
           /*default=*/"::sa::TargetDescription().launchPoints",
           "How many points of a nest cost as much as a launch">
  ];
}

#endif // SA_PLANNING_PASSES_TD
