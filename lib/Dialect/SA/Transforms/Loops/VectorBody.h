// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the body of a loop for several iterations at once.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_VECTORBODY_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_VECTORBODY_H

#include "LaneValues.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SetVector.h"

namespace sa {

class VectorBody {
public:
  /// With `strict`, accumulations into one element keep their order.
  VectorBody(mlir::OpBuilder &builder, int64_t numLanes, bool strict)
      : builder(builder), lanes(builder, numLanes), strict(strict) {}

  /// Emits the body of `loop` at the builder's insertion point. Lane 0 is the
  /// iteration with the index `first`.
  void emit(mlir::affine::AffineForOp loop, mlir::Value first);

  /// Returns descriptions of the operations that were emitted lane by lane.
  llvm::ArrayRef<llvm::StringRef> getLaneByLane() const {
    return laneByLane.getArrayRef();
  }

private:
  void emitBlock(mlir::Block &block);
  void emitOp(mlir::Operation *op);
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  void emitAccumulate(AccumulateOp op);
  void emitArithmetic(mlir::Operation *op);
  void emitElementwise(mlir::Operation *op);
  /// Emits a loop or a condition that is the same for all lanes.
  void emitLoop(mlir::Operation *op);
  void emitIf(mlir::Operation *op);
  void emitRegion(mlir::Block &from, mlir::Block &to);
  /// Emits a copy of `op` for each lane.
  void emitLanes(mlir::Operation *op, llvm::StringRef why);

  /// The index vector of an access in lane 0, and its growth from lane to lane.
  struct LaneIndices {
    llvm::SmallVector<LinearIndex> first;
    llvm::SmallVector<int64_t> steps;
    bool isUniform() const {
      return llvm::all_of(steps, [](int64_t step) { return step == 0; });
    }
  };
  std::optional<LaneIndices> getLaneIndices(mlir::ValueRange indices);
  llvm::SmallVector<mlir::Value>
  createIndices(mlir::Location loc, const LaneIndices &position, int64_t lane);
  mlir::Value createLoad(mlir::Location loc, mlir::Value array,
                         const LaneIndices &position, LaneChunk chunk);
  mlir::Operation *createStore(mlir::Location loc, mlir::Value value,
                               mlir::Value array, const LaneIndices &position,
                               LaneChunk chunk);
  /// Combines all the lanes of the values that `op` accumulates.
  mlir::Value combineLanes(AccumulateOp op,
                           llvm::SmallVector<mlir::Value> vectors);

  mlir::OpBuilder &builder;
  LaneValues lanes;
  bool strict;
  llvm::SetVector<llvm::StringRef> laneByLane;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_VECTORBODY_H
