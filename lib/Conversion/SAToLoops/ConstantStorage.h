// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The storage of constant arrays.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_CONSTANTSTORAGE_H
#define SA_LIB_CONVERSION_SATOLOOPS_CONSTANTSTORAGE_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// Returns the flat storage of `op`: every element at its offset, zeros in the
/// gaps. Fails, with a diagnostic, if a value is unreadable or has no offset.
mlir::FailureOr<mlir::DenseElementsAttr> getConstantStorage(ConstOp op);

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_CONSTANTSTORAGE_H
