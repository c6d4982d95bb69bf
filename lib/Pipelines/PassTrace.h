// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells what a program looks like after each pass.

#ifndef SA_LIB_PIPELINES_PASSTRACE_H
#define SA_LIB_PIPELINES_PASSTRACE_H

#include "mlir/Pass/PassInstrumentation.h"
#include "sa/Pipelines/Compilation.h"

namespace sa {

class PassTrace : public mlir::PassInstrumentation {
public:
  explicit PassTrace(decltype(CompileOptions::onPass) onPass)
      : onPass(std::move(onPass)) {}

  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  /// What a pass left behind that failed says why.
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  decltype(CompileOptions::onPass) onPass;
};

} // namespace sa

#endif // SA_LIB_PIPELINES_PASSTRACE_H
