// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Vendor/Workarounds.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

using namespace sa;

const std::vector<WorkaroundEntry> &sa::getWorkarounds() {
  using W = Workaround;
  // Never destroyed: threads may ask until the process ends.
  static const auto &entries = *new std::vector<WorkaroundEntry>{
      {W::IntelCPUOrderStores, "intel-cpu-order-stores", "intel-cpu", ""},
      {W::IntelCPUAddDifferences, "intel-cpu-add-differences", "intel-cpu", ""},
      {W::IntelCPUKeepLoopsScalar, "intel-cpu-keep-loops-scalar", "intel-cpu",
       ""},
      {W::IntelCPUStrictOptions, "intel-cpu-strict-options", "intel-cpu", ""},
      {W::IntelCPUPollEvents, "intel-cpu-poll-events", "intel-cpu", ""},
      {W::IntelCPUKeepQueues, "intel-cpu-keep-queues", "intel-cpu", ""},
      {W::IntelCPULimitInFlight, "intel-cpu-limit-in-flight", "intel-cpu", ""},
      {W::IntelCPUWorkGroupLoopBound, "intel-cpu-work-group-loop-bound",
       "intel-cpu", ""},
      {W::IntelCPUScalarToVector, "intel-cpu-scalar-to-vector", "intel-cpu",
       ""},
      {W::IntelCPUAutoVectorize, "intel-cpu-auto-vectorize", "intel-cpu", ""},
      {W::DPCPPKeepValueNames, "dpcpp-keep-value-names", "dpcpp", ""},
      {W::LLVMSPIRVUnoptimizedCodeGen, "llvm-spirv-unoptimized-codegen", "llvm",
       ""},
      {W::LLVMSPIRVRetireFunctions, "llvm-spirv-retire-functions", "llvm", ""},
      {W::LLVMSPIRVNarrowIntegers, "llvm-spirv-narrow-integers", "llvm", ""},
      {W::MLIRParserNesting, "mlir-parser-nesting", "mlir", ""},
      {W::MLIRKeepRounding, "mlir-keep-rounding", "mlir", ""},
  };
  return entries;
}

/// True when the version `lhs` is before `rhs`: numbers with dots between them.
static bool isBefore(std::string_view lhs, std::string_view rhs) {
  while (!rhs.empty()) {
    auto take = [](std::string_view &text) {
      unsigned number = 0;
      auto [end, error] =
          std::from_chars(text.data(), text.data() + text.size(), number);
      text.remove_prefix(end - text.data());
      if (!text.empty())
        text.remove_prefix(text.front() == '.' ? 1 : text.size());
      return number;
    };
    unsigned first = take(lhs), second = take(rhs);
    if (first != second)
      return first < second;
  }
  return false;
}

bool sa::isNeeded(const WorkaroundEntry &entry, std::string_view compiler) {
  std::string_view product = compiler.substr(0, compiler.find('@'));
  std::string_view version =
      compiler.substr(std::min(product.size() + 1, compiler.size()));
  // The build fixes the versions of everything but devices.
  if (entry.product != "intel-cpu" || product == anyDeviceCompiler)
    return true;
  return entry.product == product &&
         (version.empty() || entry.fixedIn.empty() ||
          isBefore(version, entry.fixedIn));
}

/// Removes from `set` what `names` lists; returns a name that means nothing, or
/// an empty one.
static std::string_view removeNamed(WorkaroundSet &set,
                                    std::string_view names) {
  std::string_view unknown;
  while (!names.empty()) {
    std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    bool isKnown = name.empty();
    for (const WorkaroundEntry &entry : getWorkarounds())
      if (entry.name == name) {
        set.remove(entry.workaround);
        isKnown = true;
      }
    if (!isKnown)
      unknown = name;
  }
  return unknown;
}

static std::string_view getDisabledByEnvironment() {
  const char *names = std::getenv("SAOPT_DISABLE_WORKAROUNDS");
  return names ? names : "";
}

std::optional<WorkaroundSet>
sa::findWorkarounds(std::string_view deviceCompiler, std::string_view disabled,
                    std::string &error) {
  std::string_view product = deviceCompiler.substr(0, deviceCompiler.find('@'));
  if (product != "intel-cpu" && product != anyDeviceCompiler &&
      product != otherDeviceCompiler) {
    error = "there is no device compiler '" + std::string(product) +
            "': use any, intel-cpu, intel-cpu@VERSION or other";
    return std::nullopt;
  }
  WorkaroundSet set = getNeededWorkarounds(deviceCompiler);
  for (std::string_view names : {disabled, getDisabledByEnvironment()})
    if (std::string_view unknown = removeNamed(set, names); !unknown.empty()) {
      error = "there is no workaround '" + std::string(unknown) +
              "': docs/vendor-bugs.md lists them";
      return std::nullopt;
    }
  return set;
}

WorkaroundSet sa::getNeededWorkarounds(std::string_view deviceCompiler) {
  WorkaroundSet set;
  for (const WorkaroundEntry &entry : getWorkarounds())
    if (isNeeded(entry, deviceCompiler))
      set.insert(entry.workaround);
  removeNamed(set, getDisabledByEnvironment());
  return set;
}

bool sa::isEnabled(Workaround workaround) {
  return getNeededWorkarounds(anyDeviceCompiler).contains(workaround);
}
