// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanReader.h"

#include "ManifestRecord.h"

#include <string>

namespace py = pybind11;
using namespace sa::python;
using namespace sa::runtime;

namespace {

/// Deep enough for every expression that the compiler writes: it gives up those
/// of more than a thousand operations, each of which is one or two levels.
constexpr size_t deepestExpression = 2000;

/// The compiler refuses programs with more loops, or more conditions, around
/// each other.
constexpr size_t deepestProgram = 64;

class Reader {
public:
  FunctionPlan read(const py::dict &entry);

private:
  std::optional<unsigned> findSize(const std::string &name) const;
  SizeExpr readSize(py::handle value, const std::string &where);
  SizeExpr readSizeLeaf(py::handle value, const std::string &where) const;
  std::vector<SizeExpr> readSizes(const Record &record, const char *field);
  Argument readArgument(py::handle value);
  ArrayArgument readArray(const Record &record);
  void readStrides(const Record &record, ArrayArgument &array);
  Requirement readRequirement(py::handle value);
  Temporary readTemporary(py::handle value);
  Constant readConstant(py::handle value);
  KernelOperand readOperand(py::handle value, const std::string &where);
  std::vector<HostStep> readProgram(const py::list &items);
  HostStep readHostStep(py::handle value);
  HostStep readLoop(py::handle value);
  HostStep readCondition(py::handle value);
  Step readStep(py::handle value);

  FunctionPlan plan;
  /// The names of the loops around what is being read.
  std::vector<std::string> loops;
  /// True in the steps, whose sizes may be arguments and indices of loops too.
  bool inSteps = false;
  /// How many conditions are around what is being read.
  size_t numConditions = 0;
};

std::optional<unsigned> Reader::findSize(const std::string &name) const {
  for (size_t depth = loops.size(); depth-- != 0;)
    if (loops[depth] == name)
      return plan.getLoopSize(depth);
  for (unsigned i = 0; i != plan.sizes.size(); ++i)
    if (plan.sizes[i] == name)
      return i;
  for (size_t i = 0; inSteps && i != plan.arguments.size(); ++i)
    if (getName(plan.arguments[i]) == name)
      return plan.getArgumentSize(i);
  return std::nullopt;
}

SizeExpr Reader::readSizeLeaf(py::handle value,
                              const std::string &where) const {
  if (!PyUnicode_Check(value.ptr()))
    return SizeExpr::constant(readInteger(value, where));
  std::string name = readString(value, where);
  if (std::optional<unsigned> position = findSize(name))
    return SizeExpr::size(*position);
  failManifest(where + " uses the size '" + name +
               "', which is not among the function's sizes");
}

/// Does not call itself: the stack of the caller may be a small one.
SizeExpr Reader::readSize(py::handle value, const std::string &where) {
  /// An operation of which one side is being read.
  struct Open {
    SizeOp op;
    py::handle right;
    std::optional<SizeExpr> left;
  };
  std::vector<Open> open;
  while (true) {
    // 1. Down to the first leaf.
    while (PyList_Check(value.ptr())) {
      auto items = py::reinterpret_borrow<py::list>(value);
      if (items.size() != 3)
        failManifest(where +
                     " has an expression that is not [operator, left, right]");
      if (open.size() == deepestExpression)
        failManifest(where + " has an expression that is nested too deeply");
      std::string name = readString(items[0], "the operator in " + where);
      std::optional<SizeOp> op = parseSizeOp(name);
      if (!op)
        failManifest(where + " uses the unknown operator '" + name + "'");
      open.push_back({*op, PyList_GET_ITEM(items.ptr(), 2), std::nullopt});
      value = PyList_GET_ITEM(items.ptr(), 1);
    }
    SizeExpr found = readSizeLeaf(value, where);
    // 2. Up again, as far as both sides are known.
    while (!open.empty() && open.back().left) {
      found = SizeExpr::binary(open.back().op, *open.back().left, found);
      open.pop_back();
    }
    if (open.empty())
      return found;
    open.back().left = std::move(found);
    value = open.back().right;
  }
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
              "stride_sizes", "offset", "storage", "filled", "type"});
  std::string name = any.getString("name");
  std::string where = "argument '" + name + "'";
  std::string kind = any.getString("kind");
  if (kind == "scalar") {
    Record record(value, where, {"kind", "name", "type"});
    return ScalarArgument{name, record.getType("type")};
  }
  if (kind != "array")
    failManifest(where + " has the unknown kind '" + kind + "'");
  return readArray(
      Record(value, where,
             {"kind", "name", "role", "element_type", "shape", "strides",
              "stride_sizes", "offset", "storage", "filled"}));
}

ArrayArgument Reader::readArray(const Record &record) {
  ArrayArgument array;
  array.name = record.getString("name");
  std::string role = record.getString("role");
  if (role == "inout")
    array.role = Role::Inout;
  else if (role == "output")
    array.role = Role::Output;
  else if (role != "input")
    failManifest("argument '" + array.name + "' has the unknown role '" + role +
                 "'");
  array.elementType = record.getType("element_type");
  array.shape = readSizes(record, "shape");
  readStrides(record, array);
  array.offset = readSize(record.get("offset"), record.name("offset"));
  array.storage = readSize(record.get("storage"), record.name("storage"));
  if (record.has("filled"))
    array.filled = record.getBool("filled");
  return array;
}

void Reader::readStrides(const Record &record, ArrayArgument &array) {
  py::object strides = record.get("strides");
  if (strides.is_none()) {
    array.layout = Layout::FlatOnly;
    return;
  }
  if (!PyUnicode_Check(strides.ptr())) {
    array.strides = readSizes(record, "strides");
    return;
  }
  std::string word = record.getString("strides");
  if (word != "open")
    failManifest(record.name("strides") + " is '" + word +
                 "', not a list, null or 'open'");
  array.layout = Layout::Open;
  for (const SizeExpr &size : readSizes(record, "stride_sizes")) {
    std::optional<unsigned> position = size.getSizePosition();
    if (!position)
      failManifest("an item of " + record.name("stride_sizes") +
                   " is not the name of a size");
    array.strideSizes.push_back(*position);
  }
}

Requirement Reader::readRequirement(py::handle value) {
  Record record(value, "a requirement", {"argument", "dimension", "at_least"});
  Requirement result;
  result.argument = record.getPosition("argument");
  result.dimension = record.getPosition("dimension");
  result.atLeast = readSize(record.get("at_least"), record.name("at_least"));
  return result;
}

Temporary Reader::readTemporary(py::handle value) {
  Record record(value, "a temporary",
                {"name", "element_type", "elements", "uninitialized"});
  Temporary result;
  result.name = record.getString("name");
  result.elementType = record.getType("element_type");
  result.elements = readSize(record.get("elements"), record.name("elements"));
  if (record.has("uninitialized"))
    result.isUninitialized = record.getBool("uninitialized");
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
    failManifest("an argument of " + where +
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

std::vector<HostStep> Reader::readProgram(const py::list &items) {
  std::vector<HostStep> program;
  for (py::handle item : items)
    program.push_back(readHostStep(item));
  return program;
}

HostStep Reader::readHostStep(py::handle value) {
  if (PyDict_Check(value.ptr())) {
    auto entry = py::reinterpret_borrow<py::dict>(value);
    if (entry.contains("for"))
      return readLoop(value);
    if (entry.contains("if"))
      return readCondition(value);
  }
  HostStep launch;
  launch.step = plan.steps.size();
  plan.steps.push_back(readStep(value));
  return launch;
}

HostStep Reader::readLoop(py::handle value) {
  Record record(value, "a loop", {"for", "from", "to", "step", "steps"});
  if (loops.size() == deepestProgram)
    failManifest("loops are nested too deeply");
  HostStep loop;
  loop.kind = HostStep::Kind::Loop;
  loop.lower = readSize(record.get("from"), record.name("from"));
  loop.upper = readSize(record.get("to"), record.name("to"));
  loop.stride = readSize(record.get("step"), record.name("step"));
  std::string name = record.getString("for");
  if (findSize(name))
    failManifest("a loop is called '" + name +
                 "', as a size, an argument or a loop around it is");
  loops.push_back(name);
  loop.body = readProgram(record.getList("steps"));
  loops.pop_back();
  return loop;
}

HostStep Reader::readCondition(py::handle value) {
  Record record(value, "a condition", {"if", "then", "else"});
  if (numConditions == deepestProgram)
    failManifest("conditions are nested too deeply");
  HostStep condition;
  condition.kind = HostStep::Kind::Condition;
  condition.condition = readSize(record.get("if"), record.name("if"));
  ++numConditions;
  condition.body = readProgram(record.getList("then"));
  condition.otherwise = readProgram(record.getList("else"));
  --numConditions;
  return condition;
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
                 "requirements", "temporaries", "constants", "steps",
                 "contiguous", "internal"});
  plan.name = record.getString("name");
  plan.signature = record.getString("signature");
  if (record.has("contiguous"))
    plan.contiguous = record.getString("contiguous");
  for (py::handle item : record.getList("aspects"))
    plan.aspects.push_back(readString(item, "an aspect"));
  for (py::handle item : record.getList("sizes"))
    plan.sizes.push_back(readString(item, "a size"));
  for (py::handle item : record.getList("arguments"))
    plan.arguments.push_back(readArgument(item));
  if (record.has("requirements"))
    for (py::handle item : record.getList("requirements"))
      plan.requirements.push_back(readRequirement(item));
  for (py::handle item : record.getList("temporaries"))
    plan.temporaries.push_back(readTemporary(item));
  if (record.has("constants"))
    for (py::handle item : record.getList("constants"))
      plan.constants.push_back(readConstant(item));
  inSteps = true;
  plan.program = readProgram(record.getList("steps"));
  return std::move(plan);
}

} // namespace

FunctionPlan sa::python::readPlan(const py::dict &entry) {
  return Reader().read(entry);
}
