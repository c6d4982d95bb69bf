// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of the format SYCL source.

#ifndef SA_LIB_PACKAGE_SOURCEFILES_H
#define SA_LIB_PACKAGE_SOURCEFILES_H

#include "sa/Package/Package.h"

namespace sa {

/// Adds the header, the source and the CMakeLists.txt of a library.
llvm::Error addSourceFiles(Compilation &compilation,
                           const PackageOptions &options, PackageFiles &files);

/// Returns an assembler file that defines `symbol` as the bytes of `file`, and
/// after it, with `_end`, where they end.
std::string makeIncludingAssembly(llvm::StringRef symbol, llvm::StringRef file);

} // namespace sa

#endif // SA_LIB_PACKAGE_SOURCEFILES_H
