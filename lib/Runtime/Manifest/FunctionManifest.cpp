// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Plan.h"

#include "sa/Runtime/Aspects.h"
#include "sa/Runtime/Error.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <type_traits>

using namespace sa::runtime;

namespace {

/// Checks the parts of one plan; the first that is wrong ends it.
class Verifier {
public:
  explicit Verifier(const FunctionPlan &plan) : plan(plan) {}

  void run() {
    if (plan.name.empty())
      fail("it has no name");
    checkNames();
    for (const std::string &aspect : plan.aspects)
      if (!parseAspect(aspect))
        fail("it needs the aspect '" + aspect + "', which is not known");
    for (const Argument &argument : plan.arguments) {
      if (const auto *array = std::get_if<ArrayArgument>(&argument))
        checkArray(*array);
      else
        checkScalar(std::get<ScalarArgument>(argument));
    }
    for (const Requirement &requirement : plan.requirements)
      checkRequirement(requirement);
    for (const Temporary &temporary : plan.temporaries)
      checkSizes(temporary.elements, "temporary '" + temporary.name + "'");
    for (const Constant &constant : plan.constants)
      if (constant.offset < 0 || constant.bytes < 0)
        fail("constant '" + constant.name + "' has a negative place or size");
    checkProgram(plan.program, 0);
    if (numChecked != plan.steps.size())
      fail("it does not launch all of its kernels");
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution,
                "the plan of function '" + plan.name + "' is wrong: " + what);
  }

  void checkNames() const {
    std::set<std::string> seen;
    for (const Argument &argument : plan.arguments)
      if (!seen.insert(getName(argument)).second)
        fail("two arguments are called '" + getName(argument) + "'");
    seen.clear();
    for (const std::string &size : plan.sizes)
      if (!seen.insert(size).second)
        fail("two sizes are called '" + size + "'");
  }

  void checkSizes(const SizeExpr &size, const std::string &where) const {
    if (size.getNumSizes() > plan.sizes.size())
      fail(where + " uses a size that the function does not have");
  }

  void checkScalar(const ScalarArgument &scalar) const {
    if (isComplex(scalar.type))
      fail("scalar '" + scalar.name + "' is of type " +
           std::string(getName(scalar.type)) + ", which only arrays have");
  }

  void checkArray(const ArrayArgument &array) const {
    std::string where = "array '" + array.name + "'";
    if (array.shape.size() > maxRank)
      fail(where + " has " + std::to_string(array.shape.size()) +
           " dimensions, more than " + std::to_string(maxRank));
    size_t strides = array.layout == Layout::Strided ? array.shape.size() : 0;
    size_t open = array.layout == Layout::Open ? array.shape.size() : 0;
    if (array.strides.size() != strides || array.strideSizes.size() != open)
      fail(where + " has not one stride for each dimension");
    for (const SizeExpr &size : array.shape)
      checkSizes(size, where);
    for (const SizeExpr &stride : array.strides)
      checkSizes(stride, where);
    for (unsigned size : array.strideSizes)
      checkSizes(SizeExpr::size(size), where);
    checkSizes(array.offset, where);
    checkSizes(array.storage, where);
  }

  void checkRequirement(const Requirement &requirement) const {
    const auto *array =
        requirement.argument < plan.arguments.size()
            ? std::get_if<ArrayArgument>(&plan.arguments[requirement.argument])
            : nullptr;
    if (!array || requirement.dimension >= array->shape.size() ||
        !array->shape[requirement.dimension].getSizePosition())
      fail("a requirement is not about a dimension with a size of its own");
    checkSizes(requirement.atLeast, "a requirement");
  }

  /// Launches come in order, each once; loops and conditions know the indices
  /// of the `depth` loops around them.
  void checkProgram(const std::vector<HostStep> &program, size_t depth) {
    for (const HostStep &item : program) {
      if (item.kind == HostStep::Kind::Launch) {
        if (item.step != numChecked || item.step >= plan.steps.size())
          fail("its launches are not in the order of its kernels");
        ++numChecked;
        checkStep(plan.steps[item.step], depth);
      } else if (item.kind == HostStep::Kind::Loop) {
        for (const SizeExpr *size : {&item.lower, &item.upper, &item.stride})
          checkStepSize(*size, "a loop", depth);
        checkProgram(item.body, depth + 1);
      } else {
        checkStepSize(item.condition, "a condition", depth);
        checkProgram(item.body, depth);
        checkProgram(item.otherwise, depth);
      }
    }
  }

  /// The same for a size in a step inside of `depth` loops.
  void checkStepSize(const SizeExpr &size, const std::string &where,
                     size_t depth) const {
    if (size.getNumSizes() > plan.getLoopSize(depth))
      fail(where + " uses a size that the function does not have");
    for (size_t i = 0; i != plan.arguments.size(); ++i) {
      const auto *scalar = std::get_if<ScalarArgument>(&plan.arguments[i]);
      if (size.uses(plan.getArgumentSize(i)) &&
          (!scalar || scalar->type != ElementType::I64))
        fail(where + " uses argument '" + getName(plan.arguments[i]) +
             "' as a size, which only scalars of type i64 are");
    }
  }

  void checkStep(const Step &step, size_t depth) const {
    std::string where = "kernel '" + step.kernel + "'";
    if (step.kernel.empty())
      fail("a step names no kernel");
    if (step.range.empty() || step.range.size() > 3)
      fail(where + " has a range of " + std::to_string(step.range.size()) +
           " dimensions, not of 1 to 3");
    for (const SizeExpr &size : step.range)
      checkStepSize(size, where, depth);
    if (step.local && step.local->size() != step.range.size())
      fail(where + " has a work-group of another rank than its range");
    if (step.local)
      for (const SizeExpr &size : *step.local)
        checkStepSize(size, where, depth);
    for (const KernelOperand &operand : step.operands)
      checkOperand(operand, where, depth);
  }

  void checkOperand(const KernelOperand &operand, const std::string &where,
                    size_t depth) const {
    switch (operand.kind) {
    case KernelOperand::Kind::Argument:
      if (operand.position >= plan.arguments.size())
        fail(where + " takes an argument that the function does not have");
      return;
    case KernelOperand::Kind::Temporary:
      if (operand.position >= plan.temporaries.size())
        fail(where + " takes a temporary that the function does not have");
      return;
    case KernelOperand::Kind::Constant:
      if (operand.position >= plan.constants.size())
        fail(where + " takes a constant that the function does not have");
      return;
    case KernelOperand::Kind::Size:
      checkStepSize(operand.size, where, depth);
      return;
    }
  }

  const FunctionPlan &plan;
  /// How many launches there have been.
  size_t numChecked = 0;
};

} // namespace

bool ArrayArgument::hasSize(unsigned position) const {
  return std::any_of(shape.begin(), shape.end(),
                     [&](const SizeExpr &size) { return size.uses(position); });
}

std::optional<Placement>
ArrayArgument::place(const std::vector<int64_t> &sizes) const {
  Placement placement;
  for (const SizeExpr &size : shape) {
    std::optional<int64_t> value = size.evaluate(sizes);
    if (!value || *value < 0)
      return std::nullopt;
    placement.shape.push_back(*value);
  }
  for (const SizeExpr &stride : strides) {
    std::optional<int64_t> value = stride.evaluate(sizes);
    if (!value)
      return std::nullopt;
    placement.strides.push_back(*value);
  }
  std::optional<int64_t> start = offset.evaluate(sizes);
  if (!start)
    return std::nullopt;
  placement.offset = *start;
  return placement;
}

void sa::runtime::verifyPlan(const FunctionPlan &plan) { Verifier(plan).run(); }

void sa::runtime::verifyContiguousPlan(const FunctionPlan &general,
                                       const FunctionPlan &contiguous) {
  auto fail = [&](const std::string &what) {
    throw Error(ErrorKind::Execution, "function '" + contiguous.name +
                                          "' cannot stand for '" +
                                          general.name + "': " + what);
  };
  if (general.contiguous != contiguous.name)
    fail("it is not its contiguous version");
  if (general.arguments.size() != contiguous.arguments.size())
    fail("it has another number of arguments");
  for (size_t i = 0; i != general.arguments.size(); ++i) {
    const Argument &argument = general.arguments[i];
    const Argument &other = contiguous.arguments[i];
    auto describe = [](const auto &a) {
      using ArgumentT = std::decay_t<decltype(a)>;
      if constexpr (std::is_same_v<ArgumentT, ScalarArgument>)
        return std::make_tuple(a.name, a.type, Role::Input, size_t(0));
      else
        return std::make_tuple(a.name, a.elementType, a.role, a.shape.size());
    };
    if (argument.index() != other.index() ||
        std::visit(describe, argument) != std::visit(describe, other))
      fail("argument '" + getName(argument) + "' differs");
    const auto *array = std::get_if<ArrayArgument>(&other);
    if (array && array->layout == Layout::Open)
      fail("it leaves the strides of argument '" + array->name + "' open");
  }
}
