// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Vendor/DeviceCompiler.h"

#include "sa/Runtime/Device/AmpleStack.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

using namespace sa;
using namespace sa::runtime;

/// Asks the driver, which may need more stack than the caller's thread has.
static std::string askDeviceCompiler(const sycl::device &device) {
  namespace info = sycl::info::device;
  bool isIntelCPU =
      device.is_cpu() && device.get_backend() == sycl::backend::opencl &&
      device.get_platform().get_info<sycl::info::platform::vendor>().find(
          "Intel") != std::string::npos;
  if (!isIntelCPU)
    return std::string(otherDeviceCompiler);
  return "intel-cpu@" + device.get_info<info::driver_version>();
}

std::string sa::runtime::getDeviceCompiler(const sycl::device &device) {
  return withStack(ampleStack, [&] { return askDeviceCompiler(device); });
}

namespace {

struct KnownDevices {
  std::mutex lock;
  std::unordered_map<sycl::device, WorkaroundSet> needed;
};

/// Never destroyed: threads may ask until the process ends.
KnownDevices &getKnownDevices() {
  static auto *known = new KnownDevices;
  return *known;
}

} // namespace

bool sa::runtime::needs(const sycl::device &device, Workaround workaround) {
  KnownDevices &known = getKnownDevices();
  std::lock_guard<std::mutex> guard(known.lock);
  auto found = known.needed.find(device);
  if (found == known.needed.end())
    found =
        known.needed
            .emplace(device, getNeededWorkarounds(getDeviceCompiler(device)))
            .first;
  return found->second.contains(workaround);
}

std::vector<std::string> sa::runtime::findDeviceCompilers() {
  std::vector<std::string> found;
  for (const sycl::device &device : sycl::device::get_devices()) {
    std::string compiler = getDeviceCompiler(device);
    if (std::find(found.begin(), found.end(), compiler) == found.end())
      found.push_back(compiler);
  }
  return found;
}

std::vector<std::string>
sa::runtime::getSPIRVOptions(bool strict, const WorkaroundSet &workarounds) {
  // Intel's compiler for CPUs distributes products over sums in sequential
  // loops, whatever the module says of contraction; only this stops it.
  if (strict && workarounds.contains(Workaround::IntelCPUStrictOptions))
    return {"-cl-opt-disable"};
  return {};
}

std::vector<std::string>
sa::runtime::getSYCLOptions(bool strict, const WorkaroundSet &workarounds) {
  // SAOPT_RTC selects the few headers that kernels need: SYCL's whole header
  // takes most of the time of a compilation.
  std::vector<std::string> options = {"-DSAOPT_RTC", "-Wall", "-Wextra"};
  // DPC++ 2026.2 ends the process when it meets bits in reverse order and has
  // discarded the names of values: it reads a function for that from text.
  if (workarounds.contains(Workaround::DPCPPKeepValueNames))
    options.emplace_back("-fno-discard-value-names");
  // Emitted source has the workarounds of this device inside a guard.
  if (workarounds.contains(Workaround::IntelCPUOrderStores) ||
      workarounds.contains(Workaround::IntelCPUAddDifferences) ||
      workarounds.contains(Workaround::IntelCPUKeepLoopsScalar))
    options.emplace_back("-DSAOPT_INTEL_CPU");
  if (strict)
    options.emplace_back("-ffp-contract=off");
  return options;
}
