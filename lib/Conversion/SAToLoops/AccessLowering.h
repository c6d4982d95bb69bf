// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses become loads and stores of flat memory. A complex element is two of
// them. A vector access is one where its lanes are neighbours in storage, and
// one for each lane otherwise.

#ifndef SA_LIB_CONVERSION_SATOLOOPS_ACCESSLOWERING_H
#define SA_LIB_CONVERSION_SATOLOOPS_ACCESSLOWERING_H

#include "Lowering.h"

namespace sa {

/// Converts a scalar or vector between its type in expressions and the one in
/// memory and signatures: `i1` is a byte there, and `bf16` its bits.
mlir::Value fromStorage(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value stored, mlir::Type type);
mlir::Value toStorage(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value);

class AccessLowering : public Lowering {
public:
  using Lowering::Lowering;

  /// Lowers an access of an array. Returns false for other operations.
  bool lower(mlir::Operation *op);

  /// Accesses the element at `offset` of the lowered form of `array`, which is
  /// an array or a variable.
  mlir::Value load(mlir::Location loc, mlir::Value array, mlir::Value offset);
  void store(mlir::Location loc, mlir::Value value, mlir::Value array,
             mlir::Value offset);

private:
  template <typename OpT> mlir::Value getOffsetOf(OpT op) {
    return getOffset(op.getLoc(), op.getArray(), lookupAll(op.getIndices()));
  }
  std::pair<mlir::Value, mlir::Value> getPartOffsets(mlir::Location loc,
                                                     mlir::Value offset);
  /// Returns the offset of each lane, or only the first if the lanes are
  /// neighbours.
  template <typename OpT>
  llvm::SmallVector<mlir::Value> getLaneOffsets(OpT op, int64_t numLanes);
  void lowerVectorLoad(VectorLoadOp op);
  void lowerVectorStore(VectorStoreOp op);
  void accumulateAtomically(AccumulateOp op, mlir::Value offset);
  /// Runs `create`, in an `scf.if` if the element need not exist.
  void guard(mlir::Location loc, llvm::function_ref<void()> create);
  /// Loads from memory, or gives zero where there is no element.
  mlir::Value loadStored(mlir::Location loc, mlir::Value memory,
                         mlir::Value offset);
  mlir::Value loadGuarded(mlir::Location loc, mlir::Type type,
                          llvm::function_ref<mlir::Value()> create);

  /// The condition that the element of the access that is being lowered exists;
  /// null where it always does.
  mlir::Value hasElement;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_SATOLOOPS_ACCESSLOWERING_H
