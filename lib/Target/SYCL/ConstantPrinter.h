// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of constant arrays as initializers of C++.

#ifndef SA_LIB_TARGET_SYCL_CONSTANTPRINTER_H
#define SA_LIB_TARGET_SYCL_CONSTANTPRINTER_H

#include "mlir/IR/BuiltinAttributes.h"

namespace sa {

/// Writes "SPECIFIERS float SYMBOL[2] = {1.0f, 2.0f};" for an array of
/// `elementType` whose storage is `values`; complex numbers are written as
/// their parts, one after the other.
void printConstantArray(llvm::raw_ostream &os, llvm::StringRef specifiers,
                        llvm::StringRef symbol, mlir::Type elementType,
                        mlir::DenseElementsAttr values);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_CONSTANTPRINTER_H
