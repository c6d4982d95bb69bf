// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A package as a wheel: a module of Python that pip installs.

#ifndef SA_LIB_PACKAGE_WHEEL_H
#define SA_LIB_PACKAGE_WHEEL_H

#include "sa/Package/Package.h"

namespace sa {

/// Adds NAME-VERSION-py3-none-any.whl, whose module loads the package `inside`,
/// of the format spirv.
void addWheel(const PackageOptions &options, const PackageFiles &inside,
              PackageFiles &files);

} // namespace sa

#endif // SA_LIB_PACKAGE_WHEEL_H
