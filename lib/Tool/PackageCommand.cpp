// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackageCommand.h"

#include "sa/Package/Package.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string>
    packageDirectory("package", cl::value_desc("folder"),
                     cl::desc("Compile the program, and write a package into "
                              "this folder"));

static cl::opt<std::string>
    packageName("name", cl::value_desc("identifier"),
                cl::desc("With --package: the name of the library"));

static cl::opt<std::string> packageFormats(
    "format", cl::value_desc("formats"),
    cl::desc("With --package: what it consists of, with commas between them"),
    cl::init("spirv"));

static cl::opt<std::string>
    syclRoot("sycl-root", cl::value_desc("folder"),
             cl::desc("With --format=shared-library: the folder that has "
                      "include/sycl and lib/libsycl.so"));

static cl::opt<std::string> mlirStage(
    "mlir-stage", cl::value_desc("stage"), cl::init("sa"),
    cl::desc("With --format=mlir: which stage: sa, loops, kernels or llvm"));

bool sa::tool::isPackageAsked() {
  return packageDirectory.getNumOccurrences() > 0;
}

LogicalResult sa::tool::checkPackageOptions(bool hasEmit) {
  std::string wrong;
  if (isPackageAsked() && hasEmit)
    wrong = "--emit and --package are given: one run writes one thing";
  else if (isPackageAsked() && packageName.empty())
    wrong = "--package needs --name=NAME, the name of the library";
  auto check = [&](const cl::Option &option, StringRef what) {
    if (!isPackageAsked() && option.getNumOccurrences() > 0 && wrong.empty())
      wrong = ("--" + option.ArgStr + " is " + what +
               " of a package: give --package=FOLDER, too")
                  .str();
  };
  check(packageName, "that");
  check(packageFormats, "that");
  check(syclRoot, "for the shared library");
  check(mlirStage, "for the MLIR");
  auto checkFormat = [&](const cl::Option &option, StringRef format) {
    if (option.getNumOccurrences() > 0 && wrong.empty() &&
        !llvm::is_contained(llvm::split(packageFormats, ','), format))
      wrong = ("--" + option.ArgStr + " is for --format=" + format +
               ", which is not asked for")
                  .str();
  };
  checkFormat(syclRoot, "shared-library");
  checkFormat(mlirStage, "mlir");
  if (wrong.empty())
    return success();
  llvm::errs() << "saopt: " << wrong << "\n";
  return failure();
}

static llvm::Expected<std::vector<std::string>>
write(sa::Compilation &compilation) {
  sa::PackageOptions package;
  package.name = packageName;
  package.syclRoot = syclRoot;
  package.mlirStage = mlirStage;
  llvm::Expected<uint32_t> formats = sa::parsePackageFormats(packageFormats);
  if (!formats)
    return formats.takeError();
  package.formats = *formats;
  llvm::Expected<sa::PackageFiles> files =
      sa::makePackage(compilation, package);
  if (!files)
    return files.takeError();
  return sa::publishPackage(*files, package.name, packageDirectory);
}

LogicalResult sa::tool::writePackage(Compilation &compilation,
                                     std::string &output) {
  llvm::Expected<std::vector<std::string>> files = write(compilation);
  if (files) {
    for (const std::string &file : *files)
      output += file + "\n";
    return success();
  }
  // Without a message there is a diagnostic already.
  std::string message = llvm::toString(files.takeError());
  if (!message.empty())
    llvm::errs() << "saopt: " << message << "\n";
  return failure();
}
