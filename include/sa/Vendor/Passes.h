// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that work around bugs of device compilers and of MLIR.
// docs/vendor-bugs.md lists the bugs.

#ifndef SA_VENDOR_PASSES_H
#define SA_VENDOR_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
} // namespace arith
namespace gpu {
class GPUDialect;
class GPUFuncOp;
} // namespace gpu
} // namespace mlir

namespace sa {

#define GEN_PASS_DECL
#include "sa/Vendor/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Vendor/Passes.h.inc"
} // namespace sa

#endif // SA_VENDOR_PASSES_H
