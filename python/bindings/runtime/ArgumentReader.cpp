// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArgumentReader.h"

#include "Dpctl.h"
#include "DpnpArrays.h"
#include "Exceptions.h"
#include "Queues.h"
#include "UsmArray.h"
#include "sa/Runtime/Error.h"

#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// An object's type as messages write it.
std::string getTypeName(py::handle object) {
  return "'" + std::string(Py_TYPE(object.ptr())->tp_name) + "'";
}

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

  void readInterface();
  py::object getOptionalField(const char *field) const;
  py::object getField(const char *field) const;
  /// An integer as an exact Python int. Python counts bool among them; a
  /// descriptor that does so is mistaken.
  py::object toInteger(py::handle value, const std::string &field) const;
  int64_t readInteger(py::handle value, const std::string &field) const;
  std::vector<int64_t> readTuple(py::handle value, const char *field) const;
  void readData(ArrayDescriptor &descriptor) const;
  sycl::queue readQueue() const;

  const std::string &name;
  py::handle object;
  py::object interface;
};

void DescriptorReader::readInterface() {
  static constexpr const char *attribute = "__sycl_usm_array_interface__";
  try {
    interface = object.attr(attribute);
  } catch (py::error_already_set &error) {
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

py::object DescriptorReader::getOptionalField(const char *field) const {
  PyObject *value =
      PyDict_GetItemWithError(interface.ptr(), py::str(field).ptr());
  if (!value && PyErr_Occurred()) {
    py::error_already_set error;
    fail(error, std::string(field) + " cannot be read");
  }
  return value ? py::reinterpret_borrow<py::object>(value) : py::none();
}

py::object DescriptorReader::getField(const char *field) const {
  py::object value = getOptionalField(field);
  if (value.is_none())
    fail(std::string(field) + " is missing");
  return value;
}

py::object DescriptorReader::toInteger(py::handle value,
                                       const std::string &field) const {
  if (PyBool_Check(value.ptr()) || !PyIndex_Check(value.ptr()))
    fail(field + " is of type " + getTypeName(value) + ", expected an integer");
  PyObject *index = PyNumber_Index(value.ptr());
  if (!index) {
    py::error_already_set error;
    fail(error, field + " cannot be read");
  }
  return py::reinterpret_steal<py::object>(index);
}

int64_t DescriptorReader::readInteger(py::handle value,
                                      const std::string &field) const {
  py::object integer = toInteger(value, field);
  int overflow = 0;
  int64_t result = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow)
    fail(field + " does not fit into 64 bits");
  return result;
}

std::vector<int64_t> DescriptorReader::readTuple(py::handle value,
                                                 const char *field) const {
  if (!PyTuple_Check(value.ptr()))
    fail(std::string(field) + " is of type " + getTypeName(value) +
         ", expected a tuple of integers");
  std::vector<int64_t> result;
  for (py::handle item : py::reinterpret_borrow<py::tuple>(value))
    result.push_back(readInteger(
        item, std::string(field) + "[" + std::to_string(result.size()) + "]"));
  return result;
}

void DescriptorReader::readData(ArrayDescriptor &descriptor) const {
  py::object data = getField("data");
  if (!PyTuple_Check(data.ptr()) || PyTuple_GET_SIZE(data.ptr()) != 2)
    fail("data is not a pair of a pointer and a read-only flag");
  py::object pointer =
      toInteger(PyTuple_GET_ITEM(data.ptr(), 0), "data pointer");
  descriptor.pointer = PyLong_AsUnsignedLongLong(pointer.ptr());
  if (PyErr_Occurred()) {
    py::error_already_set error;
    fail(error, "data pointer is not an address of 64 bits");
  }
  py::handle flag = PyTuple_GET_ITEM(data.ptr(), 1);
  // Some producers write 0 and 1.
  if (!PyLong_Check(flag.ptr()))
    fail("data read-only flag is of type " + getTypeName(flag) +
         ", expected a bool");
  descriptor.readOnly = PyObject_IsTrue(flag.ptr()) == 1;
}

sycl::queue DescriptorReader::readQueue() const {
  py::object syclobj = getField("syclobj");
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
  // dpctl's memory objects say "writable" where the interface wants
  // "read-only", so they are read by their type.
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
  int64_t version = readInteger(getField("version"), "version");
  py::object typestr = getField("typestr");
  if (!PyUnicode_Check(typestr.ptr()))
    fail("typestr is of type " + getTypeName(typestr) + ", expected a str");
  const char *characters = PyUnicode_AsUTF8(typestr.ptr());
  if (!characters) {
    py::error_already_set error;
    fail(error, "typestr cannot be read");
  }
  ArrayDescriptor descriptor{version,      0, false,        characters, {},
                             std::nullopt, 0, std::nullopt, readQueue()};
  readData(descriptor);
  descriptor.shape = readTuple(getField("shape"), "shape");
  if (py::object strides = getOptionalField("strides"); !strides.is_none())
    descriptor.strides = readTuple(strides, "strides");
  if (py::object offset = getOptionalField("offset"); !offset.is_none())
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

ArrayDescriptor sa::python::readDescriptor(const std::string &name,
                                           py::handle object) {
  return DescriptorReader(name, object).read();
}

std::vector<CallArgument> sa::python::readArguments(const FunctionPlan &plan,
                                                    const py::tuple &args,
                                                    Outputs outputs) {
  if (args.size() != plan.arguments.size())
    throw Error(ErrorKind::ArgumentCount,
                "function '" + plan.name + "' takes " +
                    std::to_string(plan.arguments.size()) +
                    " arguments, was given " + std::to_string(args.size()));
  std::vector<CallArgument> result;
  result.reserve(args.size());
  for (size_t i = 0; i != args.size(); ++i) {
    const Argument &argument = plan.arguments[i];
    const auto *array = std::get_if<ArrayArgument>(&argument);
    if (!array)
      result.emplace_back(
          readScalar(std::get<ScalarArgument>(argument), args[i]));
    else if (outputs == Outputs::MayBeOmitted && array->role == Role::Output &&
             args[i].is_none())
      result.emplace_back(OmittedOutput());
    else
      result.emplace_back(DescriptorReader(array->name, args[i]).read());
  }
  return result;
}
