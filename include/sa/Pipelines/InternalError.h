// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors that are the compiler's own: a pass crashes, or fails without a
// diagnostic, or leaves IR that the verifier refuses; code generation crashes.
// Each leaves a reproducer, one file for `saopt --run-reproducer`.

#ifndef SA_PIPELINES_INTERNALERROR_H
#define SA_PIPELINES_INTERNALERROR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include <memory>
#include <optional>
#include <string>

namespace sa {

struct InternalError {
  /// What happened, in which pass.
  std::string what;
  /// The path of the reproducer; empty if it could not be written.
  std::string reproducer;
  /// After a crash, neither the context nor what is in it may be destroyed.
  bool isCrash = false;

  /// All that the user is told: what happened, the file, how to report it.
  std::string getMessage() const;
};

/// What became of the passes of a pass manager.
struct PassRecord {
  /// The flag of the pass that runs, or ran last.
  std::string pass;
  /// The first error of that pass, or of the verifier behind it.
  std::string error;
  bool hasFailed = false;
  /// Whether the error is the verifier's.
  bool isVerifiers = false;

  /// Whether there was a failure that is the compiler's own.
  bool isDefect() const { return hasFailed && (error.empty() || isVerifiers); }

  /// What happened, in which pass.
  std::string describe(bool isCrash) const;
};

/// Has `record` tell what becomes of `passes`, which it outlives.
void watchPasses(mlir::PassManager &passes, PassRecord &record);

/// Writes a reproducer of `text`, a program, and `pipeline`, the passes that
/// run on it; `what` says what they do. Returns its path, or nothing.
std::string writeReproducer(llvm::StringRef what, llvm::StringRef text,
                            llvm::StringRef pipeline);

/// Runs `passes` on a copy of `module`, which it returns. Fails with a
/// diagnostic or an internal error. `isStopped` says that a failure without a
/// diagnostic was intended.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
runPasses(std::unique_ptr<mlir::PassManager> passes, mlir::ModuleOp module,
          std::optional<InternalError> &error, const bool &isStopped = false);

/// Runs `emit`, which writes the artifact `kind` of `module`. Fails with a
/// diagnostic or an internal error; with `isDefect` every failure is one.
mlir::LogicalResult runEmission(llvm::function_ref<mlir::LogicalResult()> emit,
                                llvm::StringRef kind,
                                llvm::StringRef deviceCompiler,
                                mlir::ModuleOp module, bool isDefect,
                                std::optional<InternalError> &error);

/// The name of the section of a reproducer that says what is emitted after its
/// passes, and the keys in it.
inline constexpr llvm::StringLiteral reproducerSection = "saopt_reproducer";
inline constexpr llvm::StringLiteral emitKey = "emit";
inline constexpr llvm::StringLiteral deviceCompilerKey = "device_compiler";

} // namespace sa

#endif // SA_PIPELINES_INTERNALERROR_H
