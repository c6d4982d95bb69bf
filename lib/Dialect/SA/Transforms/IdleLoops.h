// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeros of constants in the loops of a plan. The plan decides which loops there
// are, but an iteration of one of them may do nothing at all, because a
// constant is zero at all of its points:
//
//   for k = 0 to 64 step 16             for k = 0 to 64 step 16
//     for i = 0 to 32                     if W_blocks[k / 16]
//       for kk = 0 to 16           →        for i = 0 to 32
//         C[i] += A[i, k + kk]                for kk = 0 to 16
//                 * W[k + kk]                   …
//
// Such a loop is of one nest, and inside of those that run in parallel. Where
// idle iterations fill copies for others, as with double buffers, only the loop
// inside is left out.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_IDLELOOPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_IDLELOOPS_H

#include "sa/Dialect/SA/Analysis/Schedule.h"

namespace sa {

/// A loop with iterations that do nothing.
struct IdleLoop {
  /// The nest and the loop, by their numbers in the schedule.
  unsigned nest, loop;
  /// What the constant that tells the iterations apart is called after.
  ConstOp constant;
  /// The loops that tell whether an iteration is idle, the loop itself and
  /// those around it, and how many iterations they have.
  llvm::SmallVector<unsigned> outer;
  llvm::SmallVector<int64_t> shape;
  /// For each of these iterations whether it does something.
  std::vector<uint8_t> isBusy;
  /// The work of all iterations, divided by that of the busy ones.
  double gain;
};

/// What need not be done of a schedule.
struct IdleParts {
  /// Nests that do nothing at all, by their numbers.
  llvm::SmallVector<unsigned> nests;
  /// At most one loop for each other nest: the one that leaves out most of the
  /// work.
  llvm::SmallVector<IdleLoop> loops;
};

/// Looks at the constants that the nests of a plan read. What is found in them,
/// and what is done about it, is added to the report of the function.
IdleParts findIdleParts(PlanOp plan, const Schedule &schedule);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_IDLELOOPS_H
