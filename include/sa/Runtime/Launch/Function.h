// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled function that can be called: its manifests, and the program with
// its kernels.

#ifndef SA_RUNTIME_LAUNCH_FUNCTION_H
#define SA_RUNTIME_LAUNCH_FUNCTION_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Launch/CallMemo.h"
#include "sa/Runtime/Launch/Launch.h"
#include "sa/Runtime/Manifest/FunctionManifest.h"
#include "sa/Runtime/Program/Program.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace sa::runtime {

/// A call that has passed every check and only needs to be launched, as often
/// as one likes. What it points to must live as long: the function, and the
/// memory of the arguments.
struct PreparedCall {
  Launchable launchable;
  ArgumentValues values;
  sycl::queue queue;
};

/// Many threads may call one function at once.
class Function {
public:
  /// Verifies the manifests. The program may be shared by several functions.
  /// `contiguous` runs in place of `manifest` when all arrays with open strides
  /// are dense and row-major.
  Function(FunctionManifest manifest, std::shared_ptr<Program> program,
           std::optional<FunctionManifest> contiguous = std::nullopt);

  const FunctionManifest &getManifest() const { return general.manifest; }
  Program &getProgram() const { return *program; }

  /// True when the contiguous manifest would run these arguments.
  bool choosesContiguous(const std::vector<CallArgument> &arguments) const;

  /// Checks the arguments, and builds the program where that was not done yet;
  /// the queue is that of the arguments. Throws an Error.
  PreparedCall prepare(const std::vector<CallArgument> &arguments);

  /// What a call with outputs left out needs first; see Arguments.h. Throws the
  /// Errors of such a call.
  OutputNeeds findOutputNeeds(const std::vector<CallArgument> &arguments);

private:
  using Kernels = std::shared_ptr<const LoadedKernels>;

  /// A manifest, and its kernels on the devices where it has run.
  struct Variant {
    explicit Variant(FunctionManifest manifest)
        : manifest(std::move(manifest)) {}

    const FunctionManifest manifest;
    std::mutex lock;
    std::vector<std::pair<const Target *, Kernels>> kernels;
  };

  void verify(const FunctionManifest &manifest) const;
  PreparedCall prepareAnew(const std::vector<CallArgument> &arguments,
                           const sycl::queue &queue);
  Kernels getKernels(Variant &variant, Target &target);

  const std::shared_ptr<Program> program;
  Variant general;
  std::unique_ptr<Variant> contiguous;
  CallMemo memo;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_FUNCTION_H
