// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/CheckedMath.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch.h"
#include "sa/Runtime/WorkGroup.h"

#include <algorithm>

using namespace sa::runtime;

namespace {

/// Runs the program of a function without launching anything.
class LaunchPlanner {
public:
  LaunchPlanner(const FunctionPlan &plan, const Target &target)
      : plan(plan), target(target) {}

  LaunchPlan run(const std::vector<int64_t> &sizes,
                 const ArgumentValues &arguments);

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution, "function '" + plan.name + "': " + what);
  }

  /// The value of any expression of a step.
  int64_t compute(const SizeExpr &size, const std::string &where) const;
  /// The value of a size, which is not negative.
  int64_t evaluate(const SizeExpr &size, const std::string &where) const;
  std::vector<size_t> evaluate(const std::vector<SizeExpr> &sizes,
                               const std::string &where) const;
  /// Plans the launches of a part of the program, in the order in which they
  /// run, inside of `depth` loops.
  void planProgram(const std::vector<HostStep> &program, size_t depth);
  void planLoop(const HostStep &loop, size_t depth);
  void planStep(size_t position);

  const FunctionPlan &plan;
  const Target &target;
  /// The values of the sizes, of the arguments that are sizes, and of the
  /// indices of the loops around what is being planned.
  std::vector<int64_t> values;
  LaunchPlan result;
};

} // namespace

int64_t LaunchPlanner::compute(const SizeExpr &size,
                               const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value)
    fail(where + " has a size that does not fit into 64 bits");
  return *value;
}

int64_t LaunchPlanner::evaluate(const SizeExpr &size,
                                const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value || *value < 0)
    fail(where + " has no valid size for these arguments");
  return *value;
}

std::vector<size_t> LaunchPlanner::evaluate(const std::vector<SizeExpr> &sizes,
                                            const std::string &where) const {
  std::vector<size_t> values;
  for (const SizeExpr &size : sizes)
    values.push_back(static_cast<size_t>(evaluate(size, where)));
  return values;
}

void LaunchPlanner::planStep(size_t position) {
  const Step &step = plan.steps[position];
  std::string where = "kernel '" + step.kernel + "'";
  PlannedStep planned{position, evaluate(step.range, where), std::nullopt, {}};
  for (const KernelOperand &operand : step.operands) {
    if (operand.kind != KernelOperand::Kind::Size)
      continue;
    std::optional<int64_t> value = operand.size.evaluate(values);
    if (!value)
      fail(where + " has an argument that does not fit into 64 bits");
    planned.sizes.push_back(*value);
  }
  const std::vector<size_t> &range = planned.range;
  if (std::find(range.begin(), range.end(), 0) != range.end())
    return;
  if (step.local) {
    planned.local = evaluate(*step.local, where);
    for (size_t d = 0; d != range.size(); ++d) {
      size_t local = (*planned.local)[d];
      if (local == 0 || range[d] % local != 0)
        fail(where + " has a work-group that does not divide its range");
    }
  } else if (target.hasUnequalWorkGroups()) {
    planned.local = chooseWorkGroup(range, target.getComputeUnits());
  }
  result.steps.push_back(std::move(planned));
}

void LaunchPlanner::planProgram(const std::vector<HostStep> &program,
                                size_t depth) {
  for (const HostStep &item : program) {
    if (item.kind == HostStep::Kind::Loop) {
      planLoop(item, depth);
    } else if (item.kind == HostStep::Kind::Condition) {
      bool holds = compute(item.condition, "a condition") != 0;
      planProgram(holds ? item.body : item.otherwise, depth);
    } else {
      planStep(item.step);
    }
  }
}

void LaunchPlanner::planLoop(const HostStep &loop, size_t depth) {
  int64_t upper = compute(loop.upper, "a loop");
  int64_t stride = compute(loop.stride, "a loop");
  if (stride <= 0)
    fail("a loop does not go forward");
  unsigned index = plan.getLoopSize(depth);
  values.resize(index + 1);
  for (int64_t value = compute(loop.lower, "a loop"); value < upper;) {
    values[index] = value;
    planProgram(loop.body, depth + 1);
    // The end may be the largest number there is.
    std::optional<int64_t> next = checkedAdd(value, stride);
    if (!next)
      break;
    value = *next;
  }
}

LaunchPlan LaunchPlanner::run(const std::vector<int64_t> &sizes,
                              const ArgumentValues &arguments) {
  values = sizes;
  for (const auto &value : arguments) {
    const auto *scalar = std::get_if<ScalarBits>(&value);
    values.push_back(scalar ? static_cast<int64_t>(scalar->bits) : 0);
  }
  for (const Temporary &temporary : plan.temporaries) {
    std::string where = "temporary '" + temporary.name + "'";
    std::optional<int64_t> bytes = checkedMul(
        evaluate(temporary.elements, where), getSize(temporary.elementType));
    if (!bytes)
      fail(where + " is too large to address");
    result.temporaryBytes.push_back(*bytes);
  }
  planProgram(plan.program, 0);
  return std::move(result);
}

void sa::runtime::checkWorkGroups(const FunctionPlan &plan,
                                  const LaunchPlan &launches,
                                  const LoadedKernels &kernels) {
  for (const PlannedStep &step : launches.steps) {
    if (!step.local)
      continue;
    std::optional<std::string> reason =
        kernels.groupLimits[step.step].findViolation(*step.local);
    if (reason)
      throw Error(ErrorKind::Execution,
                  "function '" + plan.name + "': kernel '" +
                      plan.steps[step.step].kernel + "' " + *reason);
  }
}

LaunchPlan sa::runtime::planLaunches(const FunctionPlan &plan,
                                     const Target &target,
                                     const std::vector<int64_t> &sizes,
                                     const ArgumentValues &values) {
  return LaunchPlanner(plan, target).run(sizes, values);
}
