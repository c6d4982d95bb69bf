// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program on its way through the compiler: what `saopt` and the Python module
// do with it. Each stage is made when something is first asked of it.

#ifndef SA_PIPELINES_COMPILATION_H
#define SA_PIPELINES_COMPILATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <functional>
#include <optional>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class PassManager;
} // namespace mlir

namespace sa {

/// What can be written of a program.
enum class Artifact {
  MLIR,
  LLVM,
  SPIRV,
  SYCL,
  Header,
  Manifest,
  Constants,
  Report
};

struct CompileOptions {
  /// Forbids whatever changes a floating-point result: reordered sums, fused
  /// multiplications and additions, skipped zeros.
  bool strict = false;
  /// Called on every pass manager before it runs, for options that print or
  /// time passes.
  std::function<mlir::LogicalResult(mlir::PassManager &)> configure;
  /// Asked before every pass. Once it is true, no other pass runs, and the
  /// compilation fails without a diagnostic; it can be tried again.
  std::function<bool()> isStopped;
};

/// Makes the dialects, interfaces and translations that a compilation needs
/// known.
void registerCompiler(mlir::DialectRegistry &registry);

/// Parses the main buffer of `sources`. Refuses text nested so deeply that
/// MLIR's recursive parser would exhaust the stack. Fails with a diagnostic.
mlir::OwningOpRef<mlir::ModuleOp>
parseProgram(const std::shared_ptr<llvm::SourceMgr> &sources,
             mlir::MLIRContext *context);

/// The same check alone: where the text is nested too deeply, if it is.
std::optional<size_t> findTooDeepNesting(llvm::StringRef text);
extern const llvm::StringLiteral tooDeepNestingMessage;

class Compilation {
public:
  Compilation(mlir::OwningOpRef<mlir::ModuleOp> program, CompileOptions options)
      : program(std::move(program)), options(std::move(options)) {}

  /// Appends `artifact` to `output`. Fails with a diagnostic, and writes
  /// nothing then.
  mlir::LogicalResult emit(Artifact artifact, std::string &output);

  /// Runs the program through to its kernels, with all the checks.
  mlir::LogicalResult compile();

private:
  mlir::FailureOr<mlir::ModuleOp> getKernels();
  mlir::FailureOr<mlir::ModuleOp> getLLVM();

  mlir::OwningOpRef<mlir::ModuleOp> program, kernels, llvm;
  CompileOptions options;
};

} // namespace sa

#endif // SA_PIPELINES_COMPILATION_H
