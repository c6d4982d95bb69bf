// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenCLBuiltins.h"

using namespace mlir;

LLVM::CallOp sa::createBuiltinCall(OpBuilder &builder, Location loc,
                                   gpu::GPUModuleOp module, StringRef name,
                                   Type type, ValueRange operands) {
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
    callee = LLVM::LLVMFuncOp::create(
        atStart, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(type,
                                    llvm::to_vector(operands.getTypes())));
    callee.setCConv(LLVM::CConv::SPIR_FUNC);
    callee.setNoUnwind(true);
    // Functions with a result have no other effect.
    if (!isa<LLVM::LLVMVoidType>(type))
      callee.setWillReturn(true);
  }
  auto call = LLVM::CallOp::create(builder, loc, callee, operands);
  call.setCConv(callee.getCConv());
  return call;
}
