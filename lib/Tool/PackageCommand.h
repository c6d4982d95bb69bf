// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that write a package, and what they do.

#ifndef SA_LIB_TOOL_PACKAGECOMMAND_H
#define SA_LIB_TOOL_PACKAGECOMMAND_H

#include "sa/Pipelines/Compilation.h"

namespace sa::tool {

/// Returns true if the command line asks for a package.
bool isPackageAsked();

/// Fails, with a message, if options of packages do not fit together;
/// `hasEmit` says that the command line asks for another output, too.
mlir::LogicalResult checkPackageOptions(bool hasEmit);

/// Writes the package that the command line asks for, and lists its files in
/// `output`. Fails with a diagnostic or a message.
mlir::LogicalResult writePackage(Compilation &compilation, std::string &output);

} // namespace sa::tool

#endif // SA_LIB_TOOL_PACKAGECOMMAND_H
