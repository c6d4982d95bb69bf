// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A temporary that loops of plans use, on its way to smaller memory.
// LocalizeTemporaries.cpp decides what becomes of it; LoopTemporary.cpp makes
// that.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPTEMPORARY_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPTEMPORARY_H

#include "sa/Dialect/SA/Analysis/ActiveBlock.h"

namespace sa {

class LoopTemporary {
public:
  explicit LoopTemporary(TempOp temp)
      : temp(temp), type(mlir::cast<ArrayType>(temp.getResult().getType())),
        func(mlir::cast<FuncOp>(temp->getParentOp())) {}

  /// Replaces the temporary where that is possible. The report says what has
  /// become of it.
  void run();

private:
  /// Finds out who uses it. False when no loop of a plan does.
  bool collectUsers();
  /// What stands in the way before any loop is looked at; empty when nothing
  /// does.
  std::string findObstacle();
  /// Sorts the accesses, as the loops around all of them see them.
  void collectAccesses();
  /// True when the temporary is gone; otherwise `obstacle` says why not.
  bool keepInIteration(mlir::affine::AffineForOp loop);
  /// True when each access stands once in an iteration of the loop, one after
  /// the other.
  bool isStraight(mlir::affine::AffineForOp loop);
  void keepInRegister();
  /// Gives each iteration of a loop memory: private, or that of a group when
  /// the work-items of the group share it.
  void keepInBuffer(mlir::affine::AffineForOp loop, bool isShared);
  /// Sets the buffer to zero, where the builder stands; together with all the
  /// work-items of the group that an iteration of `loop` is.
  void clear(mlir::OpBuilder &builder, mlir::Value buffer);
  void clearTogether(mlir::OpBuilder &builder, mlir::Value buffer,
                     mlir::affine::AffineForOp loop);
  void replaceAccess(const LoopAccess &access, mlir::Value buffer);
  /// Erases the temporary, with the accesses that never run.
  void erase();
  std::string getText(const LoopAccess &access);

  TempOp temp;
  ArrayType type;
  FuncOp func;
  llvm::SmallVector<mlir::Operation *> users;
  bool isInNest = false, isCopied = false;
  /// The loops around all the accesses, the outermost first.
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  std::optional<LoopSpace> space;
  llvm::SmallVector<LoopAccess> accesses, writes;
  /// The reads that may come before any write of the same iteration.
  llvm::SmallVector<LoopAccess> openReads;
  llvm::SmallVector<mlir::Operation *> neverRun;
  ActiveBlock block;
  std::string obstacle;
};

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPTEMPORARY_H
