// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Requirements.h"

#include "sa/Runtime/Checks/StorageSizes.h"

#include <algorithm>

using namespace sa::runtime;

namespace {

/// True when the requirement is about the dimension of this size.
bool concerns(const FunctionManifest &manifest, const Requirement &requirement,
              size_t argument, unsigned position) {
  if (!requirement.isOpen || requirement.argument != argument)
    return false;
  const auto &array = std::get<ArrayArgument>(manifest.arguments[argument]);
  return array.shape[requirement.dimension].getSizePosition() == position;
}

/// The least size, when that is known.
std::optional<int64_t> evaluate(const CallCheck &call,
                                const Requirement &requirement) {
  if (!requirement.atLeast)
    return call.findNeed(requirement, call.sizes);
  if (!isKnown(*requirement.atLeast, call.sizes))
    return std::nullopt;
  return requirement.atLeast->evaluate(call.sizes);
}

} // namespace

bool sa::runtime::hasOpenDimension(const FunctionManifest &manifest,
                                   size_t argument) {
  return std::any_of(manifest.requirements.begin(), manifest.requirements.end(),
                     [&](const Requirement &requirement) {
                       return requirement.isOpen &&
                              requirement.argument == argument;
                     });
}

bool sa::runtime::isOpenSize(const FunctionManifest &manifest, size_t argument,
                             unsigned position) {
  return std::any_of(manifest.requirements.begin(), manifest.requirements.end(),
                     [&](const Requirement &requirement) {
                       return concerns(manifest, requirement, argument,
                                       position);
                     });
}

std::optional<int64_t> sa::runtime::findNeed(const CallCheck &call,
                                             size_t argument,
                                             unsigned position) {
  int64_t need = 0;
  for (const Requirement &requirement : call.manifest.requirements) {
    if (!concerns(call.manifest, requirement, argument, position))
      continue;
    std::optional<int64_t> atLeast = evaluate(call, requirement);
    if (!atLeast)
      return std::nullopt;
    need = std::max(need, *atLeast);
  }
  return need;
}

void sa::runtime::checkRequirements(CallCheck &call) {
  for (const Requirement &requirement : call.manifest.requirements)
    for (const ArrayCheck &array : call.arrays) {
      if (array.position != requirement.argument)
        continue;
      std::optional<int64_t> need = evaluate(call, requirement);
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
