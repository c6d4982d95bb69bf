// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side of a function in C++: its launches, one after the other.

#ifndef SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H
#define SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H

#include "Helpers.h"
#include "HostConstants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sa {

/// What the function's arguments are, as comment lines: roles, types, shapes.
void printArgumentComment(llvm::raw_ostream &os, mlir::func::FuncOp func);

/// Writes the definition of `func`. Fails, with a diagnostic, on an operation
/// that has no C++ form.
mlir::LogicalResult printHostFunction(llvm::raw_ostream &os,
                                      mlir::func::FuncOp func,
                                      const HostConstants &constants,
                                      HelperSet &helpers);

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H
