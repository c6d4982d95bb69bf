// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Pipelines/Passes.h"

#include "mlir/IR/Builders.h"
#include <cstdlib>

namespace sa {
#define GEN_PASS_DEF_SAFAIL
#include "sa/Pipelines/Passes.h.inc"
} // namespace sa

using namespace mlir;

namespace {
struct Fail : public sa::impl::SAFailBase<Fail> {
  using SAFailBase::SAFailBase;

  void runOnOperation() override {
    if (how == "crash")
      std::abort();
    if (how == "verifier") {
      // A cast has a result.
      OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
      UnrealizedConversionCastOp::create(builder, getOperation().getLoc(),
                                         TypeRange(), ValueRange());
      return;
    }
    if (how == "diagnostic")
      getOperation().emitError() << "sa-fail was asked to fail";
    else if (how != "silence")
      getOperation().emitError()
          << "sa-fail fails by crash, silence, verifier or diagnostic, not '"
          << how << "'";
    signalPassFailure();
  }
};
} // namespace
