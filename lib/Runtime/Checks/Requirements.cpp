// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Requirements.h"

#include "sa/Runtime/StorageSizes.h"

#include <algorithm>

using namespace sa::runtime;

namespace {

/// True when the requirement is about the dimension of this size.
bool concerns(const FunctionPlan &plan, const Requirement &requirement,
              size_t argument, unsigned position) {
  if (requirement.argument != argument)
    return false;
  const auto &array = std::get<ArrayArgument>(plan.arguments[argument]);
  return array.shape[requirement.dimension].getSizePosition() == position;
}

} // namespace

bool sa::runtime::hasOpenDimension(const FunctionPlan &plan, size_t argument) {
  return std::any_of(plan.requirements.begin(), plan.requirements.end(),
                     [&](const Requirement &requirement) {
                       return requirement.argument == argument;
                     });
}

bool sa::runtime::isOpenSize(const FunctionPlan &plan, size_t argument,
                             unsigned position) {
  return std::any_of(plan.requirements.begin(), plan.requirements.end(),
                     [&](const Requirement &requirement) {
                       return concerns(plan, requirement, argument, position);
                     });
}

std::optional<int64_t>
sa::runtime::findNeed(const FunctionPlan &plan, size_t argument,
                      unsigned position, const std::vector<int64_t> &sizes) {
  int64_t need = 0;
  for (const Requirement &requirement : plan.requirements) {
    if (!concerns(plan, requirement, argument, position))
      continue;
    std::optional<int64_t> atLeast;
    if (isKnown(requirement.atLeast, sizes))
      atLeast = requirement.atLeast.evaluate(sizes);
    if (!atLeast)
      return std::nullopt;
    need = std::max(need, *atLeast);
  }
  return need;
}

void sa::runtime::checkRequirements(const FunctionPlan &plan,
                                    const std::vector<ArrayCheck> &arrays,
                                    const std::vector<int64_t> &sizes) {
  for (const Requirement &requirement : plan.requirements)
    for (const ArrayCheck &array : arrays) {
      if (array.position != requirement.argument)
        continue;
      std::optional<int64_t> need = requirement.atLeast.evaluate(sizes);
      int64_t found = array.shape[requirement.dimension];
      if (need && found >= *need)
        continue;
      std::string dimension = std::to_string(requirement.dimension);
      array.fail((array.form == Form::Shaped
                      ? "shape[" + dimension + "] is " + std::to_string(found)
                      : "its storage has room for " + std::to_string(found) +
                            " in dimension " + dimension) +
                 ", but the loops need " +
                 (need ? "at least " + std::to_string(*need)
                       : "more than fit in memory"));
    }
}
