// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Function.h"

#include "sa/Runtime/Aspects.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch.h"

using namespace sa::runtime;

Function::Function(FunctionPlan plan, std::shared_ptr<Program> program)
    : plan(std::move(plan)), program(std::move(program)) {
  verifyPlan(this->plan);
  for (const Constant &constant : this->plan.constants) {
    size_t available = this->program->getNumConstantBytes();
    size_t offset = static_cast<size_t>(constant.offset);
    if (offset > available ||
        static_cast<size_t>(constant.bytes) > available - offset)
      throw Error(ErrorKind::Execution,
                  "function '" + this->plan.name + "': constant '" +
                      constant.name + "' is not part of the program's data");
  }
}

void Function::call(const std::vector<CallArgument> &arguments) {
  try {
    CheckedCall call = checkArguments(plan, arguments, *program);
    Kernels built = getKernels(*call.target);
    const char *constants =
        plan.constants.empty() ? nullptr : program->getConstants(*call.target);
    launchAndWait(plan, call, *built, constants);
  } catch (const sycl::exception &exception) {
    throw Error(ErrorKind::Execution,
                "function '" + plan.name + "': " + exception.what());
  }
}

void Function::checkAspects(const sycl::device &device) const {
  for (const std::string &aspect : plan.aspects)
    if (!device.has(*parseAspect(aspect)))
      throw Error(ErrorKind::Placement,
                  "function '" + plan.name + "' needs a device with " + aspect +
                      ", which '" +
                      device.get_info<sycl::info::device::name>() + "' lacks");
}

Function::Kernels Function::getKernels(Target &target) {
  std::lock_guard<std::mutex> guard(kernelsLock);
  for (const auto &[known, found] : kernels)
    if (known == &target)
      return found;
  checkAspects(target.getDevice());
  std::vector<sycl::kernel> found;
  for (const Step &step : plan.steps)
    found.push_back(
        program->getKernel(target, step.kernel, step.operands.size()));
  kernels.emplace_back(
      &target, std::make_shared<const std::vector<sycl::kernel>>(found));
  return kernels.back().second;
}
