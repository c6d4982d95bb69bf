// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function remembers of its latest calls.
//
// Programs call a function with arrays of the same shape again and again. Of
// all rules about arguments only those about pointers can then give another
// answer: alignment, the allocation, overlap. So the rest is remembered, and
// what it led to: sizes, launches, kernels. A call that fits what is remembered
// is checked in a fraction of a microsecond; all others take the long way,
// which is also the one that finds the words for what is wrong.

#ifndef SA_RUNTIME_CALLMEMO_H
#define SA_RUNTIME_CALLMEMO_H

#include "sa/Runtime/Arguments.h"
#include "sa/Runtime/Launch.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sa::runtime {

/// One call that was checked: what its descriptors said, pointers left out, and
/// what follows for all calls like it on the same device and context.
class RememberedCall {
public:
  RememberedCall(const FunctionPlan &plan,
                 const std::vector<CallArgument> &arguments,
                 const CheckedCall &checked, Launchable launchable);

  const Launchable &getLaunchable() const { return launchable; }

  /// True when `arguments` differ from this call at most in pointers and in
  /// scalars that are no sizes.
  bool resembles(const std::vector<CallArgument> &arguments,
                 const Target &target) const;

  /// Applies the rules about pointers and queues to arguments that resemble
  /// this call. Gives what kernels receive, or nothing when a rule does not
  /// hold, or when it takes the long way to find out.
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
  /// What is remembered of an argument: an array, a scalar that may be a size,
  /// or nothing.
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

  /// Remembers a call, unless it has so many launches that looking them up
  /// saves nothing.
  void add(std::shared_ptr<const RememberedCall> call);

private:
  std::mutex lock;
  std::array<std::shared_ptr<const RememberedCall>, 4> calls;
  size_t oldest = 0;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_CALLMEMO_H
