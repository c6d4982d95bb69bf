// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The core of `saopt.USMArray`, a base class without Python code, so that a
// call reads its fields directly. Only the permission to write changes after
// construction.

#ifndef SA_BINDINGS_RUNTIME_USMARRAY_H
#define SA_BINDINGS_RUNTIME_USMARRAY_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Manifest/ElementType.h"

#include <cstdint>
#include <vector>

#include <pybind11/pybind11.h>
#include <sycl/queue.hpp>

namespace sa::python {

/// Checked when it is made: shape and strides are of the same length, at most
/// `maxRank`; no size is negative; every element lies within the `bytes` from
/// `pointer` on; `pointer` has the alignment of an element.
struct UsmArray {
  static constexpr size_t maxRank = 64;

  /// The `dpctl.memory.MemoryUSM*` that the elements are in, with the start,
  /// the length and the queue that it reports.
  pybind11::object memory;
  uint64_t pointer;
  int64_t bytes;
  sycl::queue queue;

  runtime::ElementType type;
  std::vector<int64_t> shape;
  /// In elements.
  std::vector<int64_t> strides;
  /// From `pointer` to the element whose indices are all zero, in elements.
  int64_t offset;
  bool writeable;

  /// Where the element is whose indices are all zero.
  uint64_t getAddress() const {
    return pointer + static_cast<uint64_t>(offset * runtime::getSize(type));
  }
};

/// True for a `saopt.USMArray` and whatever inherits from it.
bool isUsmArray(PyObject *object);

/// The core of such an object, valid as long as the object lives; null for all
/// other objects.
const UsmArray *getUsmArray(PyObject *object);

/// The same as a descriptor of an argument.
runtime::ArrayDescriptor describe(const UsmArray &array);

/// Adds the type `UsmArray` to the module.
void registerUsmArray(pybind11::module_ &m);

} // namespace sa::python

#endif // SA_BINDINGS_RUNTIME_USMARRAY_H
