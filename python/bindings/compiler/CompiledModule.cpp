// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CompiledModule.h"

#include "../support/UnlockedSection.h"
#include "Diagnostics.h"
#include "sa/Pipelines/Explain.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

namespace py = pybind11;
using namespace mlir;
using namespace sa::python;

std::shared_ptr<MLIRContext> sa::python::createContext() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    registerCompiler(result);
    return result;
  }();
  auto context =
      std::make_shared<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->printOpOnDiagnostic(false);
  return context;
}

/// The thread in which Python handles signals.
static unsigned long getMainThread() {
  py::object thread = py::module_::import("threading").attr("main_thread")();
  return thread.attr("ident").cast<unsigned long>();
}

/// Lets Python handle signals, such as the one of Ctrl-C, now and then while
/// the compiler runs. True when that has raised an exception, which is then the
/// thread's. Other threads have no signals to handle, and stay out of the
/// interpreter, which may be about to end.
static bool handleSignals(unsigned long mainThread) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point last;
  if (PyThread_get_thread_ident() != mainThread ||
      Clock::now() - last < std::chrono::milliseconds(20))
    return false;
  last = Clock::now();
  py::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

/// Raises the exception of a signal, or the error of a compilation.
[[noreturn]] static void raise(ErrorCollector &errors,
                               const std::optional<sa::InternalError> &error) {
  if (PyErr_Occurred())
    throw py::error_already_set();
  if (error)
    raiseInternalError(error->getMessage(), error->reproducer);
  errors.raise();
}

/// Keeps the context of a compilation that crashed: what the crash has left in
/// it is in no state to be destroyed.
static void keepAfterCrash(const std::optional<sa::InternalError> &error,
                           const std::shared_ptr<MLIRContext> &context) {
  if (error && error->isCrash)
    new std::shared_ptr<MLIRContext>(context);
}

/// A signal stops the compilation.
static sa::CompileOptions stopAtSignals(sa::CompileOptions options) {
  options.isStopped = [mainThread = getMainThread()] {
    return handleSignals(mainThread);
  };
  return options;
}

CompiledModule::CompiledModule(std::shared_ptr<MLIRContext> context,
                               OwningOpRef<ModuleOp> program,
                               CompileOptions given)
    : context(context), options(stopAtSignals(std::move(given))),
      compilation(std::move(program), options) {
  ErrorCollector errors(context.get());
  LogicalResult result = failure();
  {
    UnlockedSection released;
    result = compilation.compile();
  }
  if (succeeded(result))
    return;
  keepAfterCrash(compilation.getInternalError(), context);
  raise(errors, compilation.getInternalError());
}

const std::string &CompiledModule::get(Artifact artifact) {
  // Without the GIL first: whoever holds the mutex may wait for the GIL.
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  auto [position, isNew] = artifacts.try_emplace(artifact);
  if (!isNew)
    return position->second;
  ErrorCollector errors(context.get());
  if (failed(compilation.emit(artifact, position->second))) {
    artifacts.erase(position);
    keepAfterCrash(compilation.getInternalError(), context);
    py::gil_scoped_acquire acquire;
    raise(errors, compilation.getInternalError());
  }
  return position->second;
}

std::optional<std::string>
CompiledModule::getSPIRVFor(const std::string &deviceCompiler) {
  if (getNeededWorkarounds(deviceCompiler) ==
      getNeededWorkarounds(options.deviceCompiler))
    return std::nullopt;
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  ErrorCollector errors(context.get());
  CompileOptions others = options;
  others.deviceCompiler = deviceCompiler;
  Compilation variant(compilation.cloneProgram(), others);
  std::string code;
  if (failed(variant.emit(Artifact::SPIRV, code))) {
    keepAfterCrash(variant.getInternalError(), context);
    py::gil_scoped_acquire acquire;
    raise(errors, variant.getInternalError());
  }
  return code;
}

std::optional<sa::KernelWork> CompiledModule::countWork(
    const std::string &kernel, const std::vector<int64_t> &range,
    const std::vector<int64_t> &local, const std::vector<int64_t> &sizes) {
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  FailureOr<ModuleOp> module = compilation.getKernels();
  if (failed(module))
    return std::nullopt;
  return sa::countWork(*module, kernel, range, local, sizes);
}

std::string CompiledModule::explain(const std::string &title,
                                    const std::string &extra) {
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  ErrorCollector errors(context.get());
  llvm::Expected<llvm::json::Value> more = llvm::json::parse(extra);
  if (!more)
    llvm::report_fatal_error(more.takeError());
  std::string page;
  std::optional<InternalError> error;
  if (succeeded(explainProgram(compilation.cloneProgram(), options, title,
                               *more->getAsObject(), page, error)))
    return page;
  keepAfterCrash(error, context);
  py::gil_scoped_acquire acquire;
  raise(errors, error);
}

std::pair<std::string, std::string>
CompiledModule::getLibrary(const std::string &name) {
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  ErrorCollector errors(context.get());
  std::pair<std::string, std::string> library;
  if (failed(compilation.emitLibrary(name, library.first, library.second))) {
    keepAfterCrash(compilation.getInternalError(), context);
    py::gil_scoped_acquire acquire;
    raise(errors, compilation.getInternalError());
  }
  return library;
}

std::vector<std::string>
CompiledModule::writePackage(const std::string &directory,
                             const std::string &formats,
                             PackageOptions package) {
  UnlockedSection released;
  std::lock_guard<std::mutex> lock(mutex);
  ErrorCollector errors(context.get());
  auto write = [&]() -> llvm::Expected<std::vector<std::string>> {
    llvm::Expected<uint32_t> bits = parsePackageFormats(formats);
    if (!bits)
      return bits.takeError();
    package.formats = *bits;
    llvm::Expected<PackageFiles> files = makePackage(compilation, package);
    if (!files)
      return files.takeError();
    return publishPackage(*files, package.name, directory);
  };
  llvm::Expected<std::vector<std::string>> written = write();
  if (written)
    return *written;
  std::string message = llvm::toString(written.takeError());
  keepAfterCrash(compilation.getInternalError(), context);
  py::gil_scoped_acquire acquire;
  // Without a message the compiler has said what is wrong.
  if (message.empty())
    raise(errors, compilation.getInternalError());
  raiseCompileError(message, std::nullopt);
}

std::unique_ptr<CompiledModule>
sa::python::compileText(const std::string &text, const std::string &filename,
                        const CompileOptions &options) {
  std::shared_ptr<MLIRContext> context = createContext();
  ErrorCollector errors(context.get());
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, filename), llvm::SMLoc());
  OwningOpRef<ModuleOp> program = parseProgram(sources, context.get());
  if (!program)
    errors.raise();
  // The collector needs the context as long as it lives.
  return std::make_unique<CompiledModule>(context, std::move(program), options);
}
