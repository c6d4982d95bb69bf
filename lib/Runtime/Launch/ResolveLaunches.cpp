// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/CheckedMath.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Launch.h"
#include "sa/Runtime/Launch/WorkGroup.h"

#include <algorithm>
#include <limits>

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
  using Steps = std::vector<HostStep>;

  /// Appends the launches of `actions`, which are inside of `depth` loops, and
  /// the steps that run them.
  void resolveActions(const std::vector<HostAction> &actions, size_t depth,
                      Steps &steps);
  void resolveLoop(const HostAction &loop, size_t depth, Steps &steps);
  void resolveStop(const HostAction &action, Steps &steps) const;
  void resolveLaunch(size_t position, Steps &steps);
  /// True when an action depends on the index of a loop inside of `depth`
  /// others.
  bool usesIndex(const std::vector<HostAction> &actions, unsigned index) const;
  bool usesIndex(const KernelLaunch &launch, unsigned index) const;

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

void LaunchResolver::resolveLaunch(size_t position, Steps &steps) {
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
  HostStep step;
  step.position = result.launches.size();
  steps.push_back(std::move(step));
  result.launches.push_back(std::move(resolved));
}

void LaunchResolver::resolveStop(const HostAction &action, Steps &steps) const {
  HostStep step;
  step.kind = HostStep::Kind::Stop;
  step.first = action.first;
  step.bytes = getSize(action.elementType);
  step.offset =
      evaluate(action.offset, "the element that ends a loop") * step.bytes;
  step.every = action.every;
  steps.push_back(std::move(step));
}

bool LaunchResolver::usesIndex(const KernelLaunch &launch,
                               unsigned index) const {
  auto isUsed = [&](const SizeExpr &size) { return size.uses(index); };
  return std::any_of(launch.range.begin(), launch.range.end(), isUsed) ||
         (launch.local &&
          std::any_of(launch.local->begin(), launch.local->end(), isUsed)) ||
         std::any_of(launch.operands.begin(), launch.operands.end(),
                     [&](const KernelOperand &operand) {
                       return isUsed(operand.size);
                     });
}

bool LaunchResolver::usesIndex(const std::vector<HostAction> &actions,
                               unsigned index) const {
  return std::any_of(
      actions.begin(), actions.end(), [&](const HostAction &item) {
        if (item.kind == HostAction::Kind::Launch)
          return usesIndex(manifest.launches[item.launch], index);
        return item.lower.uses(index) || item.upper.uses(index) ||
               item.increment.uses(index) || item.condition.uses(index) ||
               item.offset.uses(index) || usesIndex(item.body, index) ||
               usesIndex(item.otherwise, index);
      });
}

void LaunchResolver::resolveActions(const std::vector<HostAction> &actions,
                                    size_t depth, Steps &steps) {
  for (const HostAction &item : actions) {
    HostStep step;
    step.first = item.first;
    step.second = item.second;
    switch (item.kind) {
    case HostAction::Kind::Launch:
      resolveLaunch(item.launch, steps);
      break;
    case HostAction::Kind::Loop:
      resolveLoop(item, depth, steps);
      break;
    case HostAction::Kind::Condition: {
      bool holds = compute(item.condition, "a condition") != 0;
      resolveActions(holds ? item.body : item.otherwise, depth, steps);
      break;
    }
    case HostAction::Kind::Exchange:
      step.kind = HostStep::Kind::Exchange;
      steps.push_back(std::move(step));
      break;
    case HostAction::Kind::Stop:
      resolveStop(item, steps);
      break;
    case HostAction::Kind::Moved:
      step.kind = HostStep::Kind::Moved;
      step.bodies.emplace_back();
      resolveActions(item.body, depth, step.bodies.front());
      steps.push_back(std::move(step));
      break;
    }
  }
}

void LaunchResolver::resolveLoop(const HostAction &loop, size_t depth,
                                 Steps &steps) {
  int64_t upper = compute(loop.upper, "a loop");
  int64_t increment = compute(loop.increment, "a loop");
  if (increment <= 0)
    fail("a loop does not go forward");
  unsigned index = manifest.getLoopSize(depth);
  values.resize(index + 1);
  int64_t lower = compute(loop.lower, "a loop");
  HostStep rounds;
  rounds.kind = HostStep::Kind::Loop;
  if (lower < upper && !usesIndex(loop.body, index)) {
    // All rounds are the same; a distance has one bit more than a number.
    uint64_t distance =
        static_cast<uint64_t>(upper) - static_cast<uint64_t>(lower) - 1;
    rounds.count = static_cast<int64_t>(
        std::min<uint64_t>(distance / static_cast<uint64_t>(increment),
                           std::numeric_limits<int64_t>::max() - 1) +
        1);
    values[index] = lower;
    rounds.bodies.emplace_back();
    resolveActions(loop.body, depth + 1, rounds.bodies.front());
    if (!rounds.bodies.front().empty())
      steps.push_back(std::move(rounds));
    return;
  }
  for (int64_t value = lower; value < upper;) {
    values[index] = value;
    rounds.bodies.emplace_back();
    resolveActions(loop.body, depth + 1, rounds.bodies.back());
    // The end may be the largest number there is.
    std::optional<int64_t> next = checkedAdd(value, increment);
    if (!next)
      break;
    value = *next;
  }
  rounds.count = static_cast<int64_t>(rounds.bodies.size());
  if (rounds.count != 0)
    steps.push_back(std::move(rounds));
}

/// True when `steps` run each launch once, in order.
static bool isPlain(const std::vector<HostStep> &steps) {
  return std::all_of(steps.begin(), steps.end(), [](const HostStep &step) {
    if (step.kind == HostStep::Kind::Launch)
      return true;
    return step.kind == HostStep::Kind::Loop &&
           static_cast<int64_t>(step.bodies.size()) == step.count &&
           std::all_of(step.bodies.begin(), step.bodies.end(), isPlain);
  });
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
  resolveActions(manifest.actions, 0, result.steps);
  // Without launches nothing moves that anyone could see.
  if (result.launches.empty() || isPlain(result.steps))
    result.steps.clear();
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
