// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a package, NAME.json (docs/packages.md): what is in it, for
// people and for `sa::runtime`, which reads it (lib/Runtime/Package).

#ifndef SA_LIB_PACKAGE_PACKAGEMANIFEST_H
#define SA_LIB_PACKAGE_PACKAGEMANIFEST_H

#include "sa/Package/Package.h"
#include "llvm/Support/JSON.h"

namespace sa {

/// Returns the SHA-256 of `data`, 64 hexadecimal digits.
std::string hashBytes(llvm::StringRef data);

/// Returns the manifest of the package that consists of `files`. Fails, with a
/// diagnostic and without a message, if the program does not compile.
llvm::Expected<std::string> makePackageManifest(Compilation &compilation,
                                                const PackageOptions &options,
                                                const PackageFiles &files);

} // namespace sa

#endif // SA_LIB_PACKAGE_PACKAGEMANIFEST_H
