// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that are about running passes.

#ifndef SA_PIPELINES_PASSES_H
#define SA_PIPELINES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace sa {
#define GEN_PASS_DECL
#include "sa/Pipelines/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Pipelines/Passes.h.inc"
} // namespace sa

#endif // SA_PIPELINES_PASSES_H
