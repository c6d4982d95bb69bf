// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the packages that the compiler writes (lib/Package, docs/packages.md).

#ifndef SA_RUNTIME_PACKAGE_PACKAGEREADER_H
#define SA_RUNTIME_PACKAGE_PACKAGEREADER_H

#include <set>
#include <string>

namespace sa::runtime {

/// The version of the manifests of packages that readPackage takes.
constexpr int64_t packageVersion = 1;

/// A package with the format spirv.
struct PackageContents {
  std::string name;
  /// Whether whatever changes a floating-point result is forbidden.
  bool strict = false;
  /// The text of NAME.json.
  std::string text;
  /// The names of the functions that it was built of.
  std::set<std::string> functions;
  /// The manifest of the functions, for readManifest.
  std::string program;
  std::string code;
  /// Empty without large constants.
  std::string constants;
};

/// Reads a package: its folder, or its manifest NAME.json. Throws an Error when
/// there is none, when a field of the manifest is missing, unknown or of the
/// wrong type, or when a file is not the one that was written.
PackageContents readPackage(const std::string &path);

} // namespace sa::runtime

#endif // SA_RUNTIME_PACKAGE_PACKAGEREADER_H
