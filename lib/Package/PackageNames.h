// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which names packages and their functions can have.

#ifndef SA_LIB_PACKAGE_PACKAGENAMES_H
#define SA_LIB_PACKAGE_PACKAGENAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "sa/Package/Package.h"
#include "llvm/Support/Error.h"

namespace sa {

/// Returns the error of a package with this message.
llvm::Error makePackageError(const llvm::Twine &message);

/// Fails if files, a namespace or a module cannot have the name of the package,
/// or if a function of `module`, at the stage of kernels, has a name that its
/// formats refuse.
llvm::Error checkPackageNames(const PackageOptions &options,
                              mlir::ModuleOp module);

} // namespace sa

#endif // SA_LIB_PACKAGE_PACKAGENAMES_H
