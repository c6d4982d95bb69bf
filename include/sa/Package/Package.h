// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packages: the functions of a program as files that stand on their own
// (docs/packages.md).

#ifndef SA_PACKAGE_PACKAGE_H
#define SA_PACKAGE_PACKAGE_H

#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace sa {

/// The formats of a package, which combine as bits.
enum PackageFormat : uint32_t {
  /// `NAME.hpp`, `NAME.cpp` and a `CMakeLists.txt`.
  PackageSYCLSource = 1,
  /// `NAME.spv` and `NAME.constants`, for the runtime.
  PackageSPIRV = 2,
  /// `lib/libNAME.so` with `NAME.hpp`, `NAME.h` and `NAME.hat`, for CMake and
  /// pkg-config.
  PackageSharedLibrary = 4,
  /// `NAME.mlir`.
  PackageMLIR = 8,
  /// `NAME-VERSION-py3-none-any.whl`, a module for the runtime.
  PackageWheel = 16,
};

/// The name of each format, as in `--format`.
struct PackageFormatName {
  llvm::StringLiteral name;
  PackageFormat format;
};
llvm::ArrayRef<PackageFormatName> getPackageFormatNames();

/// Returns the bits of a list of names with commas between them. Fails on an
/// unknown or missing name.
llvm::Expected<uint32_t> parsePackageFormats(llvm::StringRef names);

struct PackageOptions {
  /// The name of the library: of its namespace and its files.
  std::string name;
  uint32_t formats = 0;
  /// What it is built for, in words.
  std::string platform = "any";
  /// Which stage a package of MLIR has: "sa", "loops", "kernels" or "llvm".
  std::string mlirStage = "sa";
  /// JSON: an object with the members `description`, an object for the
  /// manifest, and `functions`, with an object for each function that has one
  /// of the members `base_name`, `parameters`, `auxiliary` and `targets`. All
  /// may be left out.
  std::string annotations = "{}";
  /// One to three numbers.
  std::string version = "0.1.0";
  std::string author, license;
  /// The folder with SYCL's headers and library, for shared libraries; if
  /// empty, the environment says it.
  std::string syclRoot;
};

/// The contents of files by their paths in the folder of a package.
using PackageFiles = std::map<std::string, std::string>;

/// Makes the files of a package with the functions of `compilation`. Fails with
/// an error, or, if the program does not compile, with a diagnostic and an
/// error without a message.
llvm::Expected<PackageFiles> makePackage(Compilation &compilation,
                                         const PackageOptions &options);

/// Writes the files of the package `name` as the folder `directory`, all of
/// them or none: whoever looks at the folder sees what was there before, or the
/// package. A folder that exists is replaced only if it is empty or holds a
/// package of this name and nothing else. Returns the paths of the files.
llvm::Expected<std::vector<std::string>>
publishPackage(const PackageFiles &files, llvm::StringRef name,
               llvm::StringRef directory);

} // namespace sa

#endif // SA_PACKAGE_PACKAGE_H
