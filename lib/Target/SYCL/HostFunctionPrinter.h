// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host function in C++: its body (HostFunctionPrinter.cpp), arguments
// (HostArguments.cpp) and launches (HostLaunch.cpp).

#ifndef SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H
#define SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H

#include "Constants.h"
#include "ExpressionPrinter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/Cpp.h"
#include "sa/Target/SYCL/SYCL.h"

namespace sa {

/// The last parameter of a function of a library.
inline CppParameter getDependenciesParameter() {
  return {"const std::vector<sycl::event> &", "dependencies"};
}

/// What the kernels of a function are.
enum class HostKernels {
  /// Functions in the same source.
  Source,
  /// Entry points of a SPIR-V module, for which there is `saopt::find_kernel`.
  Module
};

/// Writes what holds the errors of the work of a queue in C.
void printErrorSinkHelper(llvm::raw_ostream &os);

/// Writes the class of the host that tells the errors of a call. `hasSink` says
/// that it leaves them where `printErrorSinkHelper` says, if a function in C
/// was called; `prints`, that kernels print lines.
void printErrorRecordHelper(llvm::raw_ostream &os, bool hasSink, bool prints);
/// Returns true if a function of the module of `op` prints.
bool modulePrints(mlir::Operation *op);

/// Writes what the functions of `module` need for constant arrays, if there are
/// some, and for temporary ones.
void printMemoryHelpers(llvm::raw_ostream &os, mlir::ModuleOp module,
                        bool hasConstants);

class HostFunctionPrinter {
public:
  /// `isOfLibrary` says that the function takes the events to wait for.
  HostFunctionPrinter(llvm::raw_ostream &os, mlir::func::FuncOp func,
                      const HostConstants &constants, HelperSet &helpers,
                      bool isOfLibrary,
                      HostKernels kernels = HostKernels::Source)
      : os(os), func(func), constants(constants), expressions(helpers),
        isOfLibrary(isOfLibrary), kernels(kernels) {}

  /// Writes the function. Fails, with a diagnostic, on an operation that has no
  /// C++ form.
  mlir::LogicalResult run();

private:
  /// Writes a call of the version for dense arrays, under a condition.
  void printDispatch();
  /// Returns the C++ name of the argument `name`.
  std::string getArgumentName(llvm::StringRef name);
  /// Declares a variable for a size that is used more than once.
  void declare(mlir::Value value);
  /// Declares the object that frees the temporaries.
  void printOwner();
  void printAlloc(AllocOp op);
  void printUpload(UploadOp op);
  void printErrorRecord(ErrorRecordOp op);
  void printLaunch(LaunchOp op);
  /// Writes the launch of an entry point of a SPIR-V module.
  void printModuleLaunch(LaunchOp op);
  /// Returns the range of a launch, "sycl::range<1>(N)" or an nd_range.
  std::string printRange(LaunchOp op);
  void printRequire(RequireOp op);
  /// Declares the event before a loop or condition that may launch.
  void declareLast() {
    if (!hasWork)
      line() << assignLast().drop_back(3) << ";\n";
  }
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult printIf(mlir::scf::IfOp op);
  /// Declares a pointer of its own for each argument that swaps may move.
  void printPlaces();
  void printStop(StopUnlessOp op);
  /// Starts a line.
  llvm::raw_ostream &line() { return os << std::string(2 * depth, ' '); }
  /// Returns the argument of a launch for `value`.
  std::string printOperand(mlir::Value value);
  /// Returns ", last" if there is work to wait for.
  llvm::StringRef dependence() const { return hasWork ? ", last" : ""; }
  /// Returns "sycl::event last = " the first time, then "last = ".
  llvm::StringRef assignLast() {
    llvm::StringRef text = hasWork ? "last = " : "sycl::event last = ";
    hasWork = true;
    return text;
  }

  llvm::raw_ostream &os;
  mlir::func::FuncOp func;
  const HostConstants &constants;
  ExpressionPrinter expressions;
  CppNames names;
  /// The pointers of arguments that swaps may move, as the caller gave them.
  llvm::DenseMap<mlir::Value, std::string> given;
  /// The name of the object that owns the temporaries; empty without any.
  std::string owner;
  /// The name of the object that owns the error record; empty without one.
  std::string record;
  bool isOfLibrary;
  HostKernels kernels;
  bool hasWork = false;
  unsigned depth = 1;
};

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_HOSTFUNCTIONPRINTER_H
