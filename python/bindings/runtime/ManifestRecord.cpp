// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ManifestRecord.h"

#include "sa/Runtime/Error.h"

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

void sa::python::failManifest(const std::string &what) {
  throw Error(ErrorKind::Execution, "the manifest is wrong: " + what);
}

std::string sa::python::readString(py::handle value, const std::string &where) {
  if (!PyUnicode_Check(value.ptr()))
    failManifest(where + " is not a string");
  return value.cast<std::string>();
}

py::list sa::python::readList(py::handle value, const std::string &where) {
  if (!PyList_Check(value.ptr()))
    failManifest(where + " is not a list");
  return py::reinterpret_borrow<py::list>(value);
}

int64_t sa::python::readInteger(py::handle value, const std::string &where) {
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr()))
    failManifest(where + " is not an integer");
  int overflow = 0;
  int64_t result = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow)
    failManifest(where + " does not fit into 64 bits");
  return result;
}

Record::Record(py::handle value, std::string where,
               std::initializer_list<const char *> fields)
    : where(std::move(where)) {
  if (!PyDict_Check(value.ptr()))
    failManifest(this->where + " is not an object");
  dict = py::reinterpret_borrow<py::dict>(value);
  for (auto item : dict) {
    std::string key = readString(item.first, "a key of " + this->where);
    bool known = false;
    for (const char *field : fields)
      known |= key == field;
    if (!known)
      failManifest(this->where + " has the unknown field '" + key + "'");
  }
}

py::object Record::get(const char *field) const {
  if (!has(field))
    failManifest(where + " has no field '" + field + "'");
  return dict[field];
}

std::string Record::name(const char *field) const {
  return "'" + std::string(field) + "' of " + where;
}

std::string Record::getString(const char *field) const {
  return readString(get(field), name(field));
}

py::list Record::getList(const char *field) const {
  return readList(get(field), name(field));
}

bool Record::getBool(const char *field) const {
  py::object value = get(field);
  if (!PyBool_Check(value.ptr()))
    failManifest(name(field) + " is not true or false");
  return value.ptr() == Py_True;
}

size_t Record::getPosition(const char *field) const {
  int64_t position = readInteger(get(field), name(field));
  if (position < 0)
    failManifest(name(field) + " is negative");
  return static_cast<size_t>(position);
}

ElementType Record::getType(const char *field) const {
  std::string type = getString(field);
  if (std::optional<ElementType> result = parseElementType(type))
    return *result;
  failManifest(name(field) + " is '" + type + "', which is no element type");
}
