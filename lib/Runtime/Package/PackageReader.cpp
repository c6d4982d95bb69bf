// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Package/PackageReader.h"

#include "../Manifest/JsonNode.h"
#include "sa/Runtime/Manifest/ManifestReader.h"
#include "sa/Runtime/Program/Sha256.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace sa::runtime;
namespace fs = std::filesystem;

[[noreturn]] static void fail(const fs::path &path, const std::string &what) {
  throw Error(ErrorKind::Execution,
              "the package '" + path.string() + "' " + what);
}

static std::string readFile(const fs::path &path, const std::string &what) {
  std::ifstream stream(path, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(stream)), {});
  if (!stream.is_open() || stream.bad())
    fail(path, what);
  return content;
}

static bool isManifest(const fs::path &path) {
  return path.extension() == ".json" && fs::is_regular_file(path);
}

/// Returns the manifest of a package: `path`, or the one in that folder.
static fs::path findManifest(const fs::path &path) {
  std::error_code code;
  if (!fs::exists(path, code))
    fail(path, "does not exist");
  if (!fs::is_directory(path)) {
    if (!isManifest(path))
      fail(path,
           "is neither a folder nor the manifest of a package, NAME.json");
    return path;
  }
  fs::path found;
  for (const fs::directory_entry &entry : fs::directory_iterator(path)) {
    if (!isManifest(entry.path()))
      continue;
    if (!found.empty())
      fail(path, "has several manifests: name the one to load, as in '" +
                     found.string() + "'");
    found = entry.path();
  }
  if (found.empty())
    fail(path, "has no manifest, NAME.json: it is no folder of a package");
  return found;
}

/// The hash of a manifest is that of its text without it.
static void checkContent(const std::string &text, const std::string &content,
                         const fs::path &path) {
  const std::string member = "\n  \"content\": \"";
  std::string without = text;
  size_t at = without.find(member + content);
  if (at != std::string::npos)
    without.erase(at + member.size(), content.size());
  if (at == std::string::npos || computeSha256(without) != content)
    fail(path, "has changed since it was built: its content has another hash "
               "than its manifest says");
}

namespace {

/// The files of a package, as its manifest describes them.
class FileReader {
public:
  FileReader(const fs::path &folder, const Node &files)
      : folder(folder), files(files) {}

  std::string read(const Node &node) const {
    std::string name = node.readString();
    // No package reads a file from elsewhere.
    if (name.empty() || fs::path(name).filename() != name || name == "." ||
        name == "..")
      node.fail("'" + name + "' is not the name of a file");
    Node entry = files.get(name.c_str());
    entry.checkFields({"bytes", "sha256"});
    std::string content =
        readFile(folder / name, "is missing, or cannot be read");
    if (content.size() != entry.get("bytes").readPosition() ||
        computeSha256(content) != entry.get("sha256").readString())
      fail(folder / name,
           "has changed since it was built: the file has another "
           "hash than the manifest says");
    return content;
  }

private:
  const fs::path &folder;
  const Node &files;
};

} // namespace

/// Returns the names of functions, after a check of all fields.
static std::set<std::string> readFunctions(const Node &functions) {
  std::set<std::string> names;
  functions.readList([&](const Node &function) {
    function.checkFields({"name", "base_name", "parameters", "auxiliary",
                          "targets", "arguments"});
    names.insert(function.get("name").readString());
    function.get("base_name").readString();
    function.get("targets").readList(
        [](const Node &target) { return target.readString(); });
    function.get("arguments").readList([](const Node &argument) {
      argument.checkFields({"name", "layout", "has_domain"});
      argument.get("name").readString();
      if (!argument.get("layout").value.is_null())
        argument.get("layout").readString();
      return argument.get("has_domain").readBool();
    });
    return true;
  });
  return names;
}

static PackageContents read(const fs::path &file) {
  PackageContents package;
  package.text = readFile(file, "cannot be read");
  const std::string what = "the package '" + file.string() + "'";
  Json parsed = parseJson(package.text, what);
  Node manifest(parsed, what);
  if (!manifest.has("saopt_package"))
    fail(file, "is not the manifest of a package: it has no field "
               "'saopt_package'");
  Node version = manifest.get("saopt_package");
  if (version.readInteger() != packageVersion)
    version.fail("the version is " + std::to_string(version.readInteger()) +
                 ", and this runtime reads " + std::to_string(packageVersion) +
                 ": build the package again");
  manifest.checkFields({"saopt_package", "name", "saopt", "description",
                        "platform", "target", "strict", "formats", "functions",
                        "program", "code", "files", "content"});
  checkContent(package.text, manifest.get("content").readString(), file);
  package.name = manifest.get("name").readString();
  if (Node target = manifest.get("target"); !target.value.is_null())
    target.checkFields(
        {"vector_bytes", "vector_registers", "cores", "cache_bytes"});
  package.strict = manifest.get("strict").readBool();
  package.functions = readFunctions(manifest.get("functions"));
  package.program = manifest.get("program").value.dump();
  readManifest(package.program);

  Node code = manifest.get("code");
  if (code.value.is_null())
    fail(file, "has no code that can be loaded: build it with the format "
               "spirv, too");
  code.checkFields({"spirv", "constants"});
  fs::path folder = file.parent_path();
  Node files = manifest.get("files");
  FileReader reader(folder, files);
  package.code = reader.read(code.get("spirv"));
  if (!code.get("constants").value.is_null())
    package.constants = reader.read(code.get("constants"));
  return package;
}

PackageContents sa::runtime::readPackage(const std::string &path) {
  try {
    return read(findManifest(path));
  } catch (const fs::filesystem_error &error) {
    fail(path, "cannot be read: " + error.code().message());
  }
}
