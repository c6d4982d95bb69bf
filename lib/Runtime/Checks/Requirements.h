// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions that are left open, and how large the loops need them to be.

#ifndef SA_LIB_RUNTIME_REQUIREMENTS_H
#define SA_LIB_RUNTIME_REQUIREMENTS_H

#include "ArrayRules.h"

#include <optional>
#include <vector>

namespace sa::runtime {

/// True when the array leaves a dimension open.
bool hasOpenDimension(const FunctionPlan &plan, size_t argument);

/// True when the array leaves a dimension open, and this is its size.
bool isOpenSize(const FunctionPlan &plan, size_t argument, unsigned position);

/// How large the loops need the open dimension with this size to be. Nothing
/// when that depends on a size that is not known.
std::optional<int64_t> findNeed(const FunctionPlan &plan, size_t argument,
                                unsigned position,
                                const std::vector<int64_t> &sizes);

/// Throws an Error when an array is smaller than the loops need. The shapes of
/// the arrays are known.
void checkRequirements(const FunctionPlan &plan,
                       const std::vector<ArrayCheck> &arrays,
                       const std::vector<int64_t> &sizes);

} // namespace sa::runtime

#endif // SA_LIB_RUNTIME_REQUIREMENTS_H
