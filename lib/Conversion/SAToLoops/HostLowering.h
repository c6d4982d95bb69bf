// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host part of a function: constants, temporaries, arithmetic on sizes, and
// the loops and conditions around kernels. Everything else becomes kernels.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_HOSTLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_HOSTLOWERING_H

#include "Lowering.h"

namespace sa {

/// The constants that are part of the kernels, by elements and element type:
/// equal ones are one, also in different functions.
using KernelConstants = llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>,
                                       mlir::memref::GlobalOp>;

class HostLowering : public Lowering {
public:
  HostLowering(LoweringState &state, mlir::SymbolTable &symbols,
               KernelConstants &constants)
      : Lowering(state), symbols(symbols), constants(constants) {}

  /// Lowers the body of the function, or of a loop or condition around kernels.
  /// Fails with a diagnostic.
  mlir::LogicalResult lowerBlock(mlir::Block &block);

private:
  mlir::LogicalResult lowerOp(mlir::Operation *op);
  mlir::LogicalResult lowerLoop(mlir::affine::AffineForOp loop);
  mlir::LogicalResult lowerIf(mlir::affine::AffineIfOp op);
  mlir::LogicalResult lowerRounds(LoopOp loop);
  mlir::LogicalResult lowerIfMoved(IfMovedOp op);
  /// Lowers `ops` to one kernel of one work-item.
  mlir::LogicalResult lowerLoneKernel(llvm::ArrayRef<mlir::Operation *> ops);
  mlir::LogicalResult lowerConst(ConstOp op);
  mlir::memref::GlobalOp getGlobal(ConstOp op, mlir::DenseElementsAttr storage);
  void lowerTemp(TempOp op);

  mlir::SymbolTable &symbols;
  KernelConstants &constants;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_HOSTLOWERING_H
