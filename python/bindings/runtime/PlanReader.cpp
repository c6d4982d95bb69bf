// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanReader.h"

#include "sa/Runtime/Error.h"

#include <initializer_list>
#include <string>

namespace py = pybind11;
using namespace sa::runtime;

namespace {

[[noreturn]] void fail(const std::string &what) {
  throw Error(ErrorKind::Execution, "the manifest is wrong: " + what);
}

/// Deep enough for every expression that a compiler writes.
constexpr int deepestExpression = 100;

std::string readString(py::handle value, const std::string &where) {
  if (!PyUnicode_Check(value.ptr()))
    fail(where + " is not a string");
  return value.cast<std::string>();
}

py::list readList(py::handle value, const std::string &where) {
  if (!PyList_Check(value.ptr()))
    fail(where + " is not a list");
  return py::reinterpret_borrow<py::list>(value);
}

int64_t readInteger(py::handle value, const std::string &where) {
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr()))
    fail(where + " is not an integer");
  int overflow = 0;
  int64_t result = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow)
    fail(where + " does not fit into 64 bits");
  return result;
}

/// A JSON object that may have these fields and no others.
class Record {
public:
  Record(py::handle value, std::string where,
         std::initializer_list<const char *> fields)
      : where(std::move(where)) {
    if (!PyDict_Check(value.ptr()))
      fail(this->where + " is not an object");
    dict = py::reinterpret_borrow<py::dict>(value);
    for (auto item : dict) {
      std::string key = readString(item.first, "a key of " + this->where);
      bool known = false;
      for (const char *field : fields)
        known |= key == field;
      if (!known)
        fail(this->where + " has the unknown field '" + key + "'");
    }
  }

  bool has(const char *field) const { return dict.contains(field); }

  py::object get(const char *field) const {
    if (!has(field))
      fail(where + " has no field '" + field + "'");
    return dict[field];
  }

  std::string name(const char *field) const {
    return "'" + std::string(field) + "' of " + where;
  }
  std::string getString(const char *field) const {
    return readString(get(field), name(field));
  }
  py::list getList(const char *field) const {
    return readList(get(field), name(field));
  }
  size_t getPosition(const char *field) const {
    int64_t position = readInteger(get(field), name(field));
    if (position < 0)
      fail(name(field) + " is negative");
    return static_cast<size_t>(position);
  }
  ElementType getType(const char *field) const {
    std::string type = getString(field);
    if (std::optional<ElementType> result = parseElementType(type))
      return *result;
    fail(name(field) + " is '" + type + "', which is no element type");
  }

private:
  std::string where;
  py::dict dict;
};

class Reader {
public:
  FunctionPlan read(const py::dict &entry);

private:
  SizeExpr readSize(py::handle value, const std::string &where, int depth = 0);
  std::vector<SizeExpr> readSizes(const Record &record, const char *field);
  Argument readArgument(py::handle value);
  Temporary readTemporary(py::handle value);
  Constant readConstant(py::handle value);
  KernelOperand readOperand(py::handle value, const std::string &where);
  Step readStep(py::handle value);

  FunctionPlan plan;
};

SizeExpr Reader::readSize(py::handle value, const std::string &where,
                          int depth) {
  if (PyUnicode_Check(value.ptr())) {
    std::string name = readString(value, where);
    for (unsigned i = 0; i != plan.sizes.size(); ++i)
      if (plan.sizes[i] == name)
        return SizeExpr::size(i);
    fail(where + " uses the size '" + name +
         "', which is not among the function's sizes");
  }
  if (!PyList_Check(value.ptr()))
    return SizeExpr::constant(readInteger(value, where));
  auto items = py::reinterpret_borrow<py::list>(value);
  if (items.size() != 3)
    fail(where + " has an expression that is not [operator, left, right]");
  if (depth == deepestExpression)
    fail(where + " has an expression that is nested too deeply");
  std::string op = readString(items[0], "the operator in " + where);
  std::optional<SizeOp> known = parseSizeOp(op);
  if (!known)
    fail(where + " uses the unknown operator '" + op + "'");
  SizeExpr lhs = readSize(items[1], where, depth + 1);
  return SizeExpr::binary(*known, lhs, readSize(items[2], where, depth + 1));
}

std::vector<SizeExpr> Reader::readSizes(const Record &record,
                                        const char *field) {
  std::vector<SizeExpr> result;
  for (py::handle item : record.getList(field))
    result.push_back(readSize(item, record.name(field)));
  return result;
}

Argument Reader::readArgument(py::handle value) {
  Record any(value, "an argument",
             {"kind", "name", "role", "element_type", "shape", "strides",
              "offset", "type"});
  std::string name = any.getString("name");
  std::string where = "argument '" + name + "'";
  std::string kind = any.getString("kind");
  if (kind == "scalar") {
    Record record(value, where, {"kind", "name", "type"});
    return ScalarArgument{name, record.getType("type")};
  }
  if (kind != "array")
    fail(where + " has the unknown kind '" + kind + "'");
  Record record(
      value, where,
      {"kind", "name", "role", "element_type", "shape", "strides", "offset"});
  std::string role = record.getString("role");
  if (role != "input" && role != "inout" && role != "output")
    fail(where + " has the unknown role '" + role + "'");
  ArrayArgument array;
  array.name = name;
  array.written = role != "input";
  array.elementType = record.getType("element_type");
  array.shape = readSizes(record, "shape");
  array.strides = readSizes(record, "strides");
  array.offset = readSize(record.get("offset"), record.name("offset"));
  return array;
}

Temporary Reader::readTemporary(py::handle value) {
  Record record(value, "a temporary", {"name", "element_type", "elements"});
  Temporary result;
  result.name = record.getString("name");
  result.elementType = record.getType("element_type");
  result.elements = readSize(record.get("elements"), record.name("elements"));
  return result;
}

Constant Reader::readConstant(py::handle value) {
  Record record(value, "a constant", {"name", "offset", "bytes"});
  Constant result;
  result.name = record.getString("name");
  result.offset = static_cast<int64_t>(record.getPosition("offset"));
  result.bytes = static_cast<int64_t>(record.getPosition("bytes"));
  return result;
}

KernelOperand Reader::readOperand(py::handle value, const std::string &where) {
  Record record(value, "an argument of " + where,
                {"argument", "temporary", "constant", "size"});
  KernelOperand operand;
  if (py::len(value) != 1)
    fail("an argument of " + where +
         " is not one of argument, temporary, constant, size");
  if (record.has("argument")) {
    operand.kind = KernelOperand::Kind::Argument;
    operand.position = record.getPosition("argument");
  } else if (record.has("temporary")) {
    operand.kind = KernelOperand::Kind::Temporary;
    operand.position = record.getPosition("temporary");
  } else if (record.has("constant")) {
    operand.kind = KernelOperand::Kind::Constant;
    operand.position = record.getPosition("constant");
  } else {
    operand.kind = KernelOperand::Kind::Size;
    operand.size = readSize(record.get("size"), record.name("size"));
  }
  return operand;
}

Step Reader::readStep(py::handle value) {
  Record record(value, "a step", {"kernel", "range", "local", "arguments"});
  Step step;
  step.kernel = record.getString("kernel");
  step.range = readSizes(record, "range");
  if (record.has("local") && !record.get("local").is_none())
    step.local = readSizes(record, "local");
  for (py::handle item : record.getList("arguments"))
    step.operands.push_back(readOperand(item, "kernel '" + step.kernel + "'"));
  return step;
}

FunctionPlan Reader::read(const py::dict &entry) {
  Record record(entry, "a function",
                {"name", "signature", "aspects", "arguments", "sizes",
                 "temporaries", "constants", "steps"});
  plan.name = record.getString("name");
  plan.signature = record.getString("signature");
  for (py::handle item : record.getList("aspects"))
    plan.aspects.push_back(readString(item, "an aspect"));
  for (py::handle item : record.getList("sizes"))
    plan.sizes.push_back(readString(item, "a size"));
  for (py::handle item : record.getList("arguments"))
    plan.arguments.push_back(readArgument(item));
  for (py::handle item : record.getList("temporaries"))
    plan.temporaries.push_back(readTemporary(item));
  if (record.has("constants"))
    for (py::handle item : record.getList("constants"))
      plan.constants.push_back(readConstant(item));
  for (py::handle item : record.getList("steps"))
    plan.steps.push_back(readStep(item));
  return std::move(plan);
}

} // namespace

FunctionPlan sa::python::readPlan(const py::dict &entry) {
  return Reader().read(entry);
}
