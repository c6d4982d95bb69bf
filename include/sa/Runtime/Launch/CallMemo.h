// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The latest calls of a function. When a call has the shapes of an earlier one,
// only the rules about pointers (alignment, allocation, overlap) can fail, and
// the sizes, launches and kernels of the earlier call are used again. All other
// calls, also those that break a rule, take the full path of checks.

#ifndef SA_RUNTIME_LAUNCH_CALLMEMO_H
#define SA_RUNTIME_LAUNCH_CALLMEMO_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Launch/Launch.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sa::runtime {

/// The descriptors of a checked call without their pointers, and the launches
/// of all calls with such descriptors on the same device and context.
class RememberedCall {
public:
  RememberedCall(const FunctionManifest &manifest,
                 const std::vector<CallArgument> &arguments,
                 const CheckedCall &checked, Launchable launchable);

  const Launchable &getLaunchable() const { return launchable; }

  /// True when `arguments` differ from this call at most in pointers and in
  /// scalars that are no sizes.
  bool resembles(const std::vector<CallArgument> &arguments,
                 const Target &target) const;

  /// Applies the rules about pointers and queues to arguments that resemble
  /// this call. Returns the arguments of the kernels, or nothing when a rule
  /// does not hold or only the full check can decide it.
  std::optional<ArgumentValues>
  check(const std::vector<CallArgument> &arguments) const;

private:
  /// A descriptor without its pointer and its queue.
  struct Geometry {
    int64_t version;
    bool readOnly;
    std::string typestr;
    std::vector<int64_t> shape;
    std::optional<std::vector<int64_t>> strides;
    int64_t offset;
    std::optional<int64_t> rawBytes;
  };
  /// An array, a scalar that may be a size, or nothing.
  using Remembered = std::variant<std::monostate, Geometry, uint64_t>;

  static bool matches(const Geometry &geometry,
                      const ArrayDescriptor &descriptor);

  std::vector<Remembered> arguments;
  std::vector<ArraySpan> spans;
  const Target *target;
  Launchable launchable;
};

/// The latest calls of a function. Many threads may use one memo at once.
class CallMemo {
public:
  /// The remembered call that `arguments` resemble, if there is one.
  std::shared_ptr<const RememberedCall>
  find(const std::vector<CallArgument> &arguments, const Target &target);

  /// Adds a call, unless it has too many launches to keep.
  void add(std::shared_ptr<const RememberedCall> call);

private:
  std::mutex lock;
  std::array<std::shared_ptr<const RememberedCall>, 4> calls;
  size_t oldest = 0;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_CALLMEMO_H
