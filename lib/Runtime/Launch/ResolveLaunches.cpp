// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/CheckedMath.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Launch.h"
#include "sa/Runtime/Launch/WorkGroup.h"

#include <algorithm>

using namespace sa::runtime;

namespace {

/// Runs the actions of a function without launching anything.
class LaunchResolver {
public:
  LaunchResolver(const FunctionManifest &manifest, const Target &target)
      : manifest(manifest), target(target) {}

  ResolvedLaunches run(const std::vector<int64_t> &sizes,
                       const ArgumentValues &arguments);

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution,
                "function '" + manifest.name + "': " + what);
  }

  /// The value of any expression of a launch.
  int64_t compute(const SizeExpr &size, const std::string &where) const;
  /// The value of a size, which is not negative.
  int64_t evaluate(const SizeExpr &size, const std::string &where) const;
  std::vector<size_t> evaluate(const std::vector<SizeExpr> &sizes,
                               const std::string &where) const;
  /// Appends the launches of `actions`, which are inside of `depth` loops.
  void resolveActions(const std::vector<HostAction> &actions, size_t depth);
  void resolveLoop(const HostAction &loop, size_t depth);
  void resolveLaunch(size_t position);

  const FunctionManifest &manifest;
  const Target &target;
  /// The values of the sizes, of the arguments that are sizes, and of the
  /// indices of the loops around the current action.
  std::vector<int64_t> values;
  ResolvedLaunches result;
};

} // namespace

int64_t LaunchResolver::compute(const SizeExpr &size,
                                const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value)
    fail(where + " has a size that does not fit into 64 bits");
  return *value;
}

int64_t LaunchResolver::evaluate(const SizeExpr &size,
                                 const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value || *value < 0)
    fail(where + " has no valid size for these arguments");
  return *value;
}

std::vector<size_t> LaunchResolver::evaluate(const std::vector<SizeExpr> &sizes,
                                             const std::string &where) const {
  std::vector<size_t> values;
  for (const SizeExpr &size : sizes)
    values.push_back(static_cast<size_t>(evaluate(size, where)));
  return values;
}

void LaunchResolver::resolveLaunch(size_t position) {
  const KernelLaunch &launch = manifest.launches[position];
  std::string where = "kernel '" + launch.kernel + "'";
  ResolvedLaunch resolved{
      position, evaluate(launch.range, where), std::nullopt, {}};
  for (const KernelOperand &operand : launch.operands) {
    if (operand.kind != KernelOperand::Kind::Size)
      continue;
    std::optional<int64_t> value = operand.size.evaluate(values);
    if (!value)
      fail(where + " has an argument that does not fit into 64 bits");
    resolved.sizes.push_back(*value);
  }
  const std::vector<size_t> &range = resolved.range;
  if (std::find(range.begin(), range.end(), 0) != range.end())
    return;
  if (launch.local) {
    resolved.local = evaluate(*launch.local, where);
    for (size_t d = 0; d != range.size(); ++d) {
      size_t local = (*resolved.local)[d];
      if (local == 0 || range[d] % local != 0)
        fail(where + " has a work-group that does not divide its range");
    }
  } else if (target.hasUnequalWorkGroups()) {
    resolved.local = chooseWorkGroup(range, target.getComputeUnits());
  }
  result.launches.push_back(std::move(resolved));
}

void LaunchResolver::resolveActions(const std::vector<HostAction> &actions,
                                    size_t depth) {
  for (const HostAction &item : actions) {
    if (item.kind == HostAction::Kind::Loop) {
      resolveLoop(item, depth);
    } else if (item.kind == HostAction::Kind::Condition) {
      bool holds = compute(item.condition, "a condition") != 0;
      resolveActions(holds ? item.body : item.otherwise, depth);
    } else {
      resolveLaunch(item.launch);
    }
  }
}

void LaunchResolver::resolveLoop(const HostAction &loop, size_t depth) {
  int64_t upper = compute(loop.upper, "a loop");
  int64_t increment = compute(loop.increment, "a loop");
  if (increment <= 0)
    fail("a loop does not go forward");
  unsigned index = manifest.getLoopSize(depth);
  values.resize(index + 1);
  for (int64_t value = compute(loop.lower, "a loop"); value < upper;) {
    values[index] = value;
    resolveActions(loop.body, depth + 1);
    // The end may be the largest number there is.
    std::optional<int64_t> next = checkedAdd(value, increment);
    if (!next)
      break;
    value = *next;
  }
}

ResolvedLaunches LaunchResolver::run(const std::vector<int64_t> &sizes,
                                     const ArgumentValues &arguments) {
  values = sizes;
  for (const auto &value : arguments) {
    const auto *scalar = std::get_if<ScalarBits>(&value);
    values.push_back(scalar ? static_cast<int64_t>(scalar->bits) : 0);
  }
  for (const Temporary &temporary : manifest.temporaries) {
    std::string where = "temporary '" + temporary.name + "'";
    std::optional<int64_t> bytes = checkedMul(
        evaluate(temporary.elements, where), getSize(temporary.elementType));
    if (!bytes)
      fail(where + " is too large to address");
    result.temporaryBytes.push_back(*bytes);
  }
  resolveActions(manifest.actions, 0);
  return std::move(result);
}

void sa::runtime::checkWorkGroups(const FunctionManifest &manifest,
                                  const ResolvedLaunches &launches,
                                  const LoadedKernels &kernels) {
  for (const ResolvedLaunch &launch : launches.launches) {
    if (!launch.local)
      continue;
    std::optional<std::string> reason =
        kernels.groupLimits[launch.position].findViolation(*launch.local);
    if (reason)
      throw Error(ErrorKind::Execution,
                  "function '" + manifest.name + "': kernel '" +
                      manifest.launches[launch.position].kernel + "' " +
                      *reason);
  }
}

ResolvedLaunches sa::runtime::resolveLaunches(const FunctionManifest &manifest,
                                              const Target &target,
                                              const std::vector<int64_t> &sizes,
                                              const ArgumentValues &values) {
  return LaunchResolver(manifest, target).run(sizes, values);
}
