// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/ManifestReader.h"

#include "sa/Runtime/Error.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

using namespace sa::runtime;
using Json = nlohmann::json;

namespace {

/// The compiler writes expressions of at most a thousand operations, each of
/// which is one or two levels.
constexpr size_t deepestExpression = 2000;

/// The compiler refuses programs with more loops, or more conditions, around
/// each other.
constexpr size_t deepestActions = 64;

/// Levels of JSON: those of an expression, and of what is around it.
constexpr int deepestText = 4096;

[[noreturn]] void failAt(const std::string &path, const std::string &what) {
  throw Error(ErrorKind::Execution,
              "the manifest is wrong: " + (path.empty() ? "" : path + ": ") +
                  what);
}

/// A value of the manifest, and where it is. Points to the value that it is
/// part of.
class Node {
public:
  explicit Node(const Json &value) : value(value) {}

  [[noreturn]] void fail(const std::string &what) const {
    failAt(getPath(), what);
  }

  /// Fails unless the value is an object with no other fields than these.
  void checkFields(std::initializer_list<const char *> fields) const {
    if (!value.is_object())
      fail("is not an object");
    for (const auto &item : value.items())
      if (std::find(fields.begin(), fields.end(), item.key()) == fields.end())
        fail("has the unknown field '" + item.key() + "'");
  }

  bool has(const char *field) const {
    return value.is_object() && value.contains(field);
  }
  Node get(const char *field) const {
    if (!has(field))
      fail("has no field '" + std::string(field) + "'");
    return Node(value[field], this, field, 0);
  }

  /// Returns what `read` makes of each item of a list.
  template <typename ReadT> auto readList(ReadT read) const {
    if (!value.is_array())
      fail("is not a list");
    std::vector<decltype(read(*this))> items;
    for (size_t i = 0; i != value.size(); ++i)
      items.push_back(read(Node(value[i], this, nullptr, i)));
    return items;
  }
  template <typename ReadT>
  auto readOptionalList(const char *field, ReadT read) const {
    return has(field) ? get(field).readList(read)
                      : std::vector<decltype(read(*this))>();
  }

  std::string readString() const {
    if (!value.is_string())
      fail("is not a string");
    return value.get<std::string>();
  }
  bool readBool() const {
    if (!value.is_boolean())
      fail("is not true or false");
    return value.get<bool>();
  }
  int64_t readInteger() const { return readInteger(value); }
  int64_t readInteger(const Json &number) const {
    if (!number.is_number_integer())
      fail("is not an integer");
    if (number.is_number_unsigned() &&
        number.get<uint64_t>() > std::numeric_limits<int64_t>::max())
      fail("does not fit into 64 bits");
    return number.get<int64_t>();
  }
  size_t readPosition() const {
    int64_t position = readInteger();
    if (position < 0)
      fail("is negative");
    return static_cast<size_t>(position);
  }
  ElementType readType() const {
    std::string name = readString();
    if (std::optional<ElementType> type = parseElementType(name))
      return *type;
    fail("'" + name + "' is no element type");
  }

  const Json &value;

private:
  Node(const Json &value, const Node *parent, const char *field, size_t index)
      : value(value), parent(parent), field(field), index(index) {}

  std::string getPath() const {
    if (!parent)
      return "";
    std::string path = parent->getPath();
    if (!field)
      return path + "[" + std::to_string(index) + "]";
    return path + (path.empty() ? "" : ".") + field;
  }

  const Node *parent = nullptr;
  /// The name of a field, or null for item `index` of a list.
  const char *field = nullptr;
  size_t index = 0;
};

class FunctionReader {
public:
  FunctionManifest read(const Node &entry);

private:
  std::optional<unsigned> findSize(const std::string &name) const;
  SizeExpr readSize(const Node &node) const;
  SizeExpr readSizeLeaf(const Json &value, const Node &node) const;
  std::vector<SizeExpr> readSizes(const Node &node) const {
    return node.readList([&](const Node &item) { return readSize(item); });
  }
  Argument readArgument(const Node &node) const;
  void readStrides(const Node &node, ArrayArgument &array) const;
  KernelOperand readOperand(const Node &node) const;
  KernelLaunch readLaunch(const Node &node) const;
  std::vector<HostAction> readActions(const Node &node) {
    return node.readList([&](const Node &item) { return readAction(item); });
  }
  HostAction readAction(const Node &node);
  HostAction readLoop(const Node &node);
  HostAction readCondition(const Node &node);

  FunctionManifest manifest;
  /// The names of the loops around the current action.
  std::vector<std::string> loops;
  /// True in actions, where arguments and indices of loops are sizes too.
  bool isInActions = false;
  /// The number of conditions around the current action.
  size_t numConditions = 0;
};

std::optional<unsigned>
FunctionReader::findSize(const std::string &name) const {
  for (size_t depth = loops.size(); depth-- != 0;)
    if (loops[depth] == name)
      return manifest.getLoopSize(depth);
  for (unsigned i = 0; i != manifest.sizes.size(); ++i)
    if (manifest.sizes[i] == name)
      return i;
  for (size_t i = 0; isInActions && i != manifest.arguments.size(); ++i)
    if (getName(manifest.arguments[i]) == name)
      return manifest.getArgumentSize(i);
  return std::nullopt;
}

SizeExpr FunctionReader::readSizeLeaf(const Json &value,
                                      const Node &node) const {
  if (!value.is_string())
    return SizeExpr::constant(node.readInteger(value));
  auto name = value.get<std::string>();
  if (std::optional<unsigned> position = findSize(name))
    return SizeExpr::size(*position);
  node.fail("uses the size '" + name +
            "', which is not among the function's sizes");
}

/// Does not recurse: the stack of the caller may be small.
SizeExpr FunctionReader::readSize(const Node &node) const {
  /// An operation whose left or right side is being read.
  struct Open {
    SizeOp op;
    const Json *right;
    std::optional<SizeExpr> left;
  };
  std::vector<Open> open;
  const Json *value = &node.value;
  while (true) {
    // 1. Down to the first leaf.
    while (value->is_array()) {
      if (value->size() != 3 || !(*value)[0].is_string())
        node.fail("has an expression that is not [operator, left, right]");
      if (open.size() == deepestExpression)
        node.fail("has an expression that is nested too deeply");
      auto name = (*value)[0].get<std::string>();
      std::optional<SizeOp> op = parseSizeOp(name);
      if (!op)
        node.fail("uses the unknown operator '" + name + "'");
      open.push_back({*op, &(*value)[2], std::nullopt});
      value = &(*value)[1];
    }
    SizeExpr found = readSizeLeaf(*value, node);
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

Argument FunctionReader::readArgument(const Node &node) const {
  std::string kind = node.get("kind").readString();
  if (kind == "scalar") {
    node.checkFields({"kind", "name", "type"});
    return ScalarArgument{node.get("name").readString(),
                          node.get("type").readType()};
  }
  if (kind != "array")
    node.get("kind").fail("'" + kind + "' is neither 'array' nor 'scalar'");
  node.checkFields({"kind", "name", "role", "element_type", "shape", "strides",
                    "stride_sizes", "offset", "storage", "filled"});
  ArrayArgument array;
  array.name = node.get("name").readString();
  std::string role = node.get("role").readString();
  if (role == "inout")
    array.role = Role::Inout;
  else if (role == "output")
    array.role = Role::Output;
  else if (role != "input")
    node.get("role").fail("'" + role + "' is no role of an argument");
  array.elementType = node.get("element_type").readType();
  array.shape = readSizes(node.get("shape"));
  readStrides(node, array);
  array.offset = readSize(node.get("offset"));
  array.storage = readSize(node.get("storage"));
  array.filled = node.has("filled") && node.get("filled").readBool();
  return array;
}

void FunctionReader::readStrides(const Node &node, ArrayArgument &array) const {
  Node strides = node.get("strides");
  if (strides.value.is_null()) {
    array.layout = Layout::FlatOnly;
    return;
  }
  if (!strides.value.is_string()) {
    array.strides = readSizes(strides);
    return;
  }
  if (strides.value != "open")
    strides.fail("'" + strides.readString() +
                 "' is not a list, null or 'open'");
  array.layout = Layout::Open;
  array.strideSizes = node.get("stride_sizes").readList([&](const Node &item) {
    if (std::optional<unsigned> size = readSize(item).getSizePosition())
      return *size;
    item.fail("is not the name of a size");
  });
}

KernelOperand FunctionReader::readOperand(const Node &node) const {
  using Kind = KernelOperand::Kind;
  node.checkFields({"argument", "temporary", "constant", "size"});
  if (node.value.size() != 1)
    node.fail("is not one of argument, temporary, constant, size");
  KernelOperand operand;
  if (node.has("size")) {
    operand.kind = Kind::Size;
    operand.size = readSize(node.get("size"));
    return operand;
  }
  operand.kind = node.has("argument")    ? Kind::Argument
                 : node.has("temporary") ? Kind::Temporary
                                         : Kind::Constant;
  operand.position = node.get(node.value.begin().key().c_str()).readPosition();
  return operand;
}

KernelLaunch FunctionReader::readLaunch(const Node &node) const {
  node.checkFields({"kernel", "range", "local", "arguments"});
  KernelLaunch launch;
  launch.kernel = node.get("kernel").readString();
  launch.range = readSizes(node.get("range"));
  if (node.has("local") && !node.get("local").value.is_null())
    launch.local = readSizes(node.get("local"));
  launch.operands = node.get("arguments").readList([&](const Node &item) {
    return readOperand(item);
  });
  return launch;
}

HostAction FunctionReader::readAction(const Node &node) {
  if (node.has("for"))
    return readLoop(node);
  if (node.has("if"))
    return readCondition(node);
  HostAction action;
  action.launch = manifest.launches.size();
  manifest.launches.push_back(readLaunch(node));
  return action;
}

HostAction FunctionReader::readLoop(const Node &node) {
  node.checkFields({"for", "from", "to", "increment", "launches"});
  if (loops.size() == deepestActions)
    node.fail("loops are nested too deeply");
  HostAction loop;
  loop.kind = HostAction::Kind::Loop;
  loop.lower = readSize(node.get("from"));
  loop.upper = readSize(node.get("to"));
  loop.increment = readSize(node.get("increment"));
  std::string name = node.get("for").readString();
  if (findSize(name))
    node.get("for").fail("'" + name +
                         "' is the name of a size, an argument or a loop "
                         "around this one");
  loops.push_back(name);
  loop.body = readActions(node.get("launches"));
  loops.pop_back();
  return loop;
}

HostAction FunctionReader::readCondition(const Node &node) {
  node.checkFields({"if", "then", "else"});
  if (numConditions == deepestActions)
    node.fail("conditions are nested too deeply");
  HostAction condition;
  condition.kind = HostAction::Kind::Condition;
  condition.condition = readSize(node.get("if"));
  ++numConditions;
  condition.body = readActions(node.get("then"));
  condition.otherwise = readActions(node.get("else"));
  --numConditions;
  return condition;
}

FunctionManifest FunctionReader::read(const Node &entry) {
  entry.checkFields({"name", "signature", "aspects", "arguments", "sizes",
                     "requirements", "temporaries", "constants", "launches",
                     "contiguous", "internal"});
  auto readString = [](const Node &item) { return item.readString(); };
  manifest.name = entry.get("name").readString();
  manifest.signature = entry.get("signature").readString();
  if (entry.has("contiguous"))
    manifest.contiguous = entry.get("contiguous").readString();
  manifest.aspects = entry.get("aspects").readList(readString);
  manifest.sizes = entry.get("sizes").readList(readString);
  manifest.arguments = entry.get("arguments").readList([&](const Node &item) {
    return readArgument(item);
  });
  manifest.requirements =
      entry.readOptionalList("requirements", [&](const Node &item) {
        item.checkFields({"argument", "dimension", "at_least"});
        Requirement requirement{item.get("argument").readPosition(),
                                item.get("dimension").readPosition(),
                                std::nullopt};
        if (!item.get("at_least").value.is_null())
          requirement.atLeast = readSize(item.get("at_least"));
        return requirement;
      });
  manifest.temporaries =
      entry.get("temporaries").readList([&](const Node &item) {
        item.checkFields({"name", "element_type", "elements", "uninitialized"});
        return Temporary{
            item.get("name").readString(), item.get("element_type").readType(),
            readSize(item.get("elements")),
            item.has("uninitialized") && item.get("uninitialized").readBool()};
      });
  manifest.constants =
      entry.readOptionalList("constants", [&](const Node &item) {
        item.checkFields({"name", "offset", "bytes"});
        return Constant{item.get("name").readString(),
                        static_cast<int64_t>(item.get("offset").readPosition()),
                        static_cast<int64_t>(item.get("bytes").readPosition())};
      });
  isInActions = true;
  manifest.actions = readActions(entry.get("launches"));
  verifyManifest(manifest);
  return std::move(manifest);
}

Json parse(std::string_view text) {
  auto checkDepth = [](int depth, Json::parse_event_t, Json &) {
    if (depth > deepestText)
      failAt("", "is nested too deeply");
    return true;
  };
  try {
    return Json::parse(text, checkDepth);
  } catch (const Json::parse_error &error) {
    failAt("", std::string("is not JSON: ") + error.what());
  }
}

} // namespace

std::vector<FunctionManifest> sa::runtime::readManifest(std::string_view text) {
  Json parsed = parse(text);
  Node manifest(parsed);
  manifest.checkFields({"version", "functions"});
  if (manifest.get("version").readInteger() != manifestVersion)
    manifest.get("version").fail("is not " + std::to_string(manifestVersion));
  return manifest.get("functions").readList([](const Node &entry) {
    return FunctionReader().read(entry);
  });
}

const FunctionManifest *
sa::runtime::findFunction(const std::vector<FunctionManifest> &functions,
                          std::string_view name) {
  for (const FunctionManifest &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}
