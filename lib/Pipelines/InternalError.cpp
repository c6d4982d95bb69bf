// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/InternalError.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "sa/Support/CrashRecovery.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace sa;

//===----------------------------------------------------------------------===//
// Failures of passes
//===----------------------------------------------------------------------===//

namespace {
class PassWatch : public PassInstrumentation {
public:
  PassWatch(MLIRContext *context, PassRecord &record)
      : record(record), handler(context, [&record](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              record.error.empty())
            record.error = diagnostic.str();
          return failure();
        }) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (record.hasFailed || pass->getArgument().empty())
      return;
    record.pass = pass->getArgument().str();
    record.error.clear();
  }

  void runAfterPass(Pass *, Operation *) override {
    // Errors of a pass that succeeds are no reason for a later failure.
    record.error.clear();
  }

  /// Nothing says whether a pass or the verifier behind it has failed. The
  /// verifier says the same thing twice.
  void runAfterPassFailed(Pass *, Operation *op) override {
    if (record.hasFailed)
      return;
    record.hasFailed = true;
    if (record.error.empty())
      return;
    std::string error;
    ScopedDiagnosticHandler quiet(
        op->getContext(), [&error](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              error.empty())
            error = diagnostic.str();
          return success();
        });
    record.isVerifiers = failed(verify(op)) && error == record.error;
  }

private:
  PassRecord &record;
  ScopedDiagnosticHandler handler;
};
} // namespace

std::string PassRecord::describe(bool isCrash) const {
  // Passes that MLIR puts between those of a pipeline have no flag.
  std::string subject = pass.empty() ? "the compiler" : "the pass " + pass;
  if (isCrash)
    return subject + " crashed";
  if (error.empty())
    return subject + " failed without a diagnostic";
  return subject + " left a program that the verifier refuses: " + error;
}

void sa::watchPasses(PassManager &passes, PassRecord &record) {
  passes.addInstrumentation(
      std::make_unique<PassWatch>(passes.getContext(), record));
}

//===----------------------------------------------------------------------===//
// Reproducers
//===----------------------------------------------------------------------===//

std::string InternalError::getMessage() const {
  std::string message = "internal error: " + what;
  if (reproducer.empty())
    return message + ". This is a defect of saopt: please report it with the "
                     "program, as CONTRIBUTING.md says";
  return message +
         ". This is a defect of saopt: please report it with the file " +
         reproducer + ", which reproduces it (saopt --run-reproducer " +
         reproducer + ")";
}

/// Writes what `print` prints into a new file of the folder for temporary
/// files; returns its path, or nothing.
static std::string
writeFile(llvm::StringRef what,
          llvm::function_ref<void(llvm::raw_ostream &)> print) {
  SmallString<128> path;
  int descriptor = 0;
  if (llvm::sys::fs::createTemporaryFile("saopt-reproducer", "mlir", descriptor,
                                         path))
    return "";
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << "// " << what << ".\n// Run it with: saopt --run-reproducer FILE\n";
  // Printing what a crash has left may crash as well.
  bool isPrinted = runSafely([&] { print(os); });
  os.close();
  bool isWritten = !os.has_error();
  os.clear_error();
  if (isPrinted && isWritten)
    return path.str().str();
  llvm::sys::fs::remove(path);
  return "";
}

std::string sa::writeReproducer(llvm::StringRef what, llvm::StringRef text,
                                llvm::StringRef pipeline) {
  return writeFile(what, [&](llvm::raw_ostream &os) {
    os << text << "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n"
       << "      pipeline: \"";
    llvm::printEscapedString(pipeline, os);
    os << "\",\n      disable_threading: true,\n      verify_each: true\n"
       << "    }\n  }\n#-}\n";
  });
}

FailureOr<OwningOpRef<ModuleOp>>
sa::runPasses(std::unique_ptr<PassManager> passes, ModuleOp module,
              std::optional<InternalError> &error, const bool &isStopped) {
  OwningOpRef<ModuleOp> copy = module.clone();
  // After a crash, handlers of diagnostics stay, which refer to it.
  auto record = std::make_unique<PassRecord>();
  watchPasses(*passes, *record);
  LogicalResult result = failure();
  bool isAlive = runSafely([&] { result = passes->run(*copy); });
  if (isAlive && succeeded(result))
    return copy;
  if (isAlive && (isStopped || !record->isDefect()))
    return failure();

  error.emplace();
  error->isCrash = !isAlive;
  error->what = record->describe(error->isCrash);
  error->reproducer = writeFile(error->what, [&](llvm::raw_ostream &os) {
    AsmState state(module, OpPrintingFlags().enableDebugInfo());
    state.attachResourcePrinter("mlir_reproducer",
                                [&](Operation *, AsmResourceBuilder &builder) {
                                  std::string pipeline;
                                  llvm::raw_string_ostream text(pipeline);
                                  passes->printAsTextualPipeline(text);
                                  builder.buildString("pipeline", pipeline);
                                  builder.buildBool("disable_threading", true);
                                  builder.buildBool("verify_each", true);
                                });
    module->print(os, state);
  });
  if (error->isCrash) {
    // What a pass was about to change is in no state to be destroyed.
    (void)copy.release();
    (void)passes.release();
    (void)record.release();
  }
  return failure();
}

LogicalResult sa::runEmission(llvm::function_ref<LogicalResult()> emit,
                              llvm::StringRef kind,
                              llvm::StringRef deviceCompiler, ModuleOp module,
                              bool isDefect,
                              std::optional<InternalError> &error) {
  LogicalResult result = failure();
  bool hasDiagnostic = false;
  bool isAlive;
  {
    ScopedDiagnosticHandler handler(
        module.getContext(), [&](Diagnostic &diagnostic) {
          hasDiagnostic |=
              diagnostic.getSeverity() == DiagnosticSeverity::Error;
          return failure();
        });
    isAlive = runSafely([&] { result = emit(); });
  }
  if (isAlive && (succeeded(result) || (hasDiagnostic && !isDefect)))
    return result;

  error.emplace();
  error->isCrash = !isAlive;
  error->what = ("emitting " + kind + (isAlive ? " failed" : " crashed")).str();
  error->reproducer = writeFile(error->what, [&](llvm::raw_ostream &os) {
    AsmState state(module, OpPrintingFlags().enableDebugInfo());
    state.attachResourcePrinter(
        reproducerSection, [&](Operation *, AsmResourceBuilder &builder) {
          builder.buildString(emitKey, kind);
          builder.buildString(deviceCompilerKey, deviceCompiler);
        });
    module->print(os, state);
  });
  return failure();
}
