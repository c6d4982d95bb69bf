// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Plan.h"

#include "sa/Runtime/Aspects.h"
#include "sa/Runtime/Error.h"

#include <set>

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
    for (const Argument &argument : plan.arguments)
      if (const auto *array = std::get_if<ArrayArgument>(&argument))
        checkArray(*array);
    for (const Temporary &temporary : plan.temporaries)
      checkSizes(temporary.elements, "temporary '" + temporary.name + "'");
    for (const Constant &constant : plan.constants)
      if (constant.offset < 0 || constant.bytes < 0)
        fail("constant '" + constant.name + "' has a negative place or size");
    for (const Step &step : plan.steps)
      checkStep(step);
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

  void checkArray(const ArrayArgument &array) const {
    std::string where = "array '" + array.name + "'";
    if (array.shape.size() != array.strides.size())
      fail(where + " has not one stride for each dimension");
    for (const SizeExpr &size : array.shape)
      checkSizes(size, where);
    for (const SizeExpr &stride : array.strides)
      checkSizes(stride, where);
    checkSizes(array.offset, where);
  }

  void checkStep(const Step &step) const {
    std::string where = "kernel '" + step.kernel + "'";
    if (step.kernel.empty())
      fail("a step names no kernel");
    if (step.range.empty() || step.range.size() > 3)
      fail(where + " has a range of " + std::to_string(step.range.size()) +
           " dimensions, not of 1 to 3");
    for (const SizeExpr &size : step.range)
      checkSizes(size, where);
    if (step.local && step.local->size() != step.range.size())
      fail(where + " has a work-group of another rank than its range");
    if (step.local)
      for (const SizeExpr &size : *step.local)
        checkSizes(size, where);
    for (const KernelOperand &operand : step.operands)
      checkOperand(operand, where);
  }

  void checkOperand(const KernelOperand &operand,
                    const std::string &where) const {
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
      checkSizes(operand.size, where);
      return;
    }
  }

  const FunctionPlan &plan;
};

} // namespace

void sa::runtime::verifyPlan(const FunctionPlan &plan) { Verifier(plan).run(); }
