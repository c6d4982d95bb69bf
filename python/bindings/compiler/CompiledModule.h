// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled program, and what can be asked of it.

#ifndef SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H
#define SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H

#include "mlir/IR/MLIRContext.h"
#include "sa/Pipelines/Compilation.h"
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <pybind11/pybind11.h>

namespace sa::python {

/// A new context with everything that the compiler needs.
std::shared_ptr<mlir::MLIRContext> createContext();

/// What Python says about a compilation.
struct ModuleOptions {
  bool strict = false;
  bool skipZeros = true;
  /// Which nests without a plan get one, "auto" or "none".
  std::string schedule = "none";
  /// The vector bytes, vector registers, cores and bytes of cache of the
  /// target of chosen plans.
  std::array<int64_t, 4> target = {32, 16, 2, 512 * 1024};
};

class CompiledModule {
public:
  /// Compiles `program`; raises saopt.CompileError.
  CompiledModule(std::shared_ptr<mlir::MLIRContext> context,
                 mlir::OwningOpRef<mlir::ModuleOp> program,
                 const ModuleOptions &options);

  /// Made when it is first asked for, and kept.
  const std::string &get(Artifact artifact);

  /// The kernels as SPIR-V with the workarounds that `deviceCompiler` needs;
  /// nothing when it needs all of them, as `get` has them.
  std::optional<std::string> getSPIRVFor(const std::string &deviceCompiler);

  /// The source and the header of a library with the module's functions.
  std::pair<std::string, std::string> getLibrary(const std::string &name);

private:
  std::shared_ptr<mlir::MLIRContext> context;
  CompileOptions options;
  Compilation compilation;
  std::mutex mutex;
  std::map<Artifact, std::string> artifacts;
};

/// Parses and compiles MLIR text; raises saopt.CompileError.
std::unique_ptr<CompiledModule>
compileText(const std::string &text, const std::string &filename, bool strict);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H
