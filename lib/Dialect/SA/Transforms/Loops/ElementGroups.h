// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of an array that a loop touches, when they are the same in every
// iteration: groups of accesses, each to one element or to the lanes of one
// vector, no two of which overlap.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTGROUPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTGROUPS_H

#include "sa/Dialect/SA/Analysis/LinearIndex.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include <vector>

namespace sa {

/// One element, or the elements in the lanes of a vector.
struct ElementGroup {
  mlir::Value array;
  llvm::SmallVector<LinearIndex> indices;
  /// Empty for one element.
  llvm::SmallVector<int64_t> steps;
  /// The type of a register that holds it.
  mlir::Type type;
  bool isWritten = false;
  /// True when the loop touches it in every iteration, so that it exists.
  bool isCertain = false;

  int64_t getNumLanes() const;
};

/// The group of an access that stands alone; nothing for other operations.
std::optional<ElementGroup> getGroup(mlir::Operation *access);

bool isSameGroup(const ElementGroup &lhs, const ElementGroup &rhs);

/// True when no lane of one is a lane of the other.
bool areDisjoint(const ElementGroup &lhs, const ElementGroup &rhs);

/// The groups of `array` in `loop`; empty when they cannot be kept in
/// registers.
std::vector<ElementGroup> findGroups(mlir::affine::AffineForOp loop,
                                     mlir::Value array);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_ELEMENTGROUPS_H
