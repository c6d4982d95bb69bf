// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// math → calls of OpenCL's built-in functions.

#include "OpenCLBuiltins.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "sa/Conversion/KernelsToLLVM/MathBuiltins.h"
#include "sa/Conversion/Passes.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSAMATHTOOPENCL
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;

/// Returns the Itanium mangling of a floating-point type: a vector of four
/// floats is Dv4_f.
static std::string getMangledType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return "Dv" + std::to_string(vector.getNumElements()) + "_" +
           getMangledType(vector.getElementType());
  if (type.isF16())
    return "Dh";
  return type.isF32() ? "f" : "d";
}

/// Returns the mangled name of `builtin` for operands of one type: fma over
/// floats is _Z3fmafff, over halves _Z3fmaDhDhDh. A repeated vector is S_.
static std::string mangle(StringRef builtin, Type type, unsigned numOperands) {
  std::string name = ("_Z" + Twine(builtin.size()) + builtin).str();
  for (unsigned i = 0; i < numOperands; ++i)
    name += isa<VectorType>(type) && i > 0 ? "S_" : getMangledType(type);
  return name;
}

/// Returns true for scalars and vectors of 2, 3, 4, 8 and 16 elements.
static bool hasBuiltins(Type type) {
  if (auto vector = dyn_cast<VectorType>(type);
      vector && (vector.getRank() != 1 ||
                 !llvm::is_contained({2, 3, 4, 8, 16}, vector.getDimSize(0))))
    return false;
  return isa<Float16Type, Float32Type, Float64Type>(getElementTypeOrSelf(type));
}

namespace {
class ConvertSAMathToOpenCL
    : public sa::impl::ConvertSAMathToOpenCLBase<ConvertSAMathToOpenCL> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](Operation *op) {
      StringRef builtin = sa::getMathBuiltin(op);
      if (builtin.empty())
        return WalkResult::advance();
      if (!hasBuiltins(op->getResult(0).getType())) {
        op->emitOpError() << "has no built-in function for "
                          << op->getResult(0).getType();
        return WalkResult::interrupt();
      }
      lowerToCall(op, builtin);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  void lowerToCall(Operation *op, StringRef builtin) {
    Type type = op->getResult(0).getType();
    std::string name = mangle(builtin, type, op->getNumOperands());
    OpBuilder builder(op);
    LLVM::CallOp call = sa::createBuiltinCall(
        builder, op->getLoc(), getOperation(), name, type, op->getOperands());
    op->replaceAllUsesWith(call);
    op->erase();
  }
};
} // namespace
