// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a shared library as a HAT file: their header in C, and the
// same as TOML.

#ifndef SA_LIB_PACKAGE_HATFILE_H
#define SA_LIB_PACKAGE_HATFILE_H

#include "sa/Package/Package.h"

namespace sa {

/// Returns `NAME.hat` for the functions of `module`, at the stage of kernels,
/// which `header` declares.
std::string makeHatFile(mlir::ModuleOp module, const PackageOptions &options,
                        llvm::StringRef header);

} // namespace sa

#endif // SA_LIB_PACKAGE_HATFILE_H
