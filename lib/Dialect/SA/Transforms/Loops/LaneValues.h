// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the values of a loop's body become when its iterations are lanes. The
// lanes are cut into pieces, each as wide as a vector can be. A value is
//
// - uniform: the same in all lanes, and stays one scalar;
// - growing: an index that grows by a constant from lane to lane;
// - a vector for each piece (a scalar for a piece of one lane);
// - or, where there is no such vector, one scalar for each lane.
//
// Each can be had as vectors and lane by lane.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LANEVALUES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LANEVALUES_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/LinearIndex.h"

namespace sa {

/// Lanes `first` to `first + width - 1`.
struct Piece {
  int64_t first, width;
};

/// Cuts lanes into pieces of 16, 8, 4, 2 and 1.
llvm::SmallVector<Piece> cutLanes(int64_t numLanes);

/// True for the types that vectors can have.
bool hasVectors(mlir::Type type);

class LaneValues {
public:
  LaneValues(mlir::OpBuilder &builder, int64_t numLanes)
      : builder(builder), pieces(cutLanes(numLanes)), numLanes(numLanes) {}

  llvm::ArrayRef<Piece> getPieces() const { return pieces; }
  int64_t getNumLanes() const { return numLanes; }

  void setUniform(mlir::Value value, mlir::Value scalar);
  /// `first` is the index in lane 0.
  void setGrowing(mlir::Value value, mlir::Value first, int64_t step);
  void setVectors(mlir::Value value, llvm::ArrayRef<mlir::Value> vectors);
  void setLanes(mlir::Value value, llvm::ArrayRef<mlir::Value> lanes);

  bool isUniform(mlir::Value value) const;
  /// The scalar of a uniform value.
  mlir::Value getUniform(mlir::Value value) const;
  /// True for a value that comes from the body and was given a meaning.
  bool isKnown(mlir::Value value) const { return values.count(value); }

  /// An index as what it is in lane 0, and by how much it grows from lane to
  /// lane; nothing when it does not grow evenly.
  struct Growing {
    LinearIndex first;
    int64_t step;
  };
  std::optional<Growing> getGrowing(mlir::Value index) const;

  /// The type of a value of `type` in a piece.
  static mlir::Type getVectorType(mlir::Type type, Piece piece);

  /// The value as one vector for each piece. An index becomes an i64.
  llvm::SmallVector<mlir::Value> getVectors(mlir::Location loc,
                                            mlir::Value value);
  mlir::Value getLane(mlir::Location loc, mlir::Value value, int64_t lane);
  llvm::SmallVector<mlir::Value> getLanes(mlir::Location loc,
                                          mlir::Value value);

  /// What a value that loops and conditions carry becomes: the vectors of its
  /// pieces, or a scalar for each lane.
  llvm::SmallVector<mlir::Type> getCarriedTypes(mlir::Type type) const;
  llvm::SmallVector<mlir::Value> getCarried(mlir::Location loc,
                                            mlir::Value value);
  void setCarried(mlir::Value value, llvm::ArrayRef<mlir::Value> carried);

  /// The vectors of integers `first`, `first + step`, ….
  llvm::SmallVector<mlir::Value> createRamps(mlir::Location loc,
                                             mlir::Value first, int64_t step);

private:
  enum class Kind { Uniform, Growing, Vectors, Lanes };
  struct Entry {
    Kind kind;
    llvm::SmallVector<mlir::Value> values;
    int64_t step = 0;
  };

  mlir::OpBuilder &builder;
  llvm::SmallVector<Piece> pieces;
  int64_t numLanes;
  llvm::DenseMap<mlir::Value, Entry> values;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LANEVALUES_H
