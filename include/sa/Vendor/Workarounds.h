// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of workarounds for bugs of drivers, compilers and libraries.
// docs/vendor-bugs.md describes each bug. This header depends on nothing but
// the standard library, so that the compiler and the runtime can both ask.

#ifndef SA_VENDOR_WORKAROUNDS_H
#define SA_VENDOR_WORKAROUNDS_H

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sa {

/// The workarounds that can be switched off.
enum class Workaround : unsigned {
  IntelCPUOrderStores,
  IntelCPUAddDifferences,
  IntelCPUKeepLoopsScalar,
  IntelCPUStrictOptions,
  IntelCPUPollEvents,
  IntelCPUKeepQueues,
  IntelCPULimitInFlight,
  IntelCPUWorkGroupLoopBound,
  IntelCPUScalarToVector,
  IntelCPUAutoVectorize,
  DPCPPKeepValueNames,
  LLVMSPIRVUnoptimizedCodeGen,
  LLVMSPIRVRetireFunctions,
  LLVMSPIRVNarrowIntegers,
  MLIRParserNesting,
  MLIRKeepRounding,
};
inline constexpr unsigned numWorkarounds =
    static_cast<unsigned>(Workaround::MLIRKeepRounding) + 1;

struct WorkaroundEntry {
  Workaround workaround;
  /// As in docs/vendor-bugs.md, and as switches name it.
  std::string_view name;
  /// The product with the bug: `intel-cpu` (Intel's OpenCL driver for CPUs with
  /// its compiler), `dpcpp`, `llvm` or `mlir`.
  std::string_view product;
  /// The first version of the product without the bug; empty while none is
  /// known.
  std::string_view fixedIn;
};

/// All workarounds, in the order of the enumeration.
const std::vector<WorkaroundEntry> &getWorkarounds();

/// The compiler of a device, written `product@version` or `product`. `any`
/// stands for a device that is not known yet, and needs the workarounds of
/// every product. `other` is a compiler without known bugs. A product without a
/// version needs all of its workarounds.
inline constexpr std::string_view anyDeviceCompiler = "any";
inline constexpr std::string_view otherDeviceCompiler = "other";

/// True when `deviceCompiler`, or the build itself, has the bug of `entry`.
bool isNeeded(const WorkaroundEntry &entry, std::string_view deviceCompiler);

/// A set of workarounds.
class WorkaroundSet {
public:
  bool contains(Workaround workaround) const {
    return bits[static_cast<unsigned>(workaround)];
  }
  void insert(Workaround workaround) {
    bits.set(static_cast<unsigned>(workaround));
  }
  void remove(Workaround workaround) {
    bits.reset(static_cast<unsigned>(workaround));
  }
  bool operator==(const WorkaroundSet &other) const {
    return bits == other.bits;
  }

private:
  std::bitset<numWorkarounds> bits;
};

/// The workarounds that code for `deviceCompiler` needs. Left out are those
/// that `disabled` or the environment variable SAOPT_DISABLE_WORKAROUNDS names;
/// both are names with commas between them. Nothing, with the reason in
/// `error`, when there is no such compiler or workaround.
std::optional<WorkaroundSet> findWorkarounds(std::string_view deviceCompiler,
                                             std::string_view disabled,
                                             std::string &error);

/// The workarounds that `deviceCompiler` needs and that the environment leaves
/// on. Names in the environment that mean nothing are ignored.
WorkaroundSet getNeededWorkarounds(std::string_view deviceCompiler);

/// True when the environment leaves `workaround` on.
bool isEnabled(Workaround workaround);

} // namespace sa

#endif // SA_VENDOR_WORKAROUNDS_H
