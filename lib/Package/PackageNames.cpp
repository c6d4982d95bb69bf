// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackageNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
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

static bool isKeywordOfPython(StringRef name) {
  static const llvm::StringSet<> words = {
      "False",  "None",  "True",  "as",     "assert",   "async", "await",
      "def",    "del",   "elif",  "except", "finally",  "from",  "global",
      "import", "in",    "is",    "lambda", "nonlocal", "pass",  "raise",
      "with",   "yield", "match", "type",   "print"};
  return words.contains(name);
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
  if (isTakenByOthers(name) || isKeywordOfPython(name))
    return makePackageError(quoted + " cannot be the name of a package: " +
                            (isKeywordOfPython(name)
                                 ? "it is a word of Python"
                                 : "other software has a namespace or module "
                                   "of this name"));
  for (auto func : module.getOps<func::FuncOp>())
    if (!isCppFunctionName(func.getSymName()))
      return makePackageError(
          "'" + func.getSymName() +
          "' cannot be the name of a function in a package: it must be an "
          "identifier of C++, neither a keyword nor a common macro, and "
          "without two underscores in a row");
  return llvm::Error::success();
}
