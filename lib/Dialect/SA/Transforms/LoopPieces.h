// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that are cut into pieces: each runs over neighbouring iterations, and
// has a copy of the body. Loops in each other multiply the copies, so they
// share how many there may be.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPIECES_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPIECES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"

namespace sa {

/// A body has no more copies than this.
inline constexpr size_t maxPieces = 8;

/// Neighbouring iterations, with the last one.
struct Piece {
  int64_t first, last;
};

/// The iterations that are needed as neighbours, with the shortest gaps closed
/// where there would be more pieces than there is room for.
llvm::SmallVector<Piece> findPieces(llvm::ArrayRef<int64_t> needed,
                                    size_t room);

/// The loops that are pieces of others, each with the number of pieces that the
/// other one became.
class PieceCounts {
public:
  bool contains(mlir::affine::AffineForOp loop) const {
    return counts.contains(loop);
  }
  void add(mlir::affine::AffineForOp piece, size_t count) {
    counts[piece] = count;
  }
  /// Says that the loops in `copy` are what those in `loop` are.
  void addCopy(mlir::affine::AffineForOp loop, const mlir::IRMapping &copy);
  /// Forgets a loop that is erased, and those in it.
  void erase(mlir::affine::AffineForOp loop);
  /// How many pieces a loop may become. Each number of pieces divides what is
  /// left of `maxPieces` for the loops inside, so no body has more copies than
  /// that in all.
  size_t getRoom(mlir::affine::AffineForOp loop) const;

private:
  /// The product of the counts of a loop and those around it, up to `end`.
  size_t multiply(mlir::Operation *loop, mlir::Operation *end) const;

  llvm::DenseMap<mlir::Operation *, size_t> counts;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPPIECES_H
