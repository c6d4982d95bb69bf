// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reproducer.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "sa/Pipelines/Compilation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using sa::Artifact;

MlirOptMainConfig
sa::tool::CommandRecord::watch(const MlirOptMainConfig &config) {
  MlirOptMainConfig watched = config;
  watched.setPassPipelineSetupFn([this, &config](PassManager &pm) {
    if (failed(config.setupPassPipeline(pm)))
      return failure();
    pipeline.clear();
    llvm::raw_string_ostream text(pipeline);
    pm.printAsTextualPipeline(text);
    passes = PassRecord();
    watchPasses(pm, passes);
    return success();
  });
  return watched;
}

void sa::tool::CommandRecord::tell(bool isCrash) const {
  InternalError error;
  error.what = passes.describe(isCrash);
  // Nothing can be appended to bytecode; then the input says it all.
  bool isText = input.rfind("ML\xefR", 0) != 0;
  if (isText && !pipeline.empty())
    error.reproducer = writeReproducer(error.what, input, pipeline);
  llvm::errs() << "saopt: " << error.getMessage() << "\n";
}

namespace {
/// What is emitted after the passes of a reproducer.
struct Emission {
  std::optional<Artifact> artifact;
  std::string deviceCompiler = "any";
};
} // namespace

static LogicalResult readEmission(AsmParsedResourceEntry &entry,
                                  Emission &emission) {
  FailureOr<std::string> value = entry.parseAsString();
  if (failed(value))
    return failure();
  if (entry.getKey() == sa::deviceCompilerKey) {
    emission.deviceCompiler = *value;
    return success();
  }
  if (entry.getKey() == sa::emitKey)
    for (int kind = 0; kind <= static_cast<int>(Artifact::ReportJSON); ++kind)
      if (sa::stringifyArtifact(static_cast<Artifact>(kind)) == *value)
        emission.artifact = static_cast<Artifact>(kind);
  if (!emission.artifact)
    return entry.emitError()
           << "a reproducer has no '" << entry.getKey() << ": " << *value
           << "': it says what is emitted, 'emit: \"spirv\"', and for which "
              "'device_compiler'";
  return success();
}

/// Emits what `emission` says of `module`.
static LogicalResult emit(ModuleOp module, const Emission &emission,
                          std::optional<sa::InternalError> &error) {
  std::string problem, output;
  std::optional<sa::WorkaroundSet> workarounds =
      sa::findWorkarounds(emission.deviceCompiler, /*disabled=*/"", problem);
  if (!workarounds)
    return module.emitError() << problem;
  Artifact kind = *emission.artifact;
  return sa::runEmission(
      [&] { return sa::emitArtifact(kind, module, *workarounds, output); },
      sa::stringifyArtifact(kind), emission.deviceCompiler, module,
      kind == Artifact::LLVM || kind == Artifact::SPIRV, error);
}

LogicalResult sa::tool::runReproducer(std::unique_ptr<llvm::MemoryBuffer> input,
                                      DialectRegistry &registry) {
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, context.get());
  ParserConfig config(context.get());
  PassReproducerOptions stored;
  stored.attachResourceParser(config);
  Emission emission;
  config.attachResourceParser(reproducerSection,
                              [&emission](AsmParsedResourceEntry &entry) {
                                return readEmission(entry, emission);
                              });
  OwningOpRef<ModuleOp> program = parseSourceFile<ModuleOp>(sources, config);
  if (!program)
    return failure();
  auto passes = std::make_unique<PassManager>(context.get(),
                                              ModuleOp::getOperationName());
  if (failed(applyPassManagerCLOptions(*passes)) ||
      failed(stored.apply(*passes)))
    return failure();
  if (passes->empty() && !emission.artifact) {
    llvm::errs() << "saopt: this file reproduces nothing: it has no section "
                    "mlir_reproducer with passes, and no "
                 << reproducerSection << "\n";
    return failure();
  }

  std::optional<InternalError> error;
  LogicalResult result = runPasses(std::move(passes), *program, error);
  if (succeeded(result) && emission.artifact)
    result = emit(*program, emission, error);
  if (error) {
    llvm::errs() << "saopt: reproduced: " << error->what << "\n";
    if (!error->reproducer.empty())
      llvm::sys::fs::remove(error->reproducer);
    // What a crash has left is in no state to be destroyed.
    if (error->isCrash) {
      (void)program.release();
      (void)context.release();
    }
    return failure();
  }
  llvm::errs() << "saopt: nothing is reproduced: "
               << (succeeded(result) ? "this version has no error here"
                                     : "the error is one of the program")
               << "\n";
  return result;
}
