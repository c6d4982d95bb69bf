// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant arrays in the emitted source.

#ifndef SA_LIB_TARGET_SYCL_CONSTANTS_H
#define SA_LIB_TARGET_SYCL_CONSTANTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace sa {

/// Writes "SPECIFIERS float SYMBOL[2] = {1.0f, 2.0f};" for an array of
/// `elementType` with the storage `values`. A complex number is two elements.
void printConstantArray(llvm::raw_ostream &os, llvm::StringRef specifiers,
                        llvm::StringRef symbol, mlir::Type elementType,
                        mlir::DenseElementsAttr values);

/// Maps each `sa.upload` to the C++ expression for its elements on the host.
using HostConstants = llvm::DenseMap<mlir::Operation *, std::string>;

/// Defines the large constants of `module` if they are short; otherwise
/// declares the block of bytes that `--emit=constants` writes, for `library` if
/// that is not empty.
HostConstants printHostConstants(llvm::raw_ostream &os, mlir::ModuleOp module,
                                 llvm::StringRef library);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_CONSTANTS_H
