// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules as text, for users.

#ifndef SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULETEXT_H
#define SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULETEXT_H

#include "sa/Dialect/SA/Analysis/Schedule/Schedule.h"

namespace sa {

/// Returns the loops of the group of `loop` as indented pseudo-code.
std::string getText(const Schedule &schedule, unsigned loop);

/// Returns an expression of a schedule's loops and symbols, as Python spells
/// it.
std::string getText(const Schedule &schedule, mlir::AffineExpr expr);

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_SCHEDULE_SCHEDULETEXT_H
