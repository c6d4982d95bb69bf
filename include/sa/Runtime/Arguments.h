// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a call: what callers describe, and what is left of it after
// every check has passed.

#ifndef SA_RUNTIME_ARGUMENTS_H
#define SA_RUNTIME_ARGUMENTS_H

#include "sa/Runtime/Plan.h"
#include "sa/Runtime/Program.h"
#include "sa/Runtime/Scalar.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <sycl/queue.hpp>

namespace sa::runtime {

/// The fields of `__sycl_usm_array_interface__`, as given: nothing in here has
/// been checked against anything.
struct ArrayDescriptor {
  int64_t version = 1;
  uint64_t pointer = 0;
  bool readOnly = false;
  std::string typestr;
  std::vector<int64_t> shape;
  /// In elements. None means dense and row-major.
  std::optional<std::vector<int64_t>> strides;
  int64_t offset = 0;
  /// Set for raw memory, which has a length in bytes and no type or shape.
  std::optional<int64_t> rawBytes;
  sycl::queue queue;
};

using CallArgument = std::variant<ArrayDescriptor, ScalarBits>;

/// A call whose arguments may be given to kernels.
struct CheckedCall {
  sycl::queue queue;
  Target *target;
  /// The values of the function's run-time sizes.
  std::vector<int64_t> sizes;
  /// For every argument the start of its storage, or its value.
  std::vector<std::variant<void *, ScalarBits>> values;
};

/// Checks the arguments of a call against the plan, against each other and
/// against the driver, and finds out where to run. Throws an Error that names
/// the argument and the field at the first rule that does not hold.
CheckedCall checkArguments(const FunctionPlan &plan,
                           const std::vector<CallArgument> &arguments,
                           Program &program);

} // namespace sa::runtime

#endif // SA_RUNTIME_ARGUMENTS_H
