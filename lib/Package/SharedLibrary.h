// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of the format shared library.

#ifndef SA_LIB_PACKAGE_SHAREDLIBRARY_H
#define SA_LIB_PACKAGE_SHAREDLIBRARY_H

#include "sa/Package/Package.h"

namespace sa {

/// Builds the library with the C++ compiler of the system, and adds it, its
/// headers, and what CMake and pkg-config need to find it.
llvm::Error addSharedLibrary(Compilation &compilation,
                             const PackageOptions &options,
                             PackageFiles &files);

} // namespace sa

#endif // SA_LIB_PACKAGE_SHAREDLIBRARY_H
