// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeros of constants in the loops of a nest's body. An iteration that does
// nothing where constants are zero is left out: the loop gets shorter, or runs
// over a list, of the iterations that are needed anywhere, or for each row of
// the constant.
//
//   for i, j                          for i, j
//     for k                             for q from starts[j] to starts[j + 1]
//       s += A[i, k] * W[k, j]            s += A[i, W_k[q]] * W[q]
//
// Where indices cannot come from memory, as in nests with a plan, it becomes a
// few loops:
//
//   for k to 64                       for k from 3 to 9
//     s += A[i, k] * W[k]               s += A[i, k] * W[k]
//                                     for k from 40 to 44
//                                       s += A[i, k] * W[k]

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_SKIPLOOPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_SKIPLOOPS_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// A loop of a body that was rewritten.
struct SkippedLoop {
  /// What the constants are called, and those that the loop reads now: the
  /// same ones, or their elements that are not zero, and tables.
  std::string names;
  llvm::SmallVector<mlir::Operation *> constants;
  /// What was found, in words, and the work of all iterations, divided by that
  /// of the ones that are left.
  std::string found;
  double gain;
};

/// Rewrites the loops in the body of `nest` that this gains enough for. With
/// `onlyRanges` loops stay loops over neighbours. Returns what was done, in
/// that order.
llvm::SmallVector<SkippedLoop> skipInLoops(NestOp nest, bool onlyRanges);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_SKIPLOOPS_H
