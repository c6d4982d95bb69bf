// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A type of Python's C interface instead of one of pybind11's: finding the core
// of an object is a comparison of types and one load.

#include "UsmArray.h"

#include "Dpctl.h"
#include "Exceptions.h"
#include "sa/Runtime/Checks/Footprint.h"
#include "sa/Runtime/Checks/Format.h"
#include "sa/Runtime/Error.h"

#include <memory>
#include <new>
#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

struct UsmArrayObject {
  PyObject_HEAD UsmArray *array;
};

/// Made once, when the module is imported; never given back.
PyTypeObject *arrayType;

UsmArray &getCore(PyObject *self) {
  return *reinterpret_cast<UsmArrayObject *>(self)->array;
}

[[noreturn]] void fail(const std::string &what) {
  throw Error(ErrorKind::Argument, what);
}

std::vector<int64_t> readIntegers(PyObject *tuple, const char *what) {
  std::vector<int64_t> result;
  Py_ssize_t count = PyTuple_GET_SIZE(tuple);
  if (static_cast<size_t>(count) > UsmArray::maxRank)
    fail(std::string(what) + " has " + std::to_string(count) +
         " entries: an array has at most " + std::to_string(UsmArray::maxRank) +
         " dimensions");
  result.reserve(count);
  for (Py_ssize_t i = 0; i != count; ++i) {
    int overflow = 0;
    int64_t number =
        PyLong_AsLongLongAndOverflow(PyTuple_GET_ITEM(tuple, i), &overflow);
    if (overflow)
      fail(std::string(what) + " has an entry that is too large to address");
    if (number == -1 && PyErr_Occurred())
      throw py::error_already_set();
    result.push_back(number);
  }
  return result;
}

/// Checks what UsmArray promises.
void check(const UsmArray &array) {
  if (array.strides.size() != array.shape.size())
    fail("strides " + formatTuple(array.strides) +
         " are not one for each dimension of shape " +
         formatTuple(array.shape));
  for (int64_t size : array.shape)
    if (size < 0)
      fail("the shape " + formatTuple(array.shape) + " has a negative size");
  if (!computeRowMajorStrides(array.shape))
    fail("an array of shape " + formatTuple(array.shape) +
         " is too large to address");
  std::optional<Extent> extent =
      computeExtent(array.shape, array.strides, array.offset);
  if (!extent)
    fail("an array of shape " + formatTuple(array.shape) + " with strides " +
         formatTuple(array.strides) + " is too large to address");
  int64_t length = array.bytes / getSize(array.type);
  // Where there are no elements, the offset must still be one of the memory's.
  if (extent->empty && (array.offset < 0 || array.offset > length))
    fail("offset " + std::to_string(array.offset) +
         " is outside of a buffer that has " + std::to_string(length) +
         " elements");
  if (!extent->empty && (extent->lowest < 0 || extent->highest >= length))
    fail("an array of shape " + formatTuple(array.shape) + " with strides " +
         formatTuple(array.strides) + " and offset " +
         std::to_string(array.offset) + " reaches from element " +
         std::to_string(extent->lowest) + " to " +
         std::to_string(extent->highest) +
         " of a buffer that has elements 0 to " + std::to_string(length - 1));
  int64_t alignment = getAlignment(array.type);
  if (array.pointer % alignment != 0)
    fail("the buffer begins at an address that is no multiple of " +
         std::to_string(alignment) + ", as " +
         std::string(getName(array.type)) + " elements need it");
}

std::unique_ptr<UsmArray> makeArray(PyObject *memory, const char *type,
                                    PyObject *shape, PyObject *strides,
                                    long long offset, bool writeable) {
  std::optional<Memory> found = getMemory(memory);
  if (!found)
    fail("the buffer of an array must be an object of dpctl.memory");
  std::optional<ElementType> element = parseElementType(type);
  if (!element)
    fail("there is no element type '" + std::string(type) + "'");
  auto array = std::make_unique<UsmArray>(UsmArray{
      py::reinterpret_borrow<py::object>(memory), found->pointer, found->bytes,
      found->queue, *element, readIntegers(shape, "the shape"),
      readIntegers(strides, "the tuple of strides"), offset, writeable});
  check(*array);
  return array;
}

PyObject *construct(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  PyObject *memory, *shape, *strides;
  const char *element;
  long long offset;
  int writeable;
  if (keywords && PyDict_GET_SIZE(keywords) != 0) {
    PyErr_SetString(PyExc_TypeError, "UsmArray takes no keywords");
    return nullptr;
  }
  if (!PyArg_ParseTuple(args, "OsO!O!Lp:UsmArray", &memory, &element,
                        &PyTuple_Type, &shape, &PyTuple_Type, &strides, &offset,
                        &writeable))
    return nullptr;
  return guarded([&]() -> PyObject * {
    std::unique_ptr<UsmArray> array =
        makeArray(memory, element, shape, strides, offset, writeable != 0);
    PyObject *self = type->tp_alloc(type, 0);
    if (self)
      reinterpret_cast<UsmArrayObject *>(self)->array = array.release();
    return self;
  });
}

void destroy(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  delete reinterpret_cast<UsmArrayObject *>(self)->array;
  type->tp_free(self);
  Py_DECREF(type);
}

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (UsmArray *array = reinterpret_cast<UsmArrayObject *>(self)->array)
    Py_VISIT(array->memory.ptr());
  return 0;
}

PyObject *toTuple(const std::vector<int64_t> &numbers) {
  PyObject *tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
  for (size_t i = 0; tuple && i != numbers.size(); ++i) {
    PyObject *number = PyLong_FromLongLong(numbers[i]);
    if (!number)
      Py_CLEAR(tuple);
    else
      PyTuple_SET_ITEM(tuple, i, number);
  }
  return tuple;
}

PyObject *getMemoryObject(PyObject *self, void *) {
  return py::object(getCore(self).memory).release().ptr();
}

PyObject *getShape(PyObject *self, void *) {
  return toTuple(getCore(self).shape);
}

PyObject *getStrides(PyObject *self, void *) {
  return toTuple(getCore(self).strides);
}

PyObject *getOffset(PyObject *self, void *) {
  return PyLong_FromLongLong(getCore(self).offset);
}

PyObject *getElementType(PyObject *self, void *) {
  std::string_view name = getName(getCore(self).type);
  return PyUnicode_FromStringAndSize(name.data(),
                                     static_cast<Py_ssize_t>(name.size()));
}

PyObject *getWriteable(PyObject *self, void *) {
  return PyBool_FromLong(getCore(self).writeable);
}

int setWriteable(PyObject *self, PyObject *value, void *) {
  int truth = value ? PyObject_IsTrue(value) : 0;
  if (truth < 0)
    return -1;
  getCore(self).writeable = truth != 0;
  return 0;
}

PyGetSetDef properties[] = {
    {"usm_data", getMemoryObject, nullptr,
     "The memory, an object of `dpctl.memory`.", nullptr},
    {"base", getMemoryObject, nullptr,
     "The memory, an object of `dpctl.memory`.", nullptr},
    {"shape", getShape, nullptr, "The size of each dimension.", nullptr},
    {"strides", getStrides, nullptr,
     "The distance of neighbours in each dimension, in elements.", nullptr},
    {"_offset", getOffset, nullptr,
     "Where the element with all indices zero is, in elements.", nullptr},
    {"_element_type", getElementType, nullptr,
     "The name of the element type, as the manifest has it.", nullptr},
    {"_writeable", getWriteable, setWriteable,
     "Whether the elements may be written.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

char doc[] = "UsmArray(memory, element_type, shape, strides, offset, writeable)"
             "\n--\n\nElements of USM memory; the base of USMArray.";

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(construct)},
                       {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {Py_tp_getset, properties},
                       {Py_tp_doc, doc},
                       {0, nullptr}};

PyType_Spec spec = {
    "saopt._runtime.UsmArray", static_cast<int>(sizeof(UsmArrayObject)), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};

} // namespace

bool sa::python::isUsmArray(PyObject *object) {
  return PyObject_TypeCheck(object, arrayType);
}

const UsmArray *sa::python::getUsmArray(PyObject *object) {
  return isUsmArray(object) ? &getCore(object) : nullptr;
}

ArrayDescriptor sa::python::describe(const UsmArray &array) {
  return {/*version=*/1,    array.pointer,
          !array.writeable, std::string(getTypestr(array.type)),
          array.shape,      array.strides,
          array.offset,     /*rawBytes=*/std::nullopt,
          array.queue};
}

void sa::python::registerUsmArray(py::module_ &m) {
  arrayType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  if (!arrayType)
    throw py::error_already_set();
  m.add_object("UsmArray", reinterpret_cast<PyObject *>(arrayType));
}
