// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Package/LoadedPackage.h"

#include "sa/Runtime/Error.h"
#include "sa/Runtime/Launch/Function.h"
#include "sa/Runtime/Manifest/ManifestReader.h"
#include "sa/Runtime/Package/PackageReader.h"

#include <map>

using namespace sa::runtime;

struct LoadedPackage::Contents {
  std::string name;
  /// Those of the user.
  std::map<std::string, std::unique_ptr<Function>> functions;
};

LoadedPackage::~LoadedPackage() = default;
LoadedPackage::LoadedPackage(LoadedPackage &&) noexcept = default;
LoadedPackage &LoadedPackage::operator=(LoadedPackage &&) noexcept = default;

LoadedPackage::LoadedPackage(const std::string &path)
    : contents(std::make_unique<Contents>()) {
  PackageContents package = readPackage(path);
  contents->name = package.name;
  auto program =
      std::make_shared<Program>(std::move(package.code), Language::SPIRV,
                                package.strict, std::move(package.constants));
  std::vector<FunctionManifest> manifests = readManifest(package.program);
  for (const FunctionManifest &manifest : manifests) {
    // Others are the versions for dense arrays.
    if (!package.functions.count(manifest.name))
      continue;
    std::optional<FunctionManifest> contiguous;
    if (manifest.contiguous)
      if (const auto *found = findFunction(manifests, *manifest.contiguous))
        contiguous = *found;
    contents->functions[manifest.name] =
        std::make_unique<Function>(manifest, program, std::move(contiguous));
  }
}

const std::string &LoadedPackage::getName() const { return contents->name; }

std::vector<std::string> LoadedPackage::getFunctionNames() const {
  std::vector<std::string> names;
  for (const auto &[name, function] : contents->functions)
    names.push_back(name);
  return names;
}

Function &LoadedPackage::getFunction(const std::string &name) const {
  auto found = contents->functions.find(name);
  if (found == contents->functions.end())
    throw Error(ErrorKind::Execution, "the package '" + contents->name +
                                          "' has no function '" + name + "'");
  return *found->second;
}

void LoadedPackage::call(const std::string &name,
                         const std::vector<CallArgument> &arguments) const {
  PreparedCall prepared = getFunction(name).prepare(arguments);
  launchAndWait(prepared.launchable, prepared.values, prepared.queue);
}
