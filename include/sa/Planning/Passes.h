// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that choose how nests without a plan run. They query Analysis and
// write their choice into the IR; no other library depends on them.

#ifndef SA_PLANNING_PASSES_H
#define SA_PLANNING_PASSES_H

#include "mlir/Pass/Pass.h"
#include "sa/Planning/TargetDescription.h"

namespace sa {
class FuncOp;

#define GEN_PASS_DECL
#include "sa/Planning/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Planning/Passes.h.inc"
} // namespace sa

#endif // SA_PLANNING_PASSES_H
