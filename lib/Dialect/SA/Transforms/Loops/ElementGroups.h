// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of accesses to the same element, or to the same lanes of a vector, in
// every iteration of a loop.

#ifndef SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_ELEMENTGROUPS_H
#define SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_ELEMENTGROUPS_H

#include "sa/Dialect/SA/Analysis/Affine/LinearIndex.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include <vector>

namespace sa {

/// One element, or the elements in the lanes of a vector.
struct ElementGroup {
  mlir::Value array;
  llvm::SmallVector<LinearIndex> indices;
  /// Empty for one element.
  llvm::SmallVector<int64_t> steps;
  /// The type of the register.
  mlir::Type type;
  bool isWritten = false;
  /// True if every iteration accesses it, so that it exists.
  bool isCertain = false;

  int64_t getNumLanes() const;
};

/// Returns the group of one access; nothing for other operations.
std::optional<ElementGroup> getGroup(mlir::Operation *access);

bool isSameGroup(const ElementGroup &lhs, const ElementGroup &rhs);

/// Returns true if no lane of one is a lane of the other.
bool areDisjoint(const ElementGroup &lhs, const ElementGroup &rhs);

/// Returns the groups of `array` in `loop`, no two of which overlap; none if
/// they cannot be kept in registers.
std::vector<ElementGroup> findGroups(mlir::affine::AffineForOp loop,
                                     mlir::Value array);

} // namespace sa

#endif // SA_LIB_DIALECT_SA_TRANSFORMS_LOOPS_ELEMENTGROUPS_H
