// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a call, as callers describe them and after every check.

#ifndef SA_RUNTIME_CHECKS_ARGUMENTS_H
#define SA_RUNTIME_CHECKS_ARGUMENTS_H

#include "sa/Runtime/Manifest/FunctionManifest.h"
#include "sa/Runtime/Manifest/Scalar.h"
#include "sa/Runtime/Program/Program.h"

#include <cstdint>
#include <functional>
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
  /// Nothing for memory of the host.
  std::optional<sycl::queue> queue;
};

/// Stands for an output that the caller leaves out.
struct OmittedOutput {};

using CallArgument = std::variant<ArrayDescriptor, ScalarBits, OmittedOutput>;

/// The arguments of kernels: for every argument of the function the start of
/// its storage, or its value.
using ArgumentValues = std::vector<std::variant<void *, ScalarBits>>;

/// Where the elements of a checked array lie, seen from the pointer in its
/// descriptor. Distances of addresses are modulo 2^64.
struct ArraySpan {
  /// Which argument of the function it is.
  size_t position = 0;
  bool isEmpty = true;
  bool isWritten = false;
  int64_t alignment = 1;
  /// Where the storage starts, and where the bytes that are touched.
  uint64_t storage = 0;
  uint64_t begin = 0;
  /// How many bytes there are from the first to the last that is touched.
  uint64_t bytes = 0;
};

/// A call whose arguments may be given to kernels.
struct CheckedCall {
  Target *target;
  /// The values of the function's run-time sizes.
  std::vector<int64_t> sizes;
  ArgumentValues values;
  /// One for each array.
  std::vector<ArraySpan> spans;
};

/// Checks the arguments of a call against the manifest, against each other and
/// against the driver, and finds out where to run. No output is left out.
/// Throws an Error that names the argument and the field at the first rule that
/// does not hold.
CheckedCall checkArguments(const FunctionManifest &manifest,
                           const std::vector<CallArgument> &arguments,
                           Program &program);

/// What an output needs that was left out. Numbers are in elements.
struct OutputNeed {
  /// Which argument it is.
  size_t position = 0;
  std::vector<int64_t> shape;
  /// Nothing when the array is only taken as flat storage.
  std::optional<std::vector<int64_t>> strides;
  /// Where element zero lies in the storage.
  int64_t offset = 0;
  /// The flat storage.
  int64_t storage = 0;
  /// True when the function writes every element.
  bool filled = false;
};

struct OutputNeeds {
  /// Where the function is going to run; nothing when all arrays are left out.
  std::optional<sycl::queue> queue;
  std::vector<OutputNeed> outputs;
};

/// Checks those arguments of a call that are given, as checkArguments does, and
/// finds out what the others need. An open dimension is as large as the loops
/// need, and an array with open strides is dense and row-major.
OutputNeeds findOutputNeeds(const FunctionManifest &manifest,
                            const std::vector<CallArgument> &arguments,
                            Program &program);

/// Returns the least size of the open dimension of a requirement whose
/// `atLeast` is not in the manifest. Of the function's sizes, those that are
/// not known are `unknownSize`. Returns nothing when it takes one of these.
using NeedFinder = std::function<std::optional<int64_t>(
    const Requirement &, const std::vector<int64_t> &sizes)>;

/// The elements of a checked array, for a caller that accesses them itself.
struct HostElements {
  /// Which argument it is.
  size_t position = 0;
  std::vector<int64_t> shape;
  /// The strides of an Open array, in elements.
  std::vector<int64_t> strides;
  /// The lowest offset of an element, counted from the start of the storage,
  /// and how many elements there are from it to the highest offset.
  int64_t first = 0;
  int64_t length = 0;
};

struct HostCall {
  std::vector<int64_t> sizes;
  std::vector<HostElements> arrays;
  OutputNeeds needs;
};

/// Checks the arguments of a function without launches, which the caller runs
/// on the host. Arguments need no queue, and no driver is asked about their
/// memory. Otherwise as checkArguments and findOutputNeeds.
HostCall checkHostArguments(const FunctionManifest &manifest,
                            const std::vector<CallArgument> &arguments,
                            const NeedFinder &findNeed);

/// True when all arrays with open strides are dense and row-major, as far as
/// their descriptors tell, which need not have been checked.
bool isContiguous(const FunctionManifest &manifest,
                  const std::vector<CallArgument> &arguments);

} // namespace sa::runtime

#endif // SA_RUNTIME_CHECKS_ARGUMENTS_H
