// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of a constant array as they lie in memory.

#ifndef SA_LIB_CONVERSION_CONSTANTSTORAGE_H
#define SA_LIB_CONVERSION_CONSTANTSTORAGE_H

#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {

/// The storage of `op`'s array: flat, of the storage type, every element where
/// the layout puts it and zeros in the gaps. Fails, with a diagnostic, for
/// elements whose values are not at hand.
mlir::FailureOr<mlir::DenseElementsAttr> getConstantStorage(ConstOp op);

} // namespace sa

#endif // SA_LIB_CONVERSION_CONSTANTSTORAGE_H
