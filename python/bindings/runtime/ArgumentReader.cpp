// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentReader.h"

#include "../support/UnlockedSection.h"
#include "Dpctl.h"
#include "DpnpArrays.h"
#include "Exceptions.h"
#include "Queues.h"
#include "UsmArray.h"
#include "sa/Runtime/Error.h"

#include <cstring>
#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// An object's type as messages write it.
std::string getTypeName(py::handle object) {
  return "'" + std::string(Py_TYPE(object.ptr())->tp_name) + "'";
}

/// The attribute, and the fields of the dictionary in it, as interned strings.
/// Never given back.
struct FieldNames {
  PyObject *interface, *version, *typestr, *syclobj, *data, *shape, *strides,
      *offset;
} names;

/// More than any array has; a tuple of millions is not worth reading.
constexpr ssize_t mostDimensions = 64;

/// More than any type has; a message shows what is shorter.
constexpr ssize_t longestTypestr = 64;

constexpr const char *attribute = "__sycl_usm_array_interface__";

/// Reads the fields of one array's interface.
class DescriptorReader {
public:
  DescriptorReader(const std::string &name, py::handle object)
      : name(name), object(object) {}

  ArrayDescriptor read();

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Argument, "argument '" + name + "': " + what);
  }
  [[noreturn]] void fail(py::error_already_set &cause,
                         const std::string &what) const {
    raiseFrom(cause, ErrorKind::Argument, "argument '" + name + "': " + what);
  }
  /// Fails because of the Python exception that is set.
  [[noreturn]] void failUnread(const std::string &what) const {
    py::error_already_set cause;
    fail(cause, what);
  }

  void readInterface();
  /// Returns an owned reference: reading another field may run Python code that
  /// changes the dictionary.
  py::object getOptionalField(PyObject *field) const;
  py::object getField(PyObject *field) const;
  /// An integer as an exact Python int. Python counts bool among them; a
  /// descriptor that does so is mistaken.
  py::object toInteger(py::handle value, const char *field,
                       ssize_t item = -1) const;
  int64_t readInteger(py::handle value, const char *field,
                      ssize_t item = -1) const;
  std::vector<int64_t> readTuple(py::handle value, const char *field) const;
  void readData(ArrayDescriptor &descriptor) const;
  sycl::queue readQueue() const;

  const std::string &name;
  py::handle object;
  py::object interface;
};

void DescriptorReader::readInterface() {
  interface = py::reinterpret_steal<py::object>(
      PyObject_GetAttr(object.ptr(), names.interface));
  if (!interface) {
    py::error_already_set error;
    if (error.matches(PyExc_AttributeError) &&
        !py::hasattr(py::type::of(object), attribute))
      fail(error, getTypeName(object) +
                      " object is not an array in USM memory: it has no " +
                      attribute +
                      (py::hasattr(object, "__array_interface__")
                           ? "; copy it to a device first"
                           : ""));
    fail(error, std::string(attribute) + " cannot be read");
  }
  if (!PyDict_Check(interface.ptr()))
    fail(std::string(attribute) + " is of type " + getTypeName(interface) +
         ", expected a dict");
}

py::object DescriptorReader::getOptionalField(PyObject *field) const {
  PyObject *value = PyDict_GetItemWithError(interface.ptr(), field);
  if (!value && PyErr_Occurred())
    failUnread(std::string(py::str(field)) + " cannot be read");
  return py::reinterpret_borrow<py::object>(value ? value : Py_None);
}

py::object DescriptorReader::getField(PyObject *field) const {
  py::object value = getOptionalField(field);
  if (value.is_none())
    fail(std::string(py::str(field)) + " is missing");
  return value;
}

/// A field, or an item of it, as messages call it.
static std::string nameField(const char *field, ssize_t item) {
  return item < 0 ? field
                  : std::string(field) + "[" + std::to_string(item) + "]";
}

py::object DescriptorReader::toInteger(py::handle value, const char *field,
                                       ssize_t item) const {
  if (PyLong_CheckExact(value.ptr()))
    return py::reinterpret_borrow<py::object>(value);
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    fail(nameField(field, item) + " is of type " + getTypeName(value) +
         ", expected an integer");
  PyObject *index = PyNumber_Index(value.ptr());
  if (!index)
    failUnread(nameField(field, item) + " cannot be read");
  return py::reinterpret_steal<py::object>(index);
}

int64_t DescriptorReader::readInteger(py::handle value, const char *field,
                                      ssize_t item) const {
  py::object integer = toInteger(value, field, item);
  int overflow = 0;
  int64_t result = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow)
    fail(nameField(field, item) + " does not fit into 64 bits");
  return result;
}

std::vector<int64_t> DescriptorReader::readTuple(py::handle value,
                                                 const char *field) const {
  if (!PyTuple_Check(value.ptr()))
    fail(std::string(field) + " is of type " + getTypeName(value) +
         ", expected a tuple of integers");
  ssize_t length = PyTuple_GET_SIZE(value.ptr());
  if (length > mostDimensions)
    fail(std::string(field) + " has " + std::to_string(length) +
         " items, expected at most " + std::to_string(mostDimensions));
  std::vector<int64_t> result(length);
  for (ssize_t i = 0; i != length; ++i)
    result[i] = readInteger(PyTuple_GET_ITEM(value.ptr(), i), field, i);
  return result;
}

void DescriptorReader::readData(ArrayDescriptor &descriptor) const {
  py::object data = getField(names.data);
  if (!PyTuple_Check(data.ptr()) || PyTuple_GET_SIZE(data.ptr()) != 2)
    fail("data is not a pair of a pointer and a read-only flag");
  py::object pointer =
      toInteger(PyTuple_GET_ITEM(data.ptr(), 0), "data pointer");
  descriptor.pointer = PyLong_AsUnsignedLongLong(pointer.ptr());
  if (PyErr_Occurred())
    failUnread("data pointer is not an address of 64 bits");
  py::handle flag = PyTuple_GET_ITEM(data.ptr(), 1);
  // Some producers write 0 and 1.
  if (!PyLong_Check(flag.ptr()))
    fail("data read-only flag is of type " + getTypeName(flag) +
         ", expected a bool");
  int truth = PyObject_IsTrue(flag.ptr());
  if (truth < 0)
    failUnread("data read-only flag cannot be read");
  descriptor.readOnly = truth == 1;
}

sycl::queue DescriptorReader::readQueue() const {
  py::object syclobj = getField(names.syclobj);
  try {
    return getQueueOf(syclobj);
  } catch (const std::invalid_argument &error) {
    fail(std::string("syclobj gives no queue: ") + error.what());
  } catch (py::error_already_set &error) {
    fail(error,
         "syclobj gives no queue: " + std::string(py::str(error.value())));
  }
}

ArrayDescriptor DescriptorReader::read() {
  if (const UsmArray *array = getUsmArray(object.ptr()))
    return describe(*array);
  // Vendor bug dpctl-writable-flag: dpctl's memory objects say "writable" where
  // the interface wants "read-only", so they are read by their type.
  if (std::optional<Memory> memory = getMemory(object)) {
    ArrayDescriptor descriptor{
        1, memory->pointer, false,        "", {}, std::nullopt,
        0, memory->bytes,   memory->queue};
    return descriptor;
  }
  try {
    if (std::optional<ArrayDescriptor> descriptor = readDpnpArray(object))
      return *descriptor;
  } catch (py::error_already_set &error) {
    fail(error, "the array cannot be read");
  }
  readInterface();
  int64_t version = readInteger(getField(names.version), "version");
  py::object typestr = getField(names.typestr);
  if (!PyUnicode_Check(typestr.ptr()))
    fail("typestr is of type " + getTypeName(typestr) + ", expected a str");
  ssize_t length = 0;
  const char *characters = PyUnicode_AsUTF8AndSize(typestr.ptr(), &length);
  if (!characters)
    failUnread("typestr cannot be read");
  if (length > longestTypestr)
    fail("typestr has " + std::to_string(length) +
         " characters, which no type has");
  if (std::memchr(characters, 0, length))
    fail("typestr has a null character");
  ArrayDescriptor descriptor{version,    0,
                             false,      std::string(characters, length),
                             {},         std::nullopt,
                             0,          std::nullopt,
                             readQueue()};
  readData(descriptor);
  descriptor.shape = readTuple(getField(names.shape), "shape");
  if (py::object strides = getOptionalField(names.strides); !strides.is_none())
    descriptor.strides = readTuple(strides, "strides");
  if (py::object offset = getOptionalField(names.offset); !offset.is_none())
    descriptor.offset = readInteger(offset, "offset");
  return descriptor;
}

/// Encodes a number as `type`; nothing when it is out of range. Throws Python's
/// exception when the object is no such number.
std::optional<ScalarBits> encodeScalar(ElementType type, py::handle value) {
  if (isFloat(type)) {
    double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred())
      throw py::error_already_set();
    return encodeFloat(type, number);
  }
  auto integer = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!integer)
    throw py::error_already_set();
  int overflow = 0;
  int64_t number = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow == 0)
    return encodeInteger(type, static_cast<uint64_t>(number), number < 0);
  uint64_t large = PyLong_AsUnsignedLongLong(integer.ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    return std::nullopt;
  }
  return encodeInteger(type, large, /*negative=*/false);
}

ScalarBits readScalar(const ScalarArgument &argument, py::handle value) {
  std::string type(getName(argument.type));
  std::string where = "argument '" + argument.name + "': ";
  std::optional<ScalarBits> bits;
  try {
    bits = encodeScalar(argument.type, value);
  } catch (py::error_already_set &error) {
    raiseFrom(error, ErrorKind::Argument,
              where + "cannot be passed as " + type + ": " +
                  std::string(py::str(error.value())));
  }
  if (!bits)
    throw Error(ErrorKind::Argument, where + std::string(py::repr(value)) +
                                         " is outside the range of " + type);
  return *bits;
}

} // namespace

void sa::python::importArgumentReader() {
  auto intern = [](PyObject *&place, const char *name) {
    place = PyUnicode_InternFromString(name);
    if (!place)
      throw py::error_already_set();
  };
  intern(names.interface, attribute);
  intern(names.version, "version");
  intern(names.typestr, "typestr");
  intern(names.syclobj, "syclobj");
  intern(names.data, "data");
  intern(names.shape, "shape");
  intern(names.strides, "strides");
  intern(names.offset, "offset");
}

ArrayDescriptor sa::python::readDescriptor(const std::string &name,
                                           py::handle object) {
  return DescriptorReader(name, object).read();
}

std::vector<CallArgument>
sa::python::readArguments(const FunctionManifest &manifest,
                          PyObject *const *arguments, size_t count,
                          Outputs outputs) {
  InterpreterSection section;
  if (count != manifest.arguments.size())
    throw Error(ErrorKind::ArgumentCount,
                "function '" + manifest.name + "' takes " +
                    std::to_string(manifest.arguments.size()) +
                    " arguments, was given " + std::to_string(count));
  std::vector<CallArgument> result;
  result.reserve(count);
  for (size_t i = 0; i != count; ++i) {
    const Argument &argument = manifest.arguments[i];
    const auto *array = std::get_if<ArrayArgument>(&argument);
    if (!array)
      result.emplace_back(
          readScalar(std::get<ScalarArgument>(argument), arguments[i]));
    else if (outputs == Outputs::MayBeOmitted && array->role == Role::Output &&
             arguments[i] == Py_None)
      result.emplace_back(OmittedOutput());
    else
      result.emplace_back(DescriptorReader(array->name, arguments[i]).read());
  }
  return result;
}

std::vector<CallArgument>
sa::python::readArguments(const FunctionManifest &manifest,
                          const py::tuple &arguments, Outputs outputs) {
  return readArguments(manifest, &PyTuple_GET_ITEM(arguments.ptr(), 0),
                       arguments.size(), outputs);
}
