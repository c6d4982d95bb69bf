// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of writing one host function: its body (HostFunctionPrinter.cpp),
// its arguments (HostArguments.cpp) and its launches (HostLaunch.cpp).

#ifndef SA_LIB_TARGET_SYCL_HOSTFUNCTION_H
#define SA_LIB_TARGET_SYCL_HOSTFUNCTION_H

#include "ExpressionPrinter.h"
#include "HostConstants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/Cpp.h"

namespace sa {

class HostFunctionPrinter {
public:
  HostFunctionPrinter(llvm::raw_ostream &os, mlir::func::FuncOp func,
                      const HostConstants &constants, HelperSet &helpers)
      : os(os), func(func), constants(constants), expressions(helpers) {}
  mlir::LogicalResult run();

private:
  /// Hands dense arrays to the version that is made for them.
  void printDispatch();
  /// The C++ name of the argument that the user calls `name`.
  std::string getArgumentName(llvm::StringRef name);
  /// Declares a variable for a size that is used more than once.
  void declare(mlir::Value value);
  /// Declares what frees the temporaries, whichever way the function is left.
  void printOwner();
  void printAlloc(AllocOp op);
  void printUpload(UploadOp op);
  void printLaunch(LaunchOp op);
  void printRequire(RequireOp op);
  /// Writes what a block does on the host. Fails, with a diagnostic, on an
  /// operation that has no C++ form.
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult printIf(mlir::scf::IfOp op);
  /// Starts a line.
  llvm::raw_ostream &line() { return os << std::string(2 * depth, ' '); }
  /// What a launch passes to the kernel for `value`.
  std::string printOperand(mlir::Value value);
  /// ", last" once there is work to wait for.
  llvm::StringRef dependence() const { return hasWork ? ", last" : ""; }
  /// "sycl::event last = " the first time, then "last = ".
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
  /// The name of what owns the temporaries; empty when there are none.
  std::string owner;
  bool hasWork = false;
  unsigned depth = 1;
};

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_HOSTFUNCTION_H
