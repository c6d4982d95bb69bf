// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversions between stages: sa → loops → kernels → LLVM.

#ifndef SA_CONVERSION_PASSES_H
#define SA_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace arith {
class ArithDialect;
} // namespace arith
namespace complex {
class ComplexDialect;
} // namespace complex
namespace func {
class FuncDialect;
} // namespace func
namespace gpu {
class GPUDialect;
class GPUModuleOp;
} // namespace gpu
namespace LLVM {
class LLVMDialect;
} // namespace LLVM
namespace memref {
class MemRefDialect;
} // namespace memref
namespace scf {
class SCFDialect;
} // namespace scf
} // namespace mlir

namespace sa {
class SADialect;

#define GEN_PASS_DECL
#include "sa/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

#endif // SA_CONVERSION_PASSES_H
