// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels → SYCL C++: a source and a header for any SYCL 2020 compiler. For
// DPC++'s run-time compiler, `SAOPT_RTC` excludes the host functions of the
// same source and makes the kernels free functions.

#ifndef SA_TARGET_SYCL_SYCL_H
#define SA_TARGET_SYCL_SYCL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace sa {

/// Writes the source of all the functions of `module`, which is at the stage of
/// kernels. Fails, with a diagnostic, on an operation that has no C++ form.
/// If `library` is not empty, the functions are those of a library: they are in
/// the namespace `library`, their header is `library`.hpp, and they take the
/// events to wait for as a last argument.
/// With `marksLines` the lines of kernels end with `lineMark`, the line of the
/// program that they come from, a colon and its file.
mlir::LogicalResult emitSYCLSource(mlir::ModuleOp module, llvm::raw_ostream &os,
                                   llvm::StringRef library = "",
                                   bool marksLines = false);
inline constexpr llvm::StringLiteral lineMark = "\x01";

/// Writes the declarations of all the functions of `module`, or of a library.
mlir::LogicalResult emitSYCLHeader(mlir::ModuleOp module, llvm::raw_ostream &os,
                                   llvm::StringRef library = "");

/// Writes the host functions of the library `library`, whose kernels are in the
/// SPIR-V module of the same program: C++ for any compiler, with DPC++'s
/// runtime. It is built together with an assembler file that defines the symbol
/// `getModuleSymbol(library)` as the bytes of the module, after which `_end`
/// points behind them. `strict` is that of the compilation.
mlir::LogicalResult emitHostSource(mlir::ModuleOp module, llvm::raw_ostream &os,
                                   llvm::StringRef library, bool strict);
std::string getModuleSymbol(llvm::StringRef library);

/// Writes the roles, types and shapes of the arguments of `func` as comments.
void printArgumentComment(llvm::raw_ostream &os, mlir::func::FuncOp func);

/// Returns true if the source declares the large constants of `module` as one
/// block of bytes that is linked, and the symbol of that block.
bool hasLinkedConstants(mlir::ModuleOp module);
std::string getConstantBlockName(mlir::ModuleOp module,
                                 llvm::StringRef library = "");

} // namespace sa

#endif // SA_TARGET_SYCL_SYCL_H
