// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/Function.h"

#include "sa/Runtime/Device/AmpleStack.h"
#include "sa/Runtime/Device/Aspects.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/KernelOperands.h"

#include <algorithm>

using namespace sa::runtime;

Function::Function(FunctionManifest manifest, std::shared_ptr<Program> program,
                   std::optional<FunctionManifest> contiguous)
    : program(std::move(program)), general(std::move(manifest)) {
  verify(general.manifest);
  if (!contiguous)
    return;
  verify(*contiguous);
  verifyContiguousManifest(general.manifest, *contiguous);
  // Messages are about the function that people know.
  contiguous->name = general.manifest.name;
  this->contiguous = std::make_unique<Variant>(std::move(*contiguous));
}

void Function::verify(const FunctionManifest &manifest) const {
  for (const Constant &constant : manifest.constants) {
    size_t available = program->getNumConstantBytes();
    size_t offset = static_cast<size_t>(constant.offset);
    if (offset > available ||
        static_cast<size_t>(constant.bytes) > available - offset)
      throw Error(ErrorKind::Execution,
                  "function '" + manifest.name + "': constant '" +
                      constant.name + "' is not part of the program's data");
  }
}

bool Function::choosesContiguous(
    const std::vector<CallArgument> &arguments) const {
  return contiguous && isContiguous(general.manifest, arguments);
}

/// The queue of the first array; null when there is none.
static const sycl::queue *
findQueue(const std::vector<CallArgument> &arguments) {
  for (const CallArgument &argument : arguments)
    if (const auto *descriptor = std::get_if<ArrayDescriptor>(&argument))
      return &*descriptor->queue;
  return nullptr;
}

PreparedCall Function::prepare(const std::vector<CallArgument> &arguments) {
  try {
    const sycl::queue *queue = findQueue(arguments);
    if (!queue) // Which is refused.
      checkArguments(general.manifest, arguments, *program);
    std::shared_ptr<const RememberedCall> known =
        memo.find(arguments, program->getTarget(*queue));
    if (known)
      if (std::optional<ArgumentValues> values = known->check(arguments))
        return {known->getLaunchable(), std::move(*values), *queue};
    // Which may compile the program.
    return withStack(ampleStack,
                     [&] { return prepareAnew(arguments, *queue); });
  } catch (const sycl::exception &exception) {
    throw Error(ErrorKind::Execution, "function '" + general.manifest.name +
                                          "': " + exception.what());
  }
}

PreparedCall Function::prepareAnew(const std::vector<CallArgument> &arguments,
                                   const sycl::queue &queue) {
  Variant &variant = choosesContiguous(arguments) ? *contiguous : general;
  const FunctionManifest &manifest = variant.manifest;
  CheckedCall checked = checkArguments(manifest, arguments, *program);
  Launchable launchable;
  launchable.manifest = &manifest;
  launchable.launches =
      std::make_shared<const ResolvedLaunches>(resolveLaunches(
          manifest, *checked.target, checked.sizes, checked.values));
  launchable.kernels = getKernels(variant, *checked.target);
  checkWorkGroups(manifest, *launchable.launches, *launchable.kernels);
  if (!manifest.constants.empty())
    launchable.constants = program->getConstants(*checked.target);
  memo.add(std::make_shared<const RememberedCall>(manifest, arguments, checked,
                                                  launchable));
  return {std::move(launchable), std::move(checked.values), queue};
}

OutputNeeds
Function::findOutputNeeds(const std::vector<CallArgument> &arguments) {
  return sa::runtime::findOutputNeeds(general.manifest, arguments, *program);
}

static void checkAspects(const FunctionManifest &manifest,
                         const sycl::device &device) {
  for (const std::string &aspect : manifest.aspects)
    if (!device.has(*parseAspect(aspect)))
      throw Error(ErrorKind::Placement,
                  "function '" + manifest.name + "' needs a device with " +
                      aspect + ", which '" +
                      device.get_info<sycl::info::device::name>() + "' lacks");
}

Function::Kernels Function::getKernels(Variant &variant, Target &target) {
  std::lock_guard<std::mutex> guard(variant.lock);
  for (const auto &[known, found] : variant.kernels)
    if (known == &target)
      return found;
  checkAspects(variant.manifest, target.getDevice());
  auto loaded = std::make_shared<LoadedKernels>();
  using PrivateSize = sycl::info::kernel_device_specific::private_mem_size;
  size_t privateBytes = 0;
  for (const KernelLaunch &launch : variant.manifest.launches) {
    sycl::kernel kernel = program->getKernel(target, launch.kernel);
    checkOperands(variant.manifest, launch, kernel, target.getDevice());
    loaded->groupLimits.push_back(
        findGroupLimits(launch.kernel, kernel, target.getDevice()));
    privateBytes = std::max<size_t>(
        privateBytes, kernel.get_info<PrivateSize>(target.getDevice()));
    loaded->kernels.push_back(std::move(kernel));
  }
  // Intel's CPU driver runs up to 16 work-items at once.
  loaded->stack = launchStack +
                  16 * std::min(privateBytes, (ampleStack - launchStack) / 16);
  loaded->native = NativeKernels::create(target, loaded->kernels);
  variant.kernels.emplace_back(&target, std::move(loaded));
  return variant.kernels.back().second;
}
