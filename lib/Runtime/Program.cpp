// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Program.h"

#include "OpenCL.h"
#include "sa/Runtime/Error.h"

#include <cstring>

#include <sycl/usm.hpp>

using namespace sa::runtime;
namespace syclex = sycl::ext::oneapi::experimental;

/// True when the device runs work-groups of unequal size.
static bool supportsUnequalWorkGroups(const sycl::device &device) {
  cl_bool supported = CL_FALSE;
  return device.get_backend() == sycl::backend::opencl &&
         queryDevice(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                     supported) &&
         supported;
}

Target::Target(const sycl::context &context, const sycl::device &device)
    : context(context), device(device),
      allocations(AllocationFinder::create(context, device)),
      computeUnits(device.get_info<sycl::info::device::max_compute_units>()),
      unequalWorkGroups(device.is_cpu() && supportsUnequalWorkGroups(device)) {}

Program::Program(std::string code, Language language, bool strict,
                 std::string constants)
    : code(std::move(code)), language(language), strict(strict),
      constants(std::move(constants)) {
  if (language != Language::SPIRV)
    return;
  // Drivers trust their input; what is no module at all must not reach them.
  uint32_t magic = 0;
  if (this->code.size() >= 20)
    std::memcpy(&magic, this->code.data(), sizeof(magic));
  if (magic != 0x07230203 || this->code.size() % 4 != 0)
    throw Error(ErrorKind::Execution, "the code is not a SPIR-V module");
}

Target &Program::getTarget(const sycl::queue &queue) {
  sycl::context context = queue.get_context();
  sycl::device device = queue.get_device();
  std::lock_guard<std::mutex> guard(targetsLock);
  for (const std::unique_ptr<Target> &target : targets)
    if (target->context == context && target->device == device)
      return *target;
  targets.push_back(std::make_unique<Target>(context, device));
  return *targets.back();
}

void Program::build(Target &target) {
  std::lock_guard<std::mutex> guard(target.building);
  if (target.executable)
    return;
  if (!target.failure) {
    try {
      compile(target);
      return;
    } catch (const sycl::exception &exception) {
      target.failure = exception.what();
      if (language == Language::SPIRV &&
          target.context.get_backend() == sycl::backend::opencl)
        *target.failure +=
            "\n" + explainBuildFailure(target.context, target.device, code);
    }
  }
  const char *what = language == Language::SYCL
                         ? "the SYCL source does not compile: "
                         : "the device does not accept the SPIR-V module: ";
  throw Error(ErrorKind::Execution, what + *target.failure);
}

void Program::compile(Target &target) {
  std::vector<sycl::device> devices = {target.device};
  if (language == Language::SPIRV) {
    std::vector<std::byte> bytes(code.size());
    std::memcpy(bytes.data(), code.data(), code.size());
    auto source = syclex::create_kernel_bundle_from_source(
        target.context, syclex::source_language::spirv, bytes);
    // Intel's compiler for CPUs distributes products over sums in sequential
    // loops, whatever the module says of contraction; only this stops it.
    std::vector<std::string> options;
    if (strict)
      options.push_back("-cl-opt-disable");
    target.executable =
        syclex::build(source, devices,
                      syclex::properties{syclex::build_options{options},
                                         syclex::save_log{&target.log}});
  } else {
    // SAOPT_RTC selects the few headers that kernels need: SYCL's whole header
    // takes most of the time of a compilation.
    std::vector<std::string> options = {"-DSAOPT_RTC", "-Wall", "-Wextra"};
    if (strict)
      options.push_back("-ffp-contract=off");
    auto source = syclex::create_kernel_bundle_from_source(
        target.context, syclex::source_language::sycl, code);
    target.executable =
        syclex::build(source, devices,
                      syclex::properties{syclex::build_options{options},
                                         syclex::save_log{&target.log}});
  }
}

const char *Program::getConstants(Target &target) {
  std::lock_guard<std::mutex> guard(target.building);
  if (target.constants || constants.empty())
    return target.constants.get();
  sycl::queue queue(target.context, target.device);
  std::shared_ptr<char> memory(
      sycl::malloc_device<char>(constants.size(), queue),
      [context = target.context](char *pointer) {
        if (pointer)
          sycl::free(pointer, context);
      });
  if (!memory)
    throw Error(ErrorKind::Execution,
                "the device has no memory for the program's constants of " +
                    std::to_string(constants.size()) + " bytes");
  queue.memcpy(memory.get(), constants.data(), constants.size())
      .wait_and_throw();
  target.constants = std::move(memory);
  return target.constants.get();
}

std::string Program::getBuildLog(Target &target) {
  build(target);
  std::lock_guard<std::mutex> guard(target.building);
  return target.log;
}

sycl::kernel Program::getKernel(Target &target, const std::string &name,
                                size_t numArguments) {
  build(target);
  std::lock_guard<std::mutex> guard(target.building);
  if (!target.executable->ext_oneapi_has_kernel(name))
    throw Error(ErrorKind::Execution,
                "the program has no kernel '" + name + "'");
  sycl::kernel kernel = target.executable->ext_oneapi_get_kernel(name);
  // An argument that is not set keeps the value of an earlier launch, without
  // an error.
  size_t expected = kernel.get_info<sycl::info::kernel::num_args>();
  if (expected != numArguments)
    throw Error(ErrorKind::Execution, "kernel '" + name + "' takes " +
                                          std::to_string(expected) +
                                          " arguments, the plan gives " +
                                          std::to_string(numArguments));
  return kernel;
}
