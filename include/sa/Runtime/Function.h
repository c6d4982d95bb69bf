// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled function that can be called: a plan, and the program that has its
// kernels.

#ifndef SA_RUNTIME_FUNCTION_H
#define SA_RUNTIME_FUNCTION_H

#include "sa/Runtime/Arguments.h"
#include "sa/Runtime/Plan.h"
#include "sa/Runtime/Program.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sa::runtime {

/// Many threads may call one function at once.
class Function {
public:
  /// Verifies `plan`. The program may be shared by several functions.
  Function(FunctionPlan plan, std::shared_ptr<Program> program);

  const FunctionPlan &getPlan() const { return plan; }
  Program &getProgram() const { return *program; }

  /// Checks the arguments, builds the program where that was not done yet,
  /// launches on the queue of the arguments and waits. Throws an Error; nothing
  /// was launched when it is about an argument.
  void call(const std::vector<CallArgument> &arguments);

private:
  using Kernels = std::shared_ptr<const std::vector<sycl::kernel>>;

  void checkAspects(const sycl::device &device) const;
  Kernels getKernels(Target &target);

  const FunctionPlan plan;
  const std::shared_ptr<Program> program;
  std::mutex kernelsLock;
  std::vector<std::pair<const Target *, Kernels>> kernels;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_FUNCTION_H
