// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels → SYCL C++: a source and a header for any SYCL 2020 compiler. For
// DPC++'s run-time compiler, `SAOPT_RTC` excludes the host functions of the
// same source and makes the kernels free functions.

#ifndef SA_TARGET_SYCL_SYCL_H
#define SA_TARGET_SYCL_SYCL_H

#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the source of all the functions of `module`, which is at the stage of
/// kernels. Fails, with a diagnostic, on an operation that has no C++ form.
/// If `library` is not empty, the functions are those of a library: they are in
/// the namespace `library`, their header is `library`.hpp, and they take the
/// events to wait for as a last argument.
mlir::LogicalResult emitSYCLSource(mlir::ModuleOp module, llvm::raw_ostream &os,
                                   llvm::StringRef library = "");

/// Writes the declarations of all the functions of `module`, or of a library.
mlir::LogicalResult emitSYCLHeader(mlir::ModuleOp module, llvm::raw_ostream &os,
                                   llvm::StringRef library = "");

} // namespace sa

#endif // SA_TARGET_SYCL_SYCL_H
