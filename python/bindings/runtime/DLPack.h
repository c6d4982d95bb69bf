// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sharing arrays with other libraries through DLPack: the structures of its
// binary interface, and capsules of Python that carry them. Who consumes a
// capsule renames it, and from then on owns the tensor in it; a capsule that
// nobody consumed deletes its tensor when it goes.

#ifndef SA_BINDINGS_RUNTIME_DLPACK_H
#define SA_BINDINGS_RUNTIME_DLPACK_H

#include <cstdint>

#include <pybind11/pybind11.h>

namespace sa::python::dlpack {

/// What DLPack calls devices whose memory is USM.
constexpr int32_t oneAPI = 14;

struct Device {
  int32_t type;
  int32_t id;
};

struct DataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct Tensor {
  void *data;
  Device device;
  int32_t rank;
  DataType type;
  int64_t *shape;
  /// In elements; null for dense and row-major.
  int64_t *strides;
  uint64_t byteOffset;
};

/// Before version 1.
struct ManagedTensor {
  Tensor tensor;
  void *context;
  void (*deleter)(ManagedTensor *);

  static constexpr const char *name = "dltensor";
  static constexpr const char *usedName = "used_dltensor";
};

struct VersionedTensor {
  uint32_t major;
  uint32_t minor;
  void *context;
  void (*deleter)(VersionedTensor *);
  uint64_t flags;
  Tensor tensor;

  static constexpr const char *name = "dltensor_versioned";
  static constexpr const char *usedName = "used_dltensor_versioned";
};

constexpr uint64_t readOnlyFlag = 1;
constexpr uint64_t copiedFlag = 2;

/// Adds the functions to the module.
void registerFunctions(pybind11::module_ &m);

} // namespace sa::python::dlpack

#endif // SA_BINDINGS_RUNTIME_DLPACK_H
