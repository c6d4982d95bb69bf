// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of parallel reductions. The iterations of a parallel loop that
// accumulate into one array get partial results of their own, as many as there
// are work-items, which are combined after the loop. Steps of plans ask these
// questions when they are taken, and `sa-privatize-reductions` asks them of
// loops that are written by hand.

#ifndef SA_DIALECT_SA_ANALYSIS_LOOPS_REDUCTIONS_H
#define SA_DIALECT_SA_ANALYSIS_LOOPS_REDUCTIONS_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// How many work-items share the iterations of a reduction, unless
/// `sa.max_threads` says something else.
inline constexpr int64_t defaultReductionParts = 16;

/// No device runs as many work-items as this at once: `sa.max_threads` above it
/// means no more than that.
inline constexpr int64_t mostThreads = 65536;

/// Returns into how many parts the iterations of a reduction are divided, and
/// takes them from `budget`, the number of work-items that are left. `numMore`
/// is how many reductions inside of it need some as well.
int64_t takeReductionParts(int64_t &budget, std::optional<int64_t> tripCount,
                           unsigned numMore);

/// Returns the value that changes nothing when it is accumulated; null for
/// complex numbers.
mlir::TypedAttr getNeutral(AccumulateKind kind, ArrayType array);

/// Returns true if `array` can have partial results of these kinds: its numbers
/// are real, and every element has an offset of its own.
bool canHavePartialResults(ArrayType array,
                           llvm::ArrayRef<AccumulateKind> kinds);

/// Returns true if `number` arrays of this type can be addressed, as far as
/// their sizes are known.
bool canBeAddressed(int64_t number, ArrayType type);

/// Each adds to an error why the iterations of `loop`, a name, cannot
/// accumulate into `array`, a name, at the same time.
void explainNoPartialResults(mlir::InFlightDiagnostic &error,
                             llvm::StringRef loop, llvm::StringRef array);
void explainOtherAccess(mlir::InFlightDiagnostic &error, llvm::StringRef loop,
                        llvm::StringRef array, mlir::Location access);
void explainTooLarge(mlir::InFlightDiagnostic &error, llvm::StringRef loop,
                     llvm::StringRef array, int64_t numParts);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_LOOPS_REDUCTIONS_H
