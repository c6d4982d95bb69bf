// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Tool/Tool.h"

#include "Help.h"
#include "PackageCommand.h"
#include "Registration.h"
#include "Reproducer.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Pipelines/Compilation.h"
#include "sa/Pipelines/Explain.h"
#include "sa/Support/CrashRecovery.h"
#include "sa/Support/NearNames.h"
#include "sa/Vendor/MLIRParserNesting.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using sa::Artifact;

namespace cl = llvm::cl;

static cl::opt<Artifact> emitKind(
    "emit", cl::desc("Compile the program, and write:"),
    cl::values(clEnumValN(Artifact::MLIR, "mlir",
                          "the checked program in the sa dialect"),
               clEnumValN(Artifact::LLVM, "llvm", "the kernels as LLVM IR"),
               clEnumValN(Artifact::SPIRV, "spirv", "the kernels as SPIR-V"),
               clEnumValN(Artifact::SYCL, "sycl", "SYCL C++ source"),
               clEnumValN(Artifact::Header, "header", "the C++ header"),
               clEnumValN(Artifact::Manifest, "manifest", "JSON for a runtime"),
               clEnumValN(Artifact::Constants, "constants",
                          "the data of large constant arrays"),
               clEnumValN(Artifact::Report, "report",
                          "what the compiler found and decided"),
               clEnumValN(Artifact::ReportJSON, "report-json",
                          "the report as JSON")));

static cl::opt<bool>
    strict("strict",
           cl::desc("With --emit: forbid whatever changes a floating-point "
                    "result"));

static cl::opt<std::string> deviceCompiler(
    "device-compiler", cl::init("any"),
    cl::desc("With --emit: the compiler of the device (any, other, intel-cpu, "
             "intel-cpu@VERSION). Only the workarounds that it needs are "
             "applied"));

static cl::list<std::string>
    disabledWorkarounds("disable-workaround", cl::CommaSeparated,
                        cl::value_desc("name"),
                        cl::desc("Leave out a workaround for a vendor's bug"));

static cl::opt<bool>
    skipZeros("skip-zeros",
              cl::desc("With --emit: skip zeros of constants, unless strict"),
              cl::init(true));

static cl::opt<sa::ScheduleMode>
    schedule("schedule",
             cl::desc("With --emit: which nests without a plan get one"),
             cl::values(clEnumValN(sa::ScheduleMode::Auto, "auto",
                                   "those that have a known kind"),
                        clEnumValN(sa::ScheduleMode::None, "none", "no nest")),
             cl::init(sa::ScheduleMode::Auto));

static cl::opt<std::string>
    explainFile("explain", cl::value_desc("file"),
                cl::desc("Compile the program, and write a page about it, as "
                         "HTML"));

static cl::opt<bool>
    statistics("sa-statistics",
               cl::desc("Print how often passes of saopt rewrote something"));

/// Registers --debug-only where LLVM, built without assertions, has none: the
/// passes of saopt print their decisions in any build that keeps its
/// assertions.
static void registerDebugOnly() {
  if (cl::getRegisteredOptions().contains("debug-only"))
    return;
  static cl::list<std::string> debugOnly(
      "debug-only", cl::CommaSeparated,
      cl::desc("Print what these passes of saopt decide, and why"),
      cl::value_desc("passes"), cl::callback([](const std::string &type) {
        static std::vector<std::string> types;
        types.push_back(type);
        std::vector<const char *> names;
        for (const std::string &name : types)
          names.push_back(name.c_str());
        llvm::DebugFlag = true;
        llvm::setCurrentDebugTypes(names.data(), names.size());
      }));
}

/// Fails, with a message, if `--emit` is given twice or with an unknown value.
static LogicalResult checkEmit(int argc, char **argv) {
  auto &kinds = static_cast<cl::parser<Artifact> &>(emitKind.getParser());
  unsigned numGiven = 0;
  for (int i = 1; i < argc; ++i) {
    StringRef argument(argv[i]);
    if (!argument.consume_front("-"))
      continue;
    argument.consume_front("-");
    StringRef kind = argument;
    if (argument == "emit" && i + 1 < argc)
      kind = argv[++i];
    else if (!kind.consume_front("emit="))
      continue;
    if (++numGiven > 1) {
      llvm::errs()
          << "saopt: --emit is given twice: one run writes one thing\n";
      return failure();
    }
    if (kinds.findOption(kind) < kinds.getNumOptions())
      continue;
    llvm::errs() << "saopt: --emit=" << kind
                 << " is not known: what can be emitted is ";
    SmallVector<StringRef> known;
    for (unsigned k = 0, last = kinds.getNumOptions() - 1; k <= last; ++k) {
      known.push_back(kinds.getOption(k));
      llvm::errs() << kinds.getOption(k)
                   << (k == last       ? ""
                       : k + 1 == last ? " or "
                                       : ", ");
    }
    llvm::errs() << sa::didYouMean(kind, known) << "\n";
    return failure();
  }
  return success();
}

/// Fails, with a message, for text that is nested too deeply for MLIR's parser.
/// The message does not quote very long lines.
static LogicalResult checkNesting(const llvm::MemoryBuffer &input) {
  constexpr size_t longestLine = 200;
  std::optional<size_t> at = sa::findTooDeepNesting(input.getBuffer());
  if (!at)
    return success();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getMemBufferRef()), llvm::SMLoc());
  auto loc = llvm::SMLoc::getFromPointer(input.getBufferStart() + *at);
  auto [line, column] = sources.getLineAndColumn(loc);
  if (column < longestLine)
    sources.PrintMessage(loc, llvm::SourceMgr::DK_Error,
                         sa::tooDeepNestingMessage);
  else
    llvm::errs() << input.getBufferIdentifier() << ":" << line << ":" << column
                 << ": error: " << sa::tooDeepNestingMessage << "\n";
  return failure();
}

/// The data of a page that only the command has: the text of the input.
static llvm::json::Object describeInput(const llvm::MemoryBuffer &input) {
  llvm::json::Array lines;
  SmallVector<StringRef> split;
  input.getBuffer().split(split, '\n');
  for (StringRef line : split)
    lines.push_back(llvm::json::fixUTF8(line));
  llvm::json::Object files;
  files[llvm::json::fixUTF8(input.getBufferIdentifier())] = std::move(lines);
  return llvm::json::Object{{"files", std::move(files)}};
}

/// Compiles `input` into `output`, after the passes of the command line.
static LogicalResult compile(std::unique_ptr<llvm::MemoryBuffer> input,
                             DialectRegistry &registry,
                             const MlirOptMainConfig &config,
                             std::string &output) {
  auto owned =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  MLIRContext &context = *owned;
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  // Only the first error is printed; the others may be its consequences.
  bool hasError = false;
  ScopedDiagnosticHandler firstOnly(&context, [&](Diagnostic &diagnostic) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    bool isHidden = isError && hasError;
    hasError |= isError;
    return success(isHidden);
  });

  DefaultTimingManager manager;
  applyDefaultTimingManagerCLOptions(manager);
  TimingScope timing = manager.getRootScope();
  TimingScope parsing = timing.nest("Parser");
  OwningOpRef<ModuleOp> program = sa::parseProgram(sources, &context);
  if (!program)
    return failure();
  parsing.stop();
  sa::CompileOptions options;
  options.strict = strict;
  options.deviceCompiler = deviceCompiler;
  options.configure = [&](PassManager &pm) {
    pm.enableTiming(timing);
    return applyPassManagerCLOptions(pm);
  };
  options.skipZeros = skipZeros;
  options.schedule = schedule;

  // What a crash has left is in no state to be destroyed.
  auto tell = [&](const std::optional<sa::InternalError> &error) {
    if (!error)
      return;
    llvm::errs() << "saopt: " << error->getMessage() << "\n";
    if (error->isCrash)
      (void)owned.release();
  };
  auto pm =
      std::make_unique<PassManager>(&context, ModuleOp::getOperationName());
  if (failed(options.configure(*pm)) || failed(config.setupPassPipeline(*pm)))
    return failure();
  bool hadFunctions = !program->getOps<sa::FuncOp>().empty();
  if (!pm->empty()) {
    std::optional<sa::InternalError> error;
    FailureOr<OwningOpRef<ModuleOp>> result =
        sa::runPasses(std::move(pm), *program, error);
    tell(error);
    if (failed(result))
      return failure();
    program = std::move(*result);
  }
  if (hadFunctions && program->getOps<sa::FuncOp>().empty()) {
    llvm::errs() << "saopt: --emit compiles functions of the sa dialect, and "
                    "the passes on the command line leave none: give --emit, "
                    "or passes that lower the program, not both\n";
    return failure();
  }
  if (!explainFile.empty()) {
    std::optional<sa::InternalError> error;
    LogicalResult result = sa::explainProgram(
        std::move(program), options,
        sources->getMemoryBuffer(1)->getBufferIdentifier(),
        describeInput(*sources->getMemoryBuffer(1)), output, error);
    tell(error);
    return result;
  }
  sa::Compilation compilation(std::move(program), options);
  LogicalResult result = sa::tool::isPackageAsked()
                             ? sa::tool::writePackage(compilation, output)
                             : compilation.emit(emitKind, output);
  if (failed(result))
    tell(compilation.getInternalError());
  return result;
}

namespace {
/// Forgets, before the first pass runs, what the input says about its proofs.
class ForgetProofs : public PassInstrumentation {
  void runBeforePass(Pass *, Operation *root) override {
    if (!std::exchange(isDone, true))
      sa::forgetProofs(root);
  }
  bool isDone = false;
};
} // namespace
/// What `optimize` runs; after a crash it says what that was.
static sa::tool::CommandRecord commandRecord;

/// Runs the passes of the command line on `input`, as mlir-opt does.
static LogicalResult optimize(std::unique_ptr<llvm::MemoryBuffer> input,
                              DialectRegistry &registry,
                              const MlirOptMainConfig &config,
                              std::string &output) {
  MlirOptMainConfig careful = config;
  careful.setPassPipelineSetupFn([&](PassManager &pm) {
    pm.addInstrumentation(std::make_unique<ForgetProofs>());
    return config.setupPassPipeline(pm);
  });
  llvm::raw_string_ostream os(output);
  LogicalResult result =
      MlirOptMain(os, std::move(input), registry, commandRecord.watch(careful));
  if (failed(result) && commandRecord.passes.isDefect())
    commandRecord.tell(/*isCrash=*/false);
  return result;
}

/// Unless the user asks for it, MLIR does not print the operation of a
/// diagnostic.
static void printOpsOnlyWhenAsked() {
  registerMLIRContextCLOptions();
  cl::Option *option =
      cl::getRegisteredOptions().lookup("mlir-print-op-on-diagnostic");
  if (option)
    static_cast<cl::opt<bool> *>(option)->setInitialValue(false);
}

/// Writes `text`. Fails if a disk is full or a pipe is closed.
static llvm::Error writeAll(llvm::raw_fd_ostream &file, StringRef text) {
  file << text;
  file.flush();
  std::error_code error = file.error();
  file.clear_error();
  return llvm::errorCodeToError(error);
}

/// Writes all of `text` to the file `name`, or leaves the file unchanged.
/// Devices and pipes are written directly.
static llvm::Error writeOutput(StringRef name, StringRef text) {
  if (name == "-")
    return writeAll(llvm::outs(), text);
  if (llvm::sys::fs::exists(name) && !llvm::sys::fs::is_regular_file(name)) {
    std::error_code error;
    llvm::raw_fd_ostream file(name, error);
    return error ? llvm::errorCodeToError(error) : writeAll(file, text);
  }
  return llvm::writeToOutput(name, [&](llvm::raw_ostream &os) {
    return writeAll(static_cast<llvm::raw_fd_ostream &>(os), text);
  });
}

/// Runs the command, and returns the exit code.
static int run(int argc, char **argv) {
  printOpsOnlyWhenAsked();
  registerDebugOnly();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "saopt " SAOPT_VERSION " (MLIR " LLVM_VERSION_STRING ")\n";
  });
  DialectRegistry registry;
  sa::tool::registerForTool(registry);
  auto [inputName, outputName] = registerAndParseCLIOptions(
      argc, argv, "saopt: loop nests over arrays to SYCL kernels\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (failed(sa::tool::checkPackageOptions(emitKind.getNumOccurrences() > 0)))
    return 1;
  // All the libraries read the environment.
  if (!disabledWorkarounds.empty())
    setenv("SAOPT_DISABLE_WORKAROUNDS",
           llvm::join(disabledWorkarounds, ",").c_str(), /*replace=*/1);

  if (config.shouldShowDialects() || config.shouldListPasses())
    return failed(MlirOptMain(argc, argv, inputName, outputName, registry));

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &error);
  if (!input) {
    llvm::errs() << "saopt: " << error << "\n";
    return 1;
  }
  if (failed(checkNesting(*input)))
    return 1;
  // The output is written when everything has worked, all of it or nothing.
  std::string output;
  bool compiles = emitKind.getNumOccurrences() > 0 ||
                  sa::tool::isPackageAsked() || !explainFile.empty();
  StringRef outputTo = outputName;
  if (!explainFile.empty()) {
    if (emitKind.getNumOccurrences() > 0 || sa::tool::isPackageAsked()) {
      llvm::errs() << "saopt: --explain and another output are given: one run "
                      "writes one thing\n";
      return 1;
    }
    outputTo = explainFile;
  }
  if (config.shouldRunReproducer())
    return failed(sa::tool::runReproducer(std::move(input), registry));
  commandRecord.input = input->getBuffer().str();
  auto process = compiles ? compile : optimize;
  if (statistics)
    llvm::EnableStatistics(/*DoPrintOnExit=*/false);
  LogicalResult result = process(std::move(input), registry, config, output);
  if (statistics)
    llvm::PrintStatistics(llvm::errs());
  if (failed(result))
    return 1;
  llvm::Error written = writeOutput(outputTo, output);
  if (written) {
    llvm::errs() << "saopt: cannot write '" << outputTo << "': "
                 << llvm::errorToErrorCode(std::move(written)).message()
                 << "\n";
    return 1;
  }
  return 0;
}

int sa::tool::runTool(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (printHelpIfAsked(argc, argv))
    return 0;
  if (failed(checkEmit(argc, argv)))
    return 1;
  // MLIR recurses over long expressions and chains of aliases.
  constexpr unsigned stackBytes = 1u << 30;
  int exitCode = 1;
  // Vendor bug mlir-bytecode-reader: a damaged file can crash MLIR's reader.
  sa::CrashRecoveryScope scope;
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafelyOnThread([&] { exitCode = run(argc, argv); },
                                  stackBytes)) {
    commandRecord.tell(/*isCrash=*/true);
    return 1;
  }
  return exitCode;
}
