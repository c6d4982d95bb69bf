// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/Compilation.h"
#include "PassTrace.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Pipelines/Pipelines.h"
#include "sa/Target/ConstantPool.h"
#include "sa/Target/Manifest.h"
#include "sa/Target/Report.h"
#include "sa/Target/SPIRV/SPIRV.h"
#include "sa/Target/SYCL/SYCL.h"
#include "sa/Vendor/MLIRParserNesting.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace sa;

void sa::registerCompiler(DialectRegistry &registry) {
  registry.insert<SADialect, affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, complex::ComplexDialect,
                  func::FuncDialect, gpu::GPUDialect, index::IndexDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, vector::VectorDialect>();
  registerSPIRVTranslation(registry);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp>
sa::parseProgram(const std::shared_ptr<llvm::SourceMgr> &sources,
                 MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources->getMemoryBuffer(sources->getMainFileID());
  if (std::optional<size_t> at = findTooDeepNesting(buffer->getBuffer())) {
    auto [line, column] = sources->getLineAndColumn(
        llvm::SMLoc::getFromPointer(buffer->getBufferStart() + *at),
        sources->getMainFileID());
    emitError(FileLineColLoc::get(context, buffer->getBufferIdentifier(), line,
                                  column))
        << tooDeepNestingMessage;
    return nullptr;
  }
  auto program = parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  if (program)
    forgetProofs(*program);
  return program;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Runs `build`'s passes on a copy of `module`.
static FailureOr<OwningOpRef<ModuleOp>>
runOnCopy(ModuleOp module, const CompileOptions &options,
          std::optional<InternalError> &error,
          function_ref<LogicalResult(OpPassManager &)> build) {
  auto pm = std::make_unique<PassManager>(module.getContext(),
                                          ModuleOp::getOperationName());
  if ((options.configure && failed(options.configure(*pm))) ||
      failed(build(*pm)))
    return failure();
  if (options.onPass)
    pm->addInstrumentation(std::make_unique<PassTrace>(options.onPass));
  bool isStopped = false;
  if (options.isStopped)
    module.getContext()->registerActionHandler(
        [&](function_ref<void()> run, const tracing::Action &action) {
          if (isa<PassExecutionAction>(action))
            isStopped = isStopped || options.isStopped();
          if (!isStopped || !isa<PassExecutionAction>(action))
            run();
        });
  FailureOr<OwningOpRef<ModuleOp>> result =
      runPasses(std::move(pm), module, error, isStopped);
  if (options.isStopped)
    module.getContext()->registerActionHandler({});
  if (isStopped)
    return failure();
  return result;
}

/// Where a program begins: a module that is only implied has no place.
static Location getStart(ModuleOp module) {
  if (auto file = dyn_cast<FileLineColLoc>(module.getLoc());
      file && file.getLine() == 0)
    return FileLineColLoc::get(file.getFilename(), 1, 1);
  return module.getLoc();
}

LogicalResult Compilation::findWorkarounds() {
  std::string error;
  std::optional<WorkaroundSet> found =
      sa::findWorkarounds(options.deviceCompiler, /*disabled=*/"", error);
  if (!found)
    return emitError(getStart(*program)) << error;
  workarounds = *found;
  return success();
}

LogicalResult Compilation::forgetInternalError() {
  if (internalError && internalError->isCrash)
    return failure();
  internalError.reset();
  return success();
}

static void setOptions(PipelineOptions &pipelineOptions,
                       const CompileOptions &options) {
  pipelineOptions.strict = options.strict;
  pipelineOptions.deviceCompiler = options.deviceCompiler;
  pipelineOptions.skipZeros = options.skipZeros;
  pipelineOptions.schedule = options.schedule;
  pipelineOptions.vectorBytes = options.target.vectorBytes;
  pipelineOptions.vectorRegisters = options.target.vectorRegisters;
  pipelineOptions.cores = options.target.cores;
  pipelineOptions.cacheBytes = options.target.cacheBytes;
  pipelineOptions.launchPoints = options.target.launchPoints;
}

FailureOr<ModuleOp> Compilation::getKernels() {
  if (failed(forgetInternalError()))
    return failure();
  if (!kernels) {
    if (program->getOps<FuncOp>().empty())
      return emitError(getStart(*program)) << "there is no sa.func to compile";
    for (Operation &op : *program->getBody())
      if (!isa<FuncOp>(op))
        return op.emitOpError()
               << "cannot be compiled: a program consists of sa.func only";
    if (failed(findWorkarounds()))
      return failure();
    PipelineOptions pipelineOptions;
    setOptions(pipelineOptions, options);
    auto lowered =
        runOnCopy(*program, options, internalError, [&](OpPassManager &pm) {
          buildSAToKernelsPipeline(pm, pipelineOptions);
          return parsePassPipeline(options.lastPasses, pm);
        });
    if (failed(lowered))
      return failure();
    kernels = std::move(*lowered);
  }
  return *kernels;
}

FailureOr<OwningOpRef<ModuleOp>> Compilation::lowerToLoops() {
  // The kernels come with all diagnostics, and with the workarounds.
  if (failed(getKernels()))
    return failure();
  PipelineOptions pipelineOptions;
  setOptions(pipelineOptions, options);
  return runOnCopy(*program, options, internalError, [&](OpPassManager &pm) {
    buildSAToLoopsPipeline(pm, pipelineOptions);
    return success();
  });
}

FailureOr<ModuleOp> Compilation::getLLVM() {
  if (!llvm) {
    FailureOr<ModuleOp> source = getKernels();
    if (failed(source))
      return failure();
    auto lowered =
        runOnCopy(*source, options, internalError, [](OpPassManager &pm) {
          buildKernelsToLLVMPipeline(pm);
          return success();
        });
    if (failed(lowered))
      return failure();
    llvm = std::move(*lowered);
  }
  return *llvm;
}

StringRef sa::stringifyArtifact(Artifact artifact) {
  switch (artifact) {
  case Artifact::MLIR:
    return "mlir";
  case Artifact::LLVM:
    return "llvm";
  case Artifact::SPIRV:
    return "spirv";
  case Artifact::SYCL:
    return "sycl";
  case Artifact::Header:
    return "header";
  case Artifact::Manifest:
    return "manifest";
  case Artifact::Constants:
    return "constants";
  case Artifact::Report:
    return "report";
  case Artifact::ReportJSON:
    return "report-json";
  }
  llvm_unreachable("all artifacts are named");
}

LogicalResult sa::emitArtifact(Artifact artifact, ModuleOp module,
                               const WorkaroundSet &workarounds,
                               std::string &output) {
  SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  LogicalResult result = success();
  switch (artifact) {
  case Artifact::MLIR:
    module->print(os);
    break;
  case Artifact::LLVM:
    result = emitLLVMIR(module, os, workarounds);
    break;
  case Artifact::SPIRV:
    result = emitSPIRV(module, os, workarounds);
    break;
  case Artifact::SYCL:
    result = emitSYCLSource(module, os);
    break;
  case Artifact::Header:
    result = emitSYCLHeader(module, os);
    break;
  case Artifact::Manifest:
    result = emitManifest(module, os);
    break;
  case Artifact::Constants:
    ConstantPool(module).write(os);
    break;
  case Artifact::Report:
    emitReport(module, os);
    break;
  case Artifact::ReportJSON:
    emitReportJSON(module, os);
    break;
  }
  if (succeeded(result))
    output.append(text.begin(), text.end());
  return result;
}

LogicalResult Compilation::compile() { return getKernels(); }

LogicalResult Compilation::emit(Artifact artifact, std::string &output) {
  FailureOr<ModuleOp> module = failure();
  switch (artifact) {
  case Artifact::MLIR:
    // The checks come on the way to the kernels.
    if (succeeded(compile()))
      module = *program;
    break;
  case Artifact::SYCL:
  case Artifact::Header:
  case Artifact::Manifest:
  case Artifact::Constants:
  case Artifact::Report:
  case Artifact::ReportJSON:
    module = getKernels();
    break;
  case Artifact::LLVM:
  case Artifact::SPIRV:
    module = getLLVM();
    break;
  }
  if (failed(module))
    return failure();

  // At the stage of LLVM there is nothing left that a user can have done wrong.
  bool isDefect = artifact == Artifact::LLVM || artifact == Artifact::SPIRV;
  return runEmission(
      [&] { return emitArtifact(artifact, *module, workarounds, output); },
      stringifyArtifact(artifact), options.deviceCompiler, *module, isDefect,
      internalError);
}

LogicalResult Compilation::emitLibrary(StringRef name, std::string &source,
                                       std::string &header) {
  FailureOr<ModuleOp> module = getKernels();
  if (failed(module))
    return failure();
  SmallString<0> sourceText, headerText;
  llvm::raw_svector_ostream sourceStream(sourceText), headerStream(headerText);
  if (failed(emitSYCLSource(*module, sourceStream, name)) ||
      failed(emitSYCLHeader(*module, headerStream, name)))
    return failure();
  source += sourceText;
  header += headerText;
  return success();
}
