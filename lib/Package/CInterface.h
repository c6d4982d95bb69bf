// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a package in C: `NAME.h`, and its definitions in C++.

#ifndef SA_LIB_PACKAGE_CINTERFACE_H
#define SA_LIB_PACKAGE_CINTERFACE_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Target/Cpp.h"
#include "llvm/Support/Error.h"
#include <string>

namespace sa {

/// Fails if a function of `module`, at the stage of kernels, would have the
/// name of something that each library has.
llvm::Error checkCNames(mlir::ModuleOp module, llvm::StringRef library);

/// Returns true for the macros that the headers of a library define.
bool isGuard(llvm::StringRef name, llvm::StringRef library);

/// Returns the parameters of a function with their types in C++, and names that
/// a header in C can have.
llvm::SmallVector<CppParameter> getCParameters(mlir::func::FuncOp func,
                                               llvm::StringRef library);

/// Returns the type in C for the type of a parameter in C++.
std::string getCType(llvm::StringRef type);

/// Returns the header in C of the library `library`.
std::string makeCHeader(mlir::ModuleOp module, llvm::StringRef library);

/// Returns the source in C++ that defines what the header declares. It follows
/// the source of the library's functions in the same file.
std::string makeCSource(mlir::ModuleOp module, llvm::StringRef library);

} // namespace sa

#endif // SA_LIB_PACKAGE_CINTERFACE_H
