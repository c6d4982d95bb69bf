// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Package/Package.h"

#include "PackageManifest.h"
#include "PackageNames.h"
#include "SharedLibrary.h"
#include "SourceFiles.h"
#include "Wheel.h"
#include "sa/Support/NearNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

llvm::ArrayRef<PackageFormatName> sa::getPackageFormatNames() {
  static constexpr PackageFormatName names[] = {
      {"sycl-source", PackageSYCLSource},
      {"shared-library", PackageSharedLibrary},
      {"spirv", PackageSPIRV},
      {"mlir", PackageMLIR},
      {"wheel", PackageWheel},
  };
  return names;
}

llvm::Expected<uint32_t> sa::parsePackageFormats(StringRef names) {
  llvm::SmallVector<StringRef> known;
  for (const PackageFormatName &format : getPackageFormatNames())
    known.push_back(format.name);
  uint32_t formats = 0;
  for (StringRef name : llvm::split(names, ',')) {
    auto found = llvm::find_if(
        getPackageFormatNames(),
        [&](const PackageFormatName &format) { return format.name == name; });
    if (found == getPackageFormatNames().end())
      return makePackageError(
          "'" + name + "' is no format of a package: the formats are " +
          llvm::join(known, ", ") + didYouMean(name, known));
    formats |= found->format;
  }
  return formats;
}

/// Adds what the runtime loads.
static llvm::Error addProgramFiles(Compilation &compilation,
                                   const PackageOptions &options,
                                   PackageFiles &files) {
  std::string constants;
  if (failed(compilation.emit(Artifact::SPIRV, files[options.name + ".spv"])) ||
      failed(compilation.emit(Artifact::Constants, constants)))
    return makePackageError("");
  if (!constants.empty())
    files[options.name + ".constants"] = std::move(constants);
  return llvm::Error::success();
}

static llvm::Error addMLIR(Compilation &compilation,
                           const PackageOptions &options, PackageFiles &files) {
  std::string text;
  llvm::raw_string_ostream os(text);
  FailureOr<ModuleOp> module = failure();
  FailureOr<OwningOpRef<ModuleOp>> loops = failure();
  if (options.mlirStage == "sa") {
    module = compilation.getProgram();
  } else if (options.mlirStage == "loops") {
    loops = compilation.lowerToLoops();
    if (succeeded(loops))
      module = loops->get();
  } else if (options.mlirStage == "kernels") {
    module = compilation.getKernels();
  } else if (options.mlirStage == "llvm") {
    module = compilation.getLLVM();
  } else {
    return makePackageError("'" + options.mlirStage +
                            "' is no stage of a package of MLIR: the stages "
                            "are sa, loops, kernels and llvm");
  }
  if (failed(module))
    return makePackageError("");
  // All of it, with the data of large constants behind it.
  module->print(os);
  os << "\n";
  files[options.name + ".mlir"] = std::move(text);
  return llvm::Error::success();
}

/// Adds a wheel around the package with the same functions as SPIR-V.
static llvm::Error addWheelFile(Compilation &compilation,
                                const PackageOptions &options,
                                PackageFiles &files) {
  PackageOptions inside = options;
  inside.formats = PackageSPIRV;
  llvm::Expected<PackageFiles> package = makePackage(compilation, inside);
  if (!package)
    return package.takeError();
  addWheel(options, *package, files);
  return llvm::Error::success();
}

llvm::Expected<PackageFiles> sa::makePackage(Compilation &compilation,
                                             const PackageOptions &options) {
  FailureOr<ModuleOp> module = compilation.getKernels();
  if (failed(module))
    return makePackageError("");
  if (llvm::Error error = checkPackageNames(options, *module))
    return std::move(error);
  PackageFiles files;
  if (options.formats & PackageSYCLSource)
    if (llvm::Error error = addSourceFiles(compilation, options, files))
      return std::move(error);
  if (options.formats & PackageSPIRV)
    if (llvm::Error error = addProgramFiles(compilation, options, files))
      return std::move(error);
  if (options.formats & PackageSharedLibrary)
    if (llvm::Error error = addSharedLibrary(compilation, options, files))
      return std::move(error);
  if (options.formats & PackageMLIR)
    if (llvm::Error error = addMLIR(compilation, options, files))
      return std::move(error);
  if (options.formats & PackageWheel)
    if (llvm::Error error = addWheelFile(compilation, options, files))
      return std::move(error);
  llvm::Expected<std::string> manifest =
      makePackageManifest(compilation, options, files);
  if (!manifest)
    return manifest.takeError();
  files[options.name + ".json"] = std::move(*manifest);
  return files;
}
