// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Function.h"

#include "sa/Runtime/Aspects.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch.h"

using namespace sa::runtime;

Function::Function(FunctionPlan plan, std::shared_ptr<Program> program,
                   std::optional<FunctionPlan> contiguous)
    : program(std::move(program)), general(std::move(plan)) {
  verify(general.plan);
  if (!contiguous)
    return;
  verify(*contiguous);
  verifyContiguousPlan(general.plan, *contiguous);
  // Messages are about the function that people know.
  contiguous->name = general.plan.name;
  this->contiguous = std::make_unique<Variant>(std::move(*contiguous));
}

void Function::verify(const FunctionPlan &plan) const {
  verifyPlan(plan);
  for (const Constant &constant : plan.constants) {
    size_t available = program->getNumConstantBytes();
    size_t offset = static_cast<size_t>(constant.offset);
    if (offset > available ||
        static_cast<size_t>(constant.bytes) > available - offset)
      throw Error(ErrorKind::Execution,
                  "function '" + plan.name + "': constant '" + constant.name +
                      "' is not part of the program's data");
  }
}

bool Function::choosesContiguous(
    const std::vector<CallArgument> &arguments) const {
  return contiguous && isContiguous(general.plan, arguments);
}

void Function::call(const std::vector<CallArgument> &arguments) {
  Variant &variant = choosesContiguous(arguments) ? *contiguous : general;
  const FunctionPlan &plan = variant.plan;
  try {
    CheckedCall call = checkArguments(plan, arguments, *program);
    Kernels built = getKernels(variant, *call.target);
    const char *constants =
        plan.constants.empty() ? nullptr : program->getConstants(*call.target);
    launchAndWait(plan, call, *built, constants);
  } catch (const sycl::exception &exception) {
    throw Error(ErrorKind::Execution,
                "function '" + plan.name + "': " + exception.what());
  }
}

OutputNeeds
Function::findOutputNeeds(const std::vector<CallArgument> &arguments) {
  return sa::runtime::findOutputNeeds(general.plan, arguments, *program);
}

static void checkAspects(const FunctionPlan &plan, const sycl::device &device) {
  for (const std::string &aspect : plan.aspects)
    if (!device.has(*parseAspect(aspect)))
      throw Error(ErrorKind::Placement,
                  "function '" + plan.name + "' needs a device with " + aspect +
                      ", which '" +
                      device.get_info<sycl::info::device::name>() + "' lacks");
}

Function::Kernels Function::getKernels(Variant &variant, Target &target) {
  std::lock_guard<std::mutex> guard(variant.lock);
  for (const auto &[known, found] : variant.kernels)
    if (known == &target)
      return found;
  checkAspects(variant.plan, target.getDevice());
  std::vector<sycl::kernel> found;
  for (const Step &step : variant.plan.steps)
    found.push_back(
        program->getKernel(target, step.kernel, step.operands.size()));
  variant.kernels.emplace_back(
      &target, std::make_shared<const std::vector<sycl::kernel>>(found));
  return variant.kernels.back().second;
}
