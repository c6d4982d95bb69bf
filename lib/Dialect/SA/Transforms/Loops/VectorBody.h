// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the body of a loop for several iterations at once.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_VECTORBODY_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_VECTORBODY_H

#include "LaneValues.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SetVector.h"

namespace sa {

class VectorBody {
public:
  /// With `strict`, accumulations into one element keep their order.
  VectorBody(mlir::OpBuilder &builder, int64_t numLanes, bool strict)
      : builder(builder), lanes(builder, numLanes), strict(strict) {}

  /// Writes the body of `loop` where the builder stands. Lane 0 is the
  /// iteration in which the index is `first`.
  void emit(mlir::affine::AffineForOp loop, mlir::Value first);

  /// What was done lane by lane, in words.
  llvm::ArrayRef<llvm::StringRef> getLaneByLane() const {
    return laneByLane.getArrayRef();
  }

private:
  void emitBlock(mlir::Block &block);
  void emitOp(mlir::Operation *op);
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  void emitAccumulate(AccumulateOp op);
  /// An operation on indices or numbers.
  void emitArithmetic(mlir::Operation *op);
  void emitElementwise(mlir::Operation *op);
  /// A loop or a condition that is the same for all lanes.
  void emitLoop(mlir::Operation *op);
  void emitIf(mlir::Operation *op);
  void emitRegion(mlir::Block &from, mlir::Block &to);
  /// A copy of `op` for each lane.
  void emitLanes(mlir::Operation *op, llvm::StringRef why);

  /// The index vector of an access to vectors; nothing when it has none.
  struct Place {
    llvm::SmallVector<LinearIndex> first;
    llvm::SmallVector<int64_t> steps;
    bool isUniform() const {
      return llvm::all_of(steps, [](int64_t step) { return step == 0; });
    }
  };
  std::optional<Place> getPlace(mlir::ValueRange indices);
  llvm::SmallVector<mlir::Value>
  createIndices(mlir::Location loc, const Place &place, int64_t lane);
  mlir::Value createLoad(mlir::Location loc, mlir::Value array,
                         const Place &place, Piece piece);
  void createStore(mlir::Location loc, mlir::Value value, mlir::Value array,
                   const Place &place, Piece piece);
  /// All the lanes of the values that `op` accumulates, as one.
  mlir::Value combineLanes(AccumulateOp op,
                           llvm::SmallVector<mlir::Value> vectors);

  mlir::OpBuilder &builder;
  LaneValues lanes;
  bool strict;
  llvm::SetVector<llvm::StringRef> laneByLane;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_VECTORBODY_H
