// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Program/Program.h"

#include "ProgramBinary.h"
#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Device/OpenCL.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Submitting.h"
#include "sa/Runtime/Program/CompileCache.h"
#include "sa/Runtime/Vendor/DeviceCompiler.h"

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

/// One of the two is there.
struct Target::Build {
  std::optional<Executable> executable;
  std::vector<NativeProgram> loaded;
};

Target::~Target() = default;

Target::Target(const sycl::context &context, const sycl::device &device)
    : context(context), device(device), compiler(getDeviceCompiler(device)),
      allocations(AllocationFinder::create(context, device)),
      computeUnits(device.get_info<sycl::info::device::max_compute_units>()),
      unequalWorkGroups(device.is_cpu() && supportsUnequalWorkGroups(device)) {}

/// Drivers trust their input; what is no module at all must not reach them.
static void checkSPIRV(const std::string &code) {
  uint32_t magic = 0;
  if (code.size() >= 20)
    std::memcpy(&magic, code.data(), sizeof(magic));
  if (magic != 0x07230203 || code.size() % 4 != 0)
    throw Error(ErrorKind::Execution, "the code is not a SPIR-V module");
}

Program::Program(std::string code, Language language, bool strict,
                 std::string constants, Variants variants)
    : code(std::move(code)), variants(std::move(variants)), language(language),
      strict(strict), constants(std::move(constants)) {
  if (language != Language::SPIRV)
    return;
  checkSPIRV(this->code);
  for (const auto &[compiler, variant] : this->variants)
    checkSPIRV(variant);
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
  if (target.build)
    return;
  if (!target.failure) {
    try {
      if (!load(target))
        compile(target);
      return;
    } catch (const sycl::exception &exception) {
      target.failure = exception.what();
      if (language == Language::SPIRV &&
          target.context.get_backend() == sycl::backend::opencl)
        *target.failure +=
            "\n" +
            explainBuildFailure(target.context, target.device, getCode(target));
    }
  }
  const char *what = language == Language::SYCL
                         ? "the SYCL source does not compile: "
                         : "the device does not accept the SPIR-V module: ";
  throw Error(ErrorKind::Execution, what + *target.failure);
}

const std::string &Program::getCode(const Target &target) const {
  auto variant = variants.find(target.compiler);
  return variant == variants.end() ? code : variant->second;
}

std::vector<std::string> Program::getOptions(const Target &target) const {
  WorkaroundSet workarounds = getNeededWorkarounds(target.compiler);
  return language == Language::SPIRV ? getSPIRVOptions(strict, workarounds)
                                     : getSYCLOptions(strict, workarounds);
}

std::string Program::getCacheKey(const Target &target) const {
  std::string key = language == Language::SPIRV ? "spirv" : "sycl";
  for (const std::string &option : getOptions(target))
    key += " " + option;
  key += "\n" + describeDevice(target.device) + "\n" + getCode(target);
  return key;
}

bool Program::load(Target &target) const {
  if (!canSavePrograms(target.context))
    return false;
  CompileCache &cache = CompileCache::getUserCache();
  std::string key = getCacheKey(target);
  std::optional<std::string> bytes = cache.read(key);
  if (!bytes)
    return false;
  std::optional<std::vector<NativeProgram>> programs =
      loadProgram(target.context, target.device, *bytes, target.log);
  if (!programs) {
    cache.remove(key);
    return false;
  }
  target.build.reset(new Target::Build{std::nullopt, std::move(*programs)});
  return true;
}

void Program::compile(Target &target) const {
  std::vector<sycl::device> devices = {target.device};
  syclex::properties properties{syclex::build_options{getOptions(target)},
                                syclex::save_log{&target.log}};
  const std::string &code = getCode(target);
  std::optional<Executable> built;
  if (language == Language::SPIRV) {
    std::vector<std::byte> bytes(code.size());
    std::memcpy(bytes.data(), code.data(), code.size());
    auto source = syclex::create_kernel_bundle_from_source(
        target.context, syclex::source_language::spirv, bytes);
    built = syclex::build(source, devices, properties);
  } else {
    auto source = syclex::create_kernel_bundle_from_source(
        target.context, syclex::source_language::sycl, code);
    built = syclex::build(source, devices, properties);
  }
  if (canSavePrograms(target.context))
    if (std::optional<std::string> bytes = saveProgram(*built, target.log))
      CompileCache::getUserCache().write(getCacheKey(target), *bytes);
  target.build.reset(new Target::Build{std::move(built), {}});
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
    throw Error(ErrorKind::Allocation,
                "the device has no memory for the program's constants of " +
                    std::to_string(constants.size()) + " bytes");
  copyAndWait(queue, memory.get(), constants.data(), constants.size());
  target.constants = std::move(memory);
  return target.constants.get();
}

std::string Program::getBuildLog(Target &target) {
  withStack(ampleStack, [&] { build(target); });
  std::lock_guard<std::mutex> guard(target.building);
  return target.log;
}

sycl::kernel Program::getKernel(Target &target, const std::string &name) {
  build(target);
  std::lock_guard<std::mutex> guard(target.building);
  std::optional<sycl::kernel> found;
  if (!target.build->executable)
    found = findKernel(target.build->loaded, name, target.context);
  else if (target.build->executable->ext_oneapi_has_kernel(name))
    found = target.build->executable->ext_oneapi_get_kernel(name);
  if (!found)
    throw Error(ErrorKind::Execution,
                "the program has no kernel '" + name + "'");
  return *found;
}
