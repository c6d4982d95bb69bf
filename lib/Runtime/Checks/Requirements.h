// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions that are left open, and how large the loops need them to be.

#ifndef SA_LIB_RUNTIME_CHECKS_REQUIREMENTS_H
#define SA_LIB_RUNTIME_CHECKS_REQUIREMENTS_H

#include "ArrayRules.h"

#include <optional>
#include <vector>

namespace sa::runtime {

/// True when the array leaves a dimension open.
bool hasOpenDimension(const FunctionManifest &manifest, size_t argument);

/// True when the array leaves a dimension open, and this is its size.
bool isOpenSize(const FunctionManifest &manifest, size_t argument,
                unsigned position);

/// How large the loops need the open dimension with this size to be. Nothing
/// when that depends on a size that is not known.
std::optional<int64_t> findNeed(const CallCheck &call, size_t argument,
                                unsigned position);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_CHECKS_REQUIREMENTS_H
