// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled program, and what can be asked of it.

#ifndef SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H
#define SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H

#include "mlir/IR/MLIRContext.h"
#include "sa/Package/Package.h"
#include "sa/Pipelines/Compilation.h"
#include "sa/Target/Work.h"
#include <map>
#include <mutex>
#include <optional>
#include <pybind11/pybind11.h>

namespace sa::python {

/// A new context with everything that the compiler needs.
std::shared_ptr<mlir::MLIRContext> createContext();

class CompiledModule {
public:
  /// Compiles `program`; raises saopt.CompileError.
  CompiledModule(std::shared_ptr<mlir::MLIRContext> context,
                 mlir::OwningOpRef<mlir::ModuleOp> program,
                 CompileOptions options);

  /// Made when it is first asked for, and kept.
  const std::string &get(Artifact artifact);

  /// The kernels as SPIR-V with the workarounds that `deviceCompiler` needs;
  /// nothing when it needs all of them, as `get` has them.
  std::optional<std::string> getSPIRVFor(const std::string &deviceCompiler);

  /// The source and the header of a library with the module's functions.
  std::pair<std::string, std::string> getLibrary(const std::string &name);

  /// Writes a package with the functions into the folder `directory`, and
  /// returns the paths of its files; raises saopt.CompileError.
  std::vector<std::string> writePackage(const std::string &directory,
                                        const std::string &formats,
                                        PackageOptions package);

  /// What a kernel of the module computes and moves; see sa/Target/Work.h.
  std::optional<KernelWork> countWork(const std::string &kernel,
                                      const std::vector<int64_t> &range,
                                      const std::vector<int64_t> &local,
                                      const std::vector<int64_t> &sizes);

  /// The page about the module, with `extra`, a JSON object, in its data.
  std::string explain(const std::string &title, const std::string &extra);

private:
  std::shared_ptr<mlir::MLIRContext> context;
  CompileOptions options;
  Compilation compilation;
  std::mutex mutex;
  std::map<Artifact, std::string> artifacts;
};

/// Parses and compiles MLIR text; raises saopt.CompileError.
std::unique_ptr<CompiledModule> compileText(const std::string &text,
                                            const std::string &filename,
                                            const CompileOptions &options);

} // namespace sa::python

#endif // SA_PYTHON_BINDINGS_COMPILER_COMPILEDMODULE_H
