// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a program to its artifacts. A stage is computed when an artifact first
// needs it.

#ifndef SA_PIPELINES_COMPILATION_H
#define SA_PIPELINES_COMPILATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "sa/Pipelines/InternalError.h"
#include "sa/Planning/TargetDescription.h"
#include "sa/Vendor/Workarounds.h"
#include <functional>
#include <string>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace sa {

/// The outputs of a compilation.
enum class Artifact {
  MLIR,
  LLVM,
  SPIRV,
  SYCL,
  Header,
  Manifest,
  Constants,
  Report,
  ReportJSON
};

/// The name of `artifact`, as `--emit` takes it.
llvm::StringRef stringifyArtifact(Artifact artifact);

/// Appends `artifact` of `module`, which is at its stage, to `output`. Fails
/// with a diagnostic; `output` is unchanged then.
mlir::LogicalResult emitArtifact(Artifact artifact, mlir::ModuleOp module,
                                 const WorkaroundSet &workarounds,
                                 std::string &output);

struct CompileOptions {
  /// Forbids reordered accumulations, contraction and zero skipping.
  bool strict = false;
  /// The compiler of the device, as `findWorkarounds` takes it: the program has
  /// only the workarounds that it needs.
  std::string deviceCompiler = "any";
  /// Skips zeros of constants (docs/zero-skipping.md), unless `strict`.
  bool skipZeros = true;
  /// Which nests without a plan get one, and for which target.
  ScheduleMode schedule = ScheduleMode::Auto;
  TargetDescription target;
  /// Passes that run on the kernels after all others, as --pass-pipeline
  /// writes them. They must be registered.
  std::string lastPasses;
  /// Called on every pass manager before it runs.
  std::function<mlir::LogicalResult(mlir::PassManager &)> configure;
  /// Called after every pass with its flag, the name of the function that it
  /// ran on (nothing for one that ran on all), and the whole program, with the
  /// locations of the source.
  std::function<void(llvm::StringRef pass, llvm::StringRef function,
                     llvm::StringRef program)>
      onPass;
  /// Called before every pass. If it returns true, the compilation fails
  /// without a diagnostic; it can be tried again.
  std::function<bool()> isStopped;
};

/// Registers the dialects, interfaces and translations of a compilation.
void registerCompiler(mlir::DialectRegistry &registry);

/// Parses the main buffer of `sources`. Fails, with a diagnostic, also for text
/// that is nested so deeply that MLIR's parser would exhaust the stack.
mlir::OwningOpRef<mlir::ModuleOp>
parseProgram(const std::shared_ptr<llvm::SourceMgr> &sources,
             mlir::MLIRContext *context);

class Compilation {
public:
  Compilation(mlir::OwningOpRef<mlir::ModuleOp> program, CompileOptions options)
      : program(std::move(program)), options(std::move(options)) {}

  /// Appends `artifact` to `output`. Fails with a diagnostic; `output` is
  /// unchanged then.
  mlir::LogicalResult emit(Artifact artifact, std::string &output);

  /// Appends the source and the header of the library `name`, with the
  /// functions of the program. Fails as `emit` does.
  mlir::LogicalResult emitLibrary(llvm::StringRef name, std::string &source,
                                  std::string &header);

  mlir::OwningOpRef<mlir::ModuleOp> cloneProgram() { return program->clone(); }

  /// Compiles the program to kernels.
  mlir::LogicalResult compile();

  /// Returns the program at the stage of kernels, which the compilation owns.
  mlir::FailureOr<mlir::ModuleOp> getKernels();

  /// The same at the stages before and after that; the first is the caller's.
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> lowerToLoops();
  mlir::FailureOr<mlir::ModuleOp> getLLVM();

  /// Returns the program that is compiled, and how.
  mlir::ModuleOp getProgram() { return *program; }
  const CompileOptions &getOptions() const { return options; }

  /// Why something has failed without a diagnostic, if that is the compiler's
  /// own fault.
  const std::optional<InternalError> &getInternalError() const {
    return internalError;
  }

private:
  mlir::LogicalResult findWorkarounds();
  /// Fails after a crash: nothing else can be compiled then.
  mlir::LogicalResult forgetInternalError();

  mlir::OwningOpRef<mlir::ModuleOp> program, kernels, llvm;
  CompileOptions options;
  std::optional<InternalError> internalError;
  /// Known once there are kernels.
  WorkaroundSet workarounds;
};

} // namespace sa

#endif // SA_PIPELINES_COMPILATION_H
