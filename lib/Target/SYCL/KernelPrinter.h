// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as the C++ function of one work-item, with the user's names for
// arrays and indices.

#ifndef SA_LIB_TARGET_SYCL_KERNELPRINTER_H
#define SA_LIB_TARGET_SYCL_KERNELPRINTER_H

#include "ExpressionPrinter.h"
#include "KernelPosition.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Target/Cpp.h"

namespace sa {

class KernelPrinter {
public:
  /// With `marksLines` each line ends with the mark of its source; see
  /// sa/Target/SYCL/SYCL.h.
  KernelPrinter(mlir::gpu::GPUFuncOp kernel, HelperSet &helpers,
                bool marksLines = false)
      : kernel(kernel), expressions(helpers), marksLines(marksLines),
        current(kernel.getLoc()) {}

  /// Fails, with a diagnostic, on an operation that has no C++ form.
  mlir::LogicalResult run();

  /// The parameters: arguments ("const float *A"), local memory, and the
  /// position
  /// ("int64_t i", and the `nd_item` for barriers). Valid after `run`.
  llvm::ArrayRef<CppParameter> getParameters() const { return parameters; }
  llvm::ArrayRef<CppParameter> getLocals() const { return locals; }
  llvm::ArrayRef<CppParameter> getPosition() const { return position; }
  /// The statements, indented by two spaces.
  llvm::StringRef getBody() const { return body; }

private:
  void nameArguments();
  void nameLocals();
  void namePosition();
  mlir::LogicalResult printBlock(mlir::Block &block);
  mlir::LogicalResult printOp(mlir::Operation *op);
  mlir::LogicalResult printLoop(mlir::scf::ForOp loop);
  mlir::LogicalResult printIf(mlir::scf::IfOp op);
  void printYield(mlir::ValueRange variables, mlir::ValueRange values);
  /// Declares a variable for `value`; it is `const` unless Clang would evaluate
  /// too many expressions.
  void declare(mlir::Value value);
  /// Return names for variables without a name in the program.
  std::string getVariable(mlir::Value value);
  std::string getAccumulator(mlir::scf::ForOp loop, unsigned number);
  /// Returns how many expressions Clang evaluates for that of `value`.
  uint64_t countEvaluations(mlir::Value value) const;
  /// Finds the operations of `block` that are printed in those that use them.
  void findInlined(mlir::Block &block);
  void line(const llvm::Twine &text);

  mlir::gpu::GPUFuncOp kernel;
  ExpressionPrinter expressions;
  /// The names of the open blocks.
  CppNames names;
  llvm::SmallVector<CppParameter> parameters, locals, position;
  /// The name of the `nd_item`; empty without one.
  std::string item;
  llvm::DenseSet<mlir::Operation *> inlined;
  /// The results of `countEvaluations` for constant variables.
  llvm::DenseMap<mlir::Value, uint64_t> evaluations;
  std::string body;
  unsigned depth = 1;
  bool marksLines;
  /// Where the program says what is being printed.
  mlir::Location current;
};

} // namespace sa

#endif // SA_LIB_TARGET_SYCL_KERNELPRINTER_H
