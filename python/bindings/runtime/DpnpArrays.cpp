// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DpnpArrays.h"

#include "Dpctl.h"

#include <string>
#include <vector>

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// How dpnp's `usm_ndarray` begins, after its header `_usmarray.h`.
struct UsmNdarray {
  PyObject_HEAD void *methods;
  char *data;
  int numDimensions;
  Py_ssize_t *shape;
  Py_ssize_t *strides;
  int typeNumber;
  int flags;
  PyObject *base;
};

/// Bits of an array's flags; 0 when arrays are not laid out as above, and are
/// to be read by their attributes.
struct Flags {
  int writable = 0;
  int rowMajor = 0;
};

/// What is known of dpnp. Nothing in here is ever given back.
struct Dpnp {
  PyTypeObject *usmArray = nullptr;
  PyTypeObject *array = nullptr;
  PyObject *wrapped = nullptr;
};

/// dpnp's numbers of types are NumPy's.
const char *getTypestr(int number) {
  static constexpr const char *typestrs[] = {
      "|b1", "|i1", "|u1", "<i2", "<u2", "<i4",   "<u4", "<i8",
      "<u8", "<i8", "<u8", "<f4", "<f8", nullptr, "<c8", "<c16"};
  constexpr int half = 23;
  if (number == half)
    return "<f2";
  bool isKnown = number >= 0 && number < static_cast<int>(std::size(typestrs));
  return isKnown ? typestrs[number] : nullptr;
}

PyTypeObject *findType(const char *module, const char *name) {
  PyObject *found = PyDict_GetItemString(PyImport_GetModuleDict(), module);
  if (!found)
    return nullptr;
  py::object type = py::getattr(found, name, py::none());
  if (!PyType_Check(type.ptr()))
    return nullptr;
  return reinterpret_cast<PyTypeObject *>(type.release().ptr());
}

/// The value of a number that dpnp exports, or 0.
int findNumber(PyTypeObject *type, const char *name) {
  py::object module = py::module_::import("sys").attr("modules").attr("get")(
      py::handle(reinterpret_cast<PyObject *>(type)).attr("__module__"));
  py::object exported = py::getattr(module, "__pyx_capi__", py::none());
  if (!PyDict_Check(exported.ptr()))
    return 0;
  PyObject *capsule = PyDict_GetItemString(exported.ptr(), name);
  if (!capsule || !PyCapsule_IsValid(capsule, "int"))
    return 0;
  return *static_cast<int *>(PyCapsule_GetPointer(capsule, "int"));
}

/// True when an array is laid out as this file believes.
bool isAsExpected(py::handle array) {
  auto *fields = reinterpret_cast<UsmNdarray *>(array.ptr());
  auto shape = array.attr("shape").cast<std::vector<int64_t>>();
  const char *typestr = getTypestr(fields->typeNumber);
  return reinterpret_cast<uint64_t>(fields->data) ==
             array.attr("_pointer").cast<uint64_t>() &&
         fields->numDimensions == static_cast<int>(shape.size()) && typestr &&
         array.attr("dtype").attr("str").cast<std::string>() == typestr &&
         fields->base == array.attr("usm_data").ptr();
}

/// What is known of dpnp, once it has been imported by somebody; there can be
/// no such arrays before.
const Dpnp &getDpnp() {
  static Dpnp dpnp;
  if (!dpnp.usmArray)
    dpnp.usmArray = findType("dpnp.tensor._usmarray", "usm_ndarray");
  if (dpnp.usmArray && !dpnp.array) {
    dpnp.array = findType("dpnp.dpnp_array", "dpnp_array");
    dpnp.wrapped = PyUnicode_InternFromString("_array_obj");
  }
  return dpnp;
}

/// The flags of arrays, found with the first of them.
const Flags &getFlags(const Dpnp &dpnp, py::handle array) {
  static std::optional<Flags> flags;
  if (flags)
    return *flags;
  Flags found;
  if (dpnp.usmArray->tp_basicsize >=
          static_cast<Py_ssize_t>(sizeof(UsmNdarray)) &&
      isAsExpected(array)) {
    found.writable = findNumber(dpnp.usmArray, "USM_ARRAY_WRITABLE");
    found.rowMajor = findNumber(dpnp.usmArray, "USM_ARRAY_C_CONTIGUOUS");
  }
  if (!found.rowMajor)
    found = Flags();
  flags = found;
  return *flags;
}

/// Dense arrays have no strides of their own: they are row-major, or else
/// column-major.
std::optional<std::vector<int64_t>> readStrides(const UsmNdarray &array,
                                                const Flags &flags) {
  int rank = array.numDimensions;
  if (array.strides)
    return std::vector<int64_t>(array.strides, array.strides + rank);
  if (array.flags & flags.rowMajor)
    return std::nullopt;
  std::vector<int64_t> strides(rank);
  int64_t stride = 1;
  for (int d = 0; d != rank; ++d) {
    strides[d] = stride;
    stride *= array.shape[d];
  }
  return strides;
}

/// The usm_ndarray that `object` is, or that it wraps.
py::object findArray(const Dpnp &dpnp, py::handle object) {
  if (!dpnp.usmArray)
    return py::object();
  if (PyObject_TypeCheck(object.ptr(), dpnp.usmArray))
    return py::reinterpret_borrow<py::object>(object);
  py::object wrapped;
  if (dpnp.array && PyObject_TypeCheck(object.ptr(), dpnp.array)) {
    wrapped = py::reinterpret_steal<py::object>(
        PyObject_GetAttr(object.ptr(), dpnp.wrapped));
    if (!wrapped)
      throw py::error_already_set();
  } else if (py::hasattr(py::type::of(object), "__usm_ndarray__")) {
    wrapped = object.attr("__usm_ndarray__");
  }
  if (wrapped && PyObject_TypeCheck(wrapped.ptr(), dpnp.usmArray))
    return wrapped;
  return py::object();
}

ArrayDescriptor readAttributes(py::handle array, const Memory &memory) {
  return {/*version=*/1,
          array.attr("_pointer").cast<uint64_t>(),
          !array.attr("flags").attr("writable").cast<bool>(),
          array.attr("dtype").attr("str").cast<std::string>(),
          array.attr("shape").cast<std::vector<int64_t>>(),
          array.attr("strides").cast<std::vector<int64_t>>(),
          /*offset=*/0,
          /*rawBytes=*/std::nullopt,
          memory.queue};
}

} // namespace

std::optional<ArrayDescriptor> sa::python::readDpnpArray(py::handle object) {
  const Dpnp &dpnp = getDpnp();
  py::object array = findArray(dpnp, object);
  if (!array)
    return std::nullopt;
  auto *fields = reinterpret_cast<UsmNdarray *>(array.ptr());
  const Flags &flags = getFlags(dpnp, array);
  const char *typestr =
      flags.writable ? getTypestr(fields->typeNumber) : nullptr;
  if (!typestr) {
    std::optional<Memory> memory = getMemory(array.attr("usm_data"));
    if (!memory)
      return std::nullopt;
    return readAttributes(array, *memory);
  }
  std::optional<Memory> memory;
  if (fields->base)
    memory = getMemory(fields->base);
  if (!memory)
    return std::nullopt;
  int rank = fields->numDimensions;
  return ArrayDescriptor{/*version=*/1,
                         reinterpret_cast<uint64_t>(fields->data),
                         (fields->flags & flags.writable) == 0,
                         typestr,
                         {fields->shape, fields->shape + rank},
                         readStrides(*fields, flags),
                         /*offset=*/0,
                         /*rawBytes=*/std::nullopt,
                         memory->queue};
}
