// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of a loop's body after its iterations have become lanes. The lanes
// are split into chunks, each as wide as a vector can be. A value is
//
// - uniform: one scalar for all lanes;
// - growing: an index that grows by a constant from lane to lane;
// - a vector for each chunk (a scalar for a chunk of one lane);
// - or one scalar for each lane, if its type has no vectors.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANEVALUES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANEVALUES_H

#include "mlir/IR/Builders.h"
#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"

namespace sa {

/// Lanes `first` to `first + width - 1`.
struct LaneChunk {
  int64_t first, width;
};

/// Splits lanes into chunks of 16, 8, 4, 2 and 1.
llvm::SmallVector<LaneChunk> splitLanes(int64_t numLanes);

/// Returns true if there are vectors of `type`.
bool hasVectors(mlir::Type type);

class LaneValues {
public:
  LaneValues(mlir::OpBuilder &builder, int64_t numLanes)
      : builder(builder), chunks(splitLanes(numLanes)), numLanes(numLanes) {}

  llvm::ArrayRef<LaneChunk> getChunks() const { return chunks; }
  int64_t getNumLanes() const { return numLanes; }

  void setUniform(mlir::Value value, mlir::Value scalar);
  /// `first` is the index in lane 0.
  void setGrowing(mlir::Value value, mlir::Value first, int64_t step);
  void setVectors(mlir::Value value, llvm::ArrayRef<mlir::Value> vectors);
  void setLanes(mlir::Value value, llvm::ArrayRef<mlir::Value> lanes);

  bool isUniform(mlir::Value value) const;
  /// Returns the scalar of a uniform value.
  mlir::Value getUniform(mlir::Value value) const;
  /// Returns true for a value of the body that one of the above has set.
  bool isKnown(mlir::Value value) const { return values.count(value); }

  /// An index in lane 0, and by how much it grows from lane to lane.
  struct Growing {
    LinearIndex first;
    int64_t step;
  };
  /// Returns nothing if the index does not grow evenly.
  std::optional<Growing> getGrowing(mlir::Value index) const;

  /// Returns the type of the vector of a chunk.
  static mlir::Type getVectorType(mlir::Type type, LaneChunk chunk);

  /// Returns the value as one vector for each chunk. An index becomes an i64.
  llvm::SmallVector<mlir::Value> getVectors(mlir::Location loc,
                                            mlir::Value value);
  mlir::Value getLane(mlir::Location loc, mlir::Value value, int64_t lane);
  llvm::SmallVector<mlir::Value> getLanes(mlir::Location loc,
                                          mlir::Value value);

  /// The values that loops and conditions carry instead of one: the vectors of
  /// its chunks, or a scalar for each lane.
  llvm::SmallVector<mlir::Type> getCarriedTypes(mlir::Type type) const;
  llvm::SmallVector<mlir::Value> getCarried(mlir::Location loc,
                                            mlir::Value value);
  void setCarried(mlir::Value value, llvm::ArrayRef<mlir::Value> carried);

  /// Creates the vectors of integers `first`, `first + step`, ….
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
  llvm::SmallVector<LaneChunk> chunks;
  int64_t numLanes;
  llvm::DenseMap<mlir::Value, Entry> values;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_LANEVALUES_H
