// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackageNames.h"

#include "CInterface.h"
#include "TakenNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Support/CppNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

llvm::Error sa::makePackageError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Namespaces of headers that the sources of a package include, and modules
/// that a module of Python's cannot hide.
static bool isTakenByOthers(StringRef name) {
  static const llvm::StringSet<> taken = {"boost", "cl",    "hipsycl", "acpp",
                                          "numpy", "dpctl", "dpnp",    "sa"};
  return taken.contains(name);
}

/// Words that are no keywords of Python everywhere.
static bool isWordOfPython(StringRef name) {
  return isKeywordOfPython(name) || name == "match" || name == "type" ||
         name == "print";
}

/// Returns why a package with these formats cannot have an identifier as its
/// name, or nothing.
static StringRef findClash(StringRef name, uint32_t formats) {
  constexpr uint32_t inCpp = PackageSYCLSource | PackageSharedLibrary;
  if (isWordOfPython(name))
    return "it is a word of Python";
  if (isTakenByOthers(name))
    return "other software has a namespace or module of this name";
  if ((formats & inCpp) && isGlobalName(name))
    return "headers of the system declare this name, so no namespace has it";
  if ((formats & inCpp) && isNameOfHeader(name))
    return "the system has a header of this name";
  if ((formats & inCpp) && isNameOfLibrary(name))
    return "the system has a library of this name";
  if ((formats & PackageWheel) && isModuleOfPython(name))
    return "Python has a module of this name";
  return "";
}

/// Fails if a function with this name would hide, or be hidden by, what files
/// of these formats have besides.
static llvm::Error checkFunctionName(StringRef name,
                                     const PackageOptions &options) {
  auto fail = [&](const llvm::Twine &why) {
    return makePackageError(
        "'" + name + "' cannot be the name of a function in a package" + why);
  };
  if (!isCppFunctionName(name))
    return fail(": it must be an identifier of C++, neither a keyword nor a "
                "common macro, and without two underscores in a row");
  constexpr uint32_t inCpp = PackageSYCLSource | PackageSharedLibrary;
  if ((options.formats & inCpp) && isGuard(name, options.name))
    return fail(" '" + options.name + "': it is the include guard of a header");
  constexpr uint32_t inPython = PackageSPIRV | PackageWheel;
  if ((options.formats & inPython) && isKeywordOfPython(name))
    return fail(" that Python loads: it is a keyword of Python");
  if ((options.formats & PackageWheel) && name == "package")
    return fail(" with a wheel: its module has the package under this name");
  return llvm::Error::success();
}

/// File systems have names of 255 bytes, of which suffixes take some.
static constexpr size_t longestName = 100;

llvm::Error sa::checkPackageNames(const PackageOptions &options,
                                  ModuleOp module) {
  StringRef name = options.name;
  std::string quoted = ("'" + name + "'").str();
  if (!isCppFunctionName(name))
    return makePackageError(
        quoted + " cannot be the name of a package: its namespace and files "
                 "have it, so it must be an identifier of C++, neither a "
                 "keyword nor a common macro, and without two underscores in a "
                 "row");
  if (name.size() > longestName)
    return makePackageError("the name of a package has at most " +
                            llvm::Twine(longestName) + " characters, not " +
                            llvm::Twine(name.size()));
  if (StringRef why = findClash(name, options.formats); !why.empty())
    return makePackageError(quoted +
                            " cannot be the name of a package: " + why);
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func->hasAttr(internalAttrName))
      continue;
    if (llvm::Error error = checkFunctionName(func.getSymName(), options))
      return error;
    for (const CppParameter &parameter : getCppParameters(func))
      if (isGuard(parameter.name, name))
        return makePackageError("function '" + func.getSymName() +
                                "' has an argument '" + parameter.name +
                                "', which is the include guard of a header of "
                                "the package: give it another name");
  }
  return llvm::Error::success();
}
