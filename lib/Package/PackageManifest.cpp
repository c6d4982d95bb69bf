// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackageManifest.h"

#include "PackageNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SATypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace sa;
namespace json = llvm::json;

/// The version of the manifests of packages that this compiler writes.
static constexpr int64_t packageVersion = 1;

std::string sa::hashBytes(StringRef data) {
  return llvm::toHex(
      llvm::SHA256::hash(ArrayRef<uint8_t>(data.bytes_begin(), data.size())),
      /*LowerCase=*/true);
}

/// Returns the layout of an array in the words of the dialect.
static std::string describeLayout(ArrayType type) {
  if (!type.getLayout())
    return "row_major";
  std::string text;
  llvm::raw_string_ostream(text) << type.getLayout();
  // "#sa.blocked<4, 4>" without the dialect.
  size_t dot = text.find('.');
  return dot == std::string::npos ? text : text.substr(dot + 1);
}

/// Returns what the manifest of the program does not say of the arguments.
static json::Array describeArguments(func::FuncOp func) {
  json::Array arguments;
  for (unsigned index = 0; index < func.getNumArguments(); ++index) {
    auto array = func.getArgAttrOfType<TypeAttr>(index, arrayAttrName);
    if (func.getArgAttr(index, sizeAttrName))
      continue;
    auto name = func.getArgAttrOfType<StringAttr>(index, nameAttrName);
    json::Object entry{{"name", json::fixUTF8(name.getValue())},
                       {"layout", nullptr},
                       {"has_domain", false}};
    if (array) {
      auto type = cast<ArrayType>(array.getValue());
      entry["layout"] = describeLayout(type);
      entry["has_domain"] = !type.getDomainConstraints().empty();
    }
    arguments.push_back(std::move(entry));
  }
  return arguments;
}

static json::Array describeFunctions(ModuleOp module,
                                     const json::Object &annotations) {
  json::Array functions;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func->hasAttr(internalAttrName))
      continue;
    json::Object entry{
        {"name", func.getSymName()},    {"base_name", func.getSymName()},
        {"parameters", json::Object()}, {"auxiliary", json::Object()},
        {"targets", json::Array()},     {"arguments", describeArguments(func)}};
    if (const json::Object *annotation =
            annotations.getObject(func.getSymName()))
      for (const auto &[member, value] : *annotation)
        entry[member] = value;
    functions.push_back(std::move(entry));
  }
  return functions;
}

/// Returns what the choice of plans counted on; null if no plans were chosen.
static json::Value describeTarget(const CompileOptions &options) {
  if (options.schedule == ScheduleMode::None)
    return nullptr;
  return json::Object{{"vector_bytes", options.target.vectorBytes},
                      {"vector_registers", options.target.vectorRegisters},
                      {"cores", options.target.cores},
                      {"cache_bytes", options.target.cacheBytes}};
}

static json::Object describeFiles(const PackageFiles &files) {
  json::Object entries;
  for (const auto &[path, content] : files)
    entries[path] =
        json::Object{{"bytes", static_cast<int64_t>(content.size())},
                     {"sha256", hashBytes(content)}};
  return entries;
}

llvm::Expected<std::string>
sa::makePackageManifest(Compilation &compilation, const PackageOptions &options,
                        const PackageFiles &files) {
  FailureOr<ModuleOp> module = compilation.getKernels();
  std::string program;
  if (failed(module) || failed(compilation.emit(Artifact::Manifest, program)))
    return makePackageError("");
  llvm::Expected<json::Value> parsed = json::parse(program);
  llvm::Expected<json::Value> annotations = json::parse(options.annotations);
  if (!parsed)
    return parsed.takeError();
  if (!annotations)
    return annotations.takeError();
  const json::Object *annotated = annotations->getAsObject();
  if (!annotated)
    return makePackageError("the annotations of a package are an object of "
                            "JSON");
  auto getMember = [&](StringRef name) {
    const json::Object *member = annotated->getObject(name);
    return member ? *member : json::Object();
  };

  json::Array formats;
  for (const PackageFormatName &format : getPackageFormatNames())
    if (options.formats & format.format)
      formats.push_back(format.name);
  json::Value code = nullptr;
  if (options.formats & PackageSPIRV) {
    std::string constants = options.name + ".constants";
    code = json::Object{{"spirv", options.name + ".spv"},
                        {"constants", files.count(constants)
                                          ? json::Value(constants)
                                          : json::Value(nullptr)}};
  }
  json::Object manifest{
      {"saopt_package", packageVersion},
      {"name", options.name},
      {"saopt", SAOPT_VERSION},
      {"description", getMember("description")},
      {"platform", json::fixUTF8(options.platform)},
      {"target", describeTarget(compilation.getOptions())},
      {"strict", compilation.getOptions().strict},
      {"formats", std::move(formats)},
      {"functions", describeFunctions(*module, getMember("functions"))},
      {"program", std::move(*parsed)},
      {"code", std::move(code)},
      {"files", describeFiles(files)},
      {"content", ""}};
  std::string text =
      llvm::formatv("{0:2}", json::Value(std::move(manifest))).str() + "\n";
  // The hash is that of the text without it, which has the hashes of the files.
  // Only the member of the whole has this indentation.
  StringRef member = "\n  \"content\": \"";
  text.insert(text.find(member.str()) + member.size(), hashBytes(text));
  return text;
}
