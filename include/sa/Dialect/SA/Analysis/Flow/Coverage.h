// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the elements that one access touches have been written by others.
//
// To show that a read of C[i, j] at a point (i, j, k) follows a write of
// C[p, q] at (p, q), it is enough to name the point that wrote it, (p, q) =
// (i, j), and to ask that this point exists and comes before. That is a
// condition on (i, j, k) alone. A read is *covered* where the condition of at
// least one write holds, and a program is wrong when a point exists at which
// none holds, which is a question about sets that are cut out by affine
// inequalities only. (Differences of sets with quantified variables, which
// would be more general, lose points in MLIR 22.1.8.)

#ifndef SA_DIALECT_SA_ANALYSIS_FLOW_COVERAGE_H
#define SA_DIALECT_SA_ANALYSIS_FLOW_COVERAGE_H

#include "sa/Dialect/SA/Analysis/Accesses/NestAccesses.h"

namespace sa {

/// The nests of a function, with the same symbols everywhere.
class FunctionAccesses {
public:
  /// Fails with a diagnostic when an access is not affine.
  static mlir::FailureOr<FunctionAccesses> get(FuncOp func);

  unsigned getNumNests() const { return nests.size(); }
  const NestAccesses &getNest(unsigned position) const {
    return nests[position];
  }

  /// The names of the sizes and scalars.
  llvm::ArrayRef<llvm::StringRef> getSymbols() const { return symbols; }

  /// Finds a point of nest `position` where `read` is not known to follow a
  /// write of its element: the values of the indices, of those of the loops
  /// around it, and of the symbols.
  std::optional<llvm::SmallVector<int64_t>>
  findEarlyRead(unsigned position, const Access &read) const;

  /// True when each read of a temporary, which only nests access, is known to
  /// follow a write of its element, in the same round of the loops around both.
  bool isWrittenFirst(mlir::Value array) const;

  /// True when every element of `array` is known to be written.
  bool isFilled(mlir::Value array) const;

private:
  /// Affine expressions that are all not negative.
  using Condition = llvm::SmallVector<mlir::AffineExpr>;

  /// `expr` of a nest in the symbols of the function.
  mlir::AffineExpr align(const NestAccesses &nest, mlir::AffineExpr expr) const;
  PointSet makeSet(unsigned numDims) const;

  /// The conditions under which `write` at a certain point touches the element
  /// `index`, an expression for each dimension, and that point exists. The
  /// points are given, too. `guess` is for leading indices that the element
  /// leaves open; where `tight` is a constraint of the writer, the one that it
  /// bounds is at its edge.
  struct Witness {
    llvm::SmallVector<mlir::AffineExpr> point;
    Condition condition;
  };
  Witness findWitness(const NestAccesses &writer, const Access &write,
                      llvm::ArrayRef<mlir::AffineExpr> index,
                      llvm::ArrayRef<mlir::AffineExpr> guess,
                      mlir::AffineExpr tight) const;

  std::vector<NestAccesses> nests;
  llvm::SmallVector<llvm::StringRef> symbols;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_FLOW_COVERAGE_H
