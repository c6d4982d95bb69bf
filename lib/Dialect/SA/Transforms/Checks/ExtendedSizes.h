// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes that indices are extended to (`sa.extend_index`), and divisors: an
// array without elements does not go on with any.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_EXTENDEDSIZES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_EXTENDEDSIZES_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// Requires at the beginning of the function, with an `sa.require`, that the
/// `emptySize` of `access` is positive. Fails, with a diagnostic, if the size
/// is not the run-time size of an argument, more or less a constant.
mlir::LogicalResult requireExtendedSize(const NestAccesses &nest,
                                        const Access &access);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_CHECKS_EXTENDEDSIZES_H
