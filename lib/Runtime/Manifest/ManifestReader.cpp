// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Manifest/ManifestReader.h"

#include "JsonNode.h"

using namespace sa::runtime;

namespace {

/// The compiler writes expressions of at most a thousand operations, each of
/// which is one or two levels.
constexpr size_t deepestExpression = 2000;

/// The compiler refuses programs with more loops, or more conditions, around
/// each other.
constexpr size_t deepestActions = 64;

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
  CheckSite readCheck(const Node &node) const;
  KernelOperand readOperand(const Node &node) const;
  KernelLaunch readLaunch(const Node &node) const;
  std::vector<HostAction> readActions(const Node &node) {
    return node.readList([&](const Node &item) { return readAction(item); });
  }
  HostAction readAction(const Node &node);
  HostAction readLoop(const Node &node);
  HostAction readCondition(const Node &node);
  HostAction readExchange(const Node &node);
  HostAction readStop(const Node &node);
  HostAction readMoved(const Node &node);

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
    node.checkFields({"kind", "name", "type", "size"});
    ScalarArgument scalar{node.get("name").readString(),
                          node.get("type").readType(), std::nullopt};
    if (node.has("size") && node.get("size").readBool()) {
      scalar.size = findSize(scalar.name);
      if (!scalar.size)
        node.get("size").fail("'" + scalar.name +
                              "' is not among the function's sizes");
    }
    return scalar;
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

/// Reads the type of a value that is printed, such as `ui8` or `complex<f32>`.
static PrintedType readPrintedType(const Node &node) {
  using Kind = PrintedType::Kind;
  PrintedType type;
  std::string name = node.readString();
  const std::string start = "complex<";
  if (name.compare(0, start.size(), start) == 0) {
    type.isComplex = true;
    name = name.substr(start.size(), name.size() - start.size() - 1);
  }
  if (name == "i1")
    type.kind = Kind::Bool;
  else if (name == "f64")
    type.kind = Kind::Float64;
  else if (name == "f32" || name == "f16" || name == "bf16")
    type.kind = Kind::Float32;
  else if (name.compare(0, 1, "u") == 0)
    type.kind = Kind::Unsigned;
  else if (name.compare(0, 1, "i") != 0)
    node.fail("'" + name + "' is not the type of a value that is printed");
  return type;
}

CheckSite FunctionReader::readCheck(const Node &node) const {
  node.checkFields({"array", "dimension", "unsigned", "assumption", "indices",
                    "told", "print", "types"});
  CheckSite site;
  if (node.has("print")) {
    site.texts = node.get("print").readList(
        [](const Node &item) { return item.readString(); });
    site.types = node.get("types").readList(readPrintedType);
    return site;
  }
  site.indices = node.get("indices").readList(
      [](const Node &item) { return item.readString(); });
  if (node.has("assumption")) {
    site.assumption = node.get("assumption").readString();
    if (node.has("told"))
      site.told = node.get("told").readList([](const Node &item) {
        std::string type = item.readString();
        if (type != "i64" && type != "u64" && type != "f32" && type != "f64")
          item.fail("is none of i64, u64, f32, f64");
        return type;
      });
    if (site.told.size() > site.indices.size())
      node.fail("tells more numbers than it has names");
    return site;
  }
  site.array = node.get("array").readString();
  site.dimension = static_cast<int64_t>(node.get("dimension").readPosition());
  site.isUnsigned = node.has("unsigned") && node.get("unsigned").readBool();
  return site;
}

KernelOperand FunctionReader::readOperand(const Node &node) const {
  using Kind = KernelOperand::Kind;
  node.checkFields(
      {"argument", "temporary", "constant", "size", "error_record"});
  if (node.value.size() != 1)
    node.fail(
        "is not one of argument, temporary, constant, size, error_record");
  KernelOperand operand;
  if (node.has("size")) {
    operand.kind = Kind::Size;
    operand.size = readSize(node.get("size"));
    return operand;
  }
  operand.kind = node.has("argument")    ? Kind::Argument
                 : node.has("temporary") ? Kind::Temporary
                 : node.has("constant")  ? Kind::Constant
                                         : Kind::ErrorRecord;
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
  if (node.has("exchange"))
    return readExchange(node);
  if (node.has("stop_unless"))
    return readStop(node);
  if (node.has("if_moved"))
    return readMoved(node);
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

HostAction FunctionReader::readExchange(const Node &node) {
  node.checkFields({"exchange"});
  HostAction action;
  action.kind = HostAction::Kind::Exchange;
  auto arrays = node.get("exchange").readList([&](const Node &item) {
    return readOperand(item);
  });
  if (arrays.size() != 2)
    node.get("exchange").fail("does not name two arrays");
  action.first = arrays[0];
  action.second = arrays[1];
  return action;
}

HostAction FunctionReader::readStop(const Node &node) {
  node.checkFields({"stop_unless", "offset", "element_type", "every"});
  HostAction action;
  action.kind = HostAction::Kind::Stop;
  action.first = readOperand(node.get("stop_unless"));
  action.offset = readSize(node.get("offset"));
  action.elementType = node.get("element_type").readType();
  action.every = node.get("every").readInteger();
  return action;
}

HostAction FunctionReader::readMoved(const Node &node) {
  node.checkFields({"if_moved", "place", "then"});
  if (numConditions == deepestActions)
    node.fail("conditions are nested too deeply");
  HostAction action;
  action.kind = HostAction::Kind::Moved;
  action.first = readOperand(node.get("if_moved"));
  action.second = readOperand(node.get("place"));
  ++numConditions;
  action.body = readActions(node.get("then"));
  --numConditions;
  return action;
}

FunctionManifest FunctionReader::read(const Node &entry) {
  entry.checkFields({"name", "signature", "aspects", "arguments", "sizes",
                     "requirements", "temporaries", "constants", "checks",
                     "launches", "contiguous", "internal"});
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
        item.checkFields({"argument", "dimension", "named", "at_least"});
        Requirement requirement{item.get("argument").readPosition(),
                                item.get("dimension").readPosition(),
                                !item.has("named"), std::nullopt};
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
  manifest.checks = entry.readOptionalList(
      "checks", [&](const Node &item) { return readCheck(item); });
  isInActions = true;
  manifest.actions = readActions(entry.get("launches"));
  verifyManifest(manifest);
  return std::move(manifest);
}

} // namespace

std::vector<FunctionManifest> sa::runtime::readManifest(std::string_view text) {
  const std::string_view what = "the manifest";
  Json parsed = parseJson(text, what);
  Node manifest(parsed, what);
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
