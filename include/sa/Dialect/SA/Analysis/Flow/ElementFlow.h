// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which write each read of a temporary gets its value from, where that can be
// told point by point. A temporary begins as zero and is seen by nobody else,
// so when all of its accesses are in one body, and every read follows a write
// of the same element at the same point (or meets no write at all), its values
// can be handed on in registers and the memory is not needed.
//
//   T[i] = A[i]; T[i] += B[i]; C[i] = T[i]    T[i] is A[i] + B[i]
//   T[i] += A[i]; C[i] = T[i]                 T[i] is 0 + A[i]
//   T[i] = A[i]; C[i] = T[i + 1]              another point writes T[i + 1]
//   T[i] = A[i]; T[7] = x; C[i] = T[i]        T[i] is x where i is 7

#ifndef SA_DIALECT_SA_ANALYSIS_FLOW_ELEMENTFLOW_H
#define SA_DIALECT_SA_ANALYSIS_FLOW_ELEMENTFLOW_H

#include "sa/Dialect/SA/Analysis/Accesses/Dependence.h"

namespace sa {

/// What stands in the way: a read that may get its value from `write`.
struct FlowObstacle {
  const Access *read, *write;
  /// Whether that happens at different points, or at some points but not at
  /// others.
  bool isElsewhere;
};

/// The write that each load and accumulation gets its value from; null means
/// that the element is still zero.
using ElementFlow = llvm::DenseMap<mlir::Operation *, mlir::Operation *>;

/// Follows the values of the temporary `array`, all of whose accesses stand in
/// the body of `nest`, into `flow`. Returns the first obstacle, or nothing when
/// every read is accounted for.
std::optional<FlowObstacle> traceElements(const NestAccesses &nest,
                                          mlir::Value array, ElementFlow &flow);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_FLOW_ELEMENTFLOW_H
