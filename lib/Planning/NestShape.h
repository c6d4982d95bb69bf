// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest as the choice of plans sees it: how far each access moves when an
// index grows by one, which indices are parallel, and how large they are.
//
//   C[i, j] += A[i, k] * B[k, j]    row-major, 64 x 32 x 16
//
//          i    j    k
//     C   32    1    0
//     A   16    0    1
//     B    0    1   32

#ifndef SA_LIB_PLANNING_NESTSHAPE_H
#define SA_LIB_PLANNING_NESTSHAPE_H

#include "CostModel.h"
#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// One access, in numbers.
struct AccessShape {
  mlir::Value array;
  bool reads, writes, accumulates;
  int64_t elementBytes;
  /// For each index of the nest by how many elements the access moves; nothing
  /// if that differs from point to point. A size that is not known counts as a
  /// large number.
  llvm::SmallVector<std::optional<int64_t>> strides;
  /// For each index the number of iterations, a power of two, after a multiple
  /// of which the access moves by one element with each of them: 16 for the
  /// columns of blocks of 16 x 16. The choice of lanes relies on it, and no
  /// proof.
  llvm::SmallVector<int64_t> runs;

  bool isIn(unsigned index) const { return strides[index] != 0; }
  /// Returns true if the lanes of a vector over the index access neighbours, or
  /// all the same element.
  bool isContiguous(unsigned index) const {
    return strides[index] == 0 || strides[index] == 1;
  }
};

struct NestShape {
  NestOp nest;
  llvm::SmallVector<Size> sizes;
  llvm::SmallVector<bool> parallel;
  llvm::SmallVector<AccessShape> accesses;
  bool isConstrained = false;
  /// True if conditions on indices of a sum set its result before it, or change
  /// it afterwards. `accesses` are those of the sum.
  bool hasEnds = false;

  unsigned getRank() const { return sizes.size(); }
  /// Returns true if a size is only known at run time.
  bool isOpen() const {
    return llvm::any_of(sizes, [](Size size) { return !size; });
  }
  /// Returns how many points there are; a size that is not known counts as a
  /// large number.
  double countPoints() const;
  /// Returns the number of points in one iteration of the index.
  double countPointsIn(unsigned index) const;
};

/// Returns the shape of a nest. Fails, with the reason in `obstacle`, for
/// bodies with loops, conditions or variables, and for accesses that are not
/// affine.
mlir::FailureOr<NestShape> getShape(NestOp nest, std::string &obstacle);

} // namespace sa

#endif // SA_LIB_PLANNING_NESTSHAPE_H
