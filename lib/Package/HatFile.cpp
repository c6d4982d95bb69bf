// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HatFile.h"

#include "CInterface.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace mlir;
using namespace sa;

/// Returns a string of TOML. Its escapes are those of JSON.
static std::string quote(StringRef text) {
  return llvm::formatv("{0}", llvm::json::Value(llvm::json::fixUTF8(text)));
}

/// The names in C of the sizes of a function.
using SizeNames = llvm::StringMap<std::string>;

/// Returns an expression over sizes as a person writes it.
static std::string printSize(const OffsetExpr &expr, ArrayType type,
                             const SizeNames &names) {
  using Kind = OffsetExpr::Kind;
  if (std::optional<int64_t> value = expr.getConstant())
    return std::to_string(*value);
  if (expr.getKind() == Kind::Size)
    return names.lookup(type.getSizeName(expr.getDim()).getValue());
  static constexpr llvm::StringLiteral tokens[] = {" + ", " * ", " / ",
                                                   " % ", "min", "max"};
  StringRef token =
      tokens[static_cast<int>(expr.getKind()) - static_cast<int>(Kind::Add)];
  std::string lhs = printSize(expr.getLHS(), type, names),
              rhs = printSize(expr.getRHS(), type, names);
  bool isCall = token.front() != ' ';
  return isCall ? token.str() + "(" + lhs + ", " + rhs + ")"
                : "(" + lhs + token.str() + rhs + ")";
}

/// Returns the fields of an array: its shape and strides if they are known, and
/// otherwise the number of its elements.
static std::string describeArray(ArrayType type, const SizeNames &names) {
  std::optional<SmallVector<OffsetExpr>> strides;
  Layout layout = type.getMemoryLayout();
  if (type.hasStaticShape() && layout.takesShapedDescriptor())
    strides = layout.getStrides(type.getShape());
  if (!strides)
    return ", size = " + quote(printSize(type.getStorage(), type, names));
  auto print = [&](const OffsetExpr &stride) {
    return printSize(stride, type, names);
  };
  SmallVector<OffsetExpr> first(type.getRank(), 0);
  auto toText = [](int64_t size) { return std::to_string(size); };
  return ", shape = [" +
         llvm::join(llvm::map_range(type.getShape(), toText), ", ") +
         "], affine_map = [" +
         llvm::join(llvm::map_range(*strides, print), ", ") +
         "], affine_offset = " + print(type.getOffset().replaceIndices(first));
}

static SizeNames getSizeNames(func::FuncOp func,
                              ArrayRef<CppParameter> parameters) {
  SizeNames names;
  for (auto [index, parameter] : llvm::enumerate(parameters))
    if (func.getArgAttr(index, sizeAttrName))
      names[func.getArgAttrOfType<StringAttr>(index, nameAttrName).getValue()] =
          parameter.name;
  return names;
}

static std::string describeArgument(func::FuncOp func, unsigned index,
                                    const CppParameter &parameter,
                                    const SizeNames &names) {
  std::string type = getCType(parameter.type);
  StringRef element = StringRef(type).rtrim(" *");
  element.consume_front("const ");
  StringRef usage = "input", kind = "element", what = "a number";
  std::string more;
  if (auto array = func.getArgAttrOfType<TypeAttr>(index, arrayAttrName)) {
    auto arrayType = cast<ArrayType>(array.getValue());
    usage = arrayType.getRole() == Role::Input    ? "input"
            : arrayType.getRole() == Role::Output ? "output"
                                                  : "input_output";
    more = describeArray(arrayType, names);
    kind = StringRef(more).starts_with(", size") ? "runtime_array"
                                                 : "affine_array";
    what = "an array";
  } else if (func.getArgAttr(index, sizeAttrName)) {
    what = "a size or a stride";
  }
  return llvm::formatv(
      "        {{ name = {0}, description = {1}, logical_type = \"{2}\", "
      "declared_type = {3}, element_type = {4}, usage = \"{5}\"{6} }",
      quote(parameter.name), quote(what), kind, quote(type), quote(element),
      usage, more);
}

/// Returns a value of JSON as TOML on one line; null, which TOML does not have,
/// as an empty string.
static std::string toTOML(const llvm::json::Value &value) {
  llvm::ListSeparator comma;
  std::string text;
  if (const auto *array = value.getAsArray()) {
    for (const llvm::json::Value &element : *array)
      text += StringRef(comma).str() + toTOML(element);
    return "[" + text + "]";
  }
  if (const auto *object = value.getAsObject()) {
    std::map<StringRef, const llvm::json::Value *> members;
    for (const auto &[name, member] : *object)
      members[name] = &member;
    for (const auto &[name, member] : members)
      text += StringRef(comma).str() + quote(name) + " = " + toTOML(*member);
    return "{" + text + "}";
  }
  if (auto string = value.getAsString())
    return quote(*string);
  if (value.getAsNull())
    return "\"\"";
  return llvm::formatv("{0}", value);
}

/// Returns the data of the user about a function as a field, if there is any.
static std::string describeAuxiliary(const PackageOptions &options,
                                     StringRef function) {
  llvm::Expected<llvm::json::Value> all =
      llvm::json::parse(options.annotations);
  if (!all) {
    llvm::consumeError(all.takeError());
    return "";
  }
  const llvm::json::Object *found = all->getAsObject();
  for (StringRef name :
       {StringRef("functions"), function, StringRef("auxiliary")})
    if (found)
      found = found->getObject(name);
  if (!found || found->empty())
    return "";
  return "    auxiliary = " +
         toTOML(llvm::json::Value(llvm::json::Object(*found))) + "\n";
}

std::string sa::makeHatFile(ModuleOp module, const PackageOptions &options,
                            StringRef header) {
  const std::string &name = options.name;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#ifdef TOML\n\n[description]\ncomment = \"Emitted by saopt\"\n"
     << "author = " << quote(options.author)
     << "\nversion = " << quote(options.version)
     << "\nlicense_url = " << quote(options.license) << "\n\n[functions]\n";
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func->hasAttr(internalAttrName))
      continue;
    std::string symbol = (name + "_" + func.getSymName()).str();
    os << "    [functions." << symbol << "]\n    name = " << quote(symbol)
       << "\n    description = \"\"\n    calling_convention = \"cdecl\"\n"
       << describeAuxiliary(options, func.getSymName())
       << "    arguments = [\n        { name = \"queue\", description = \"the "
          "queue\", logical_type = \"element\", declared_type = \""
       << name << "_queue *\", element_type = \"" << name
       << "_queue\", usage = \"input_output\" }";
    SmallVector<CppParameter> parameters = getCParameters(func, name);
    SizeNames names = getSizeNames(func, parameters);
    for (auto [index, parameter] : llvm::enumerate(parameters))
      os << ",\n" << describeArgument(func, index, parameter, names);
    os << "\n    ]\n    return = { name = \"status\", description = \"zero, or "
          "what went wrong\", logical_type = \"element\", declared_type = \""
       << name << "_status\", element_type = \"" << name
       << "_status\", usage = \"output\" }\n\n";
  }
  os << "[target]\n    [target.required]\n    os = \"linux\"\n\n"
     << "    [target.required.CPU]\n    architecture = \"" << SAOPT_ARCHITECTURE
     << "\"\n    extensions = []\n\n"
     << "[dependencies]\nlink_target = \"lib/lib" << name
     << ".so\"\ndeploy_files = []\ndynamic = [ { name = \"SYCL runtime\", "
        "version = \"\", target_file = \"libsycl.so\" } ]\n\n"
     << "[compiled_with]\ncompiler = \"saopt\"\nflags = \"\"\ncrt = \"\"\n"
        "libraries = []\n\n"
     << "[declaration]\ncode = '''\n#endif // TOML\n\n"
     << header << "\n#ifdef TOML\n'''\n#endif // TOML\n";
  return text;
}
