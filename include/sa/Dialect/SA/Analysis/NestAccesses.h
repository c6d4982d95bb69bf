// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest does to memory, as integer mathematics. The points of the nest
// are integer vectors (i, j, …) in a box; every load, store and accumulation
// touches the element `map(i, j, …)` of its array, where `map` is affine. The
// sizes that are known only at run time are symbols, the same symbol wherever
// the same size is meant:
//
//   sa.nest (%i, %k) to (%m, 32)      bounds    [s0, 32]
//     sa.load %A[%i, %k]              access    (d0, d1)[s0] -> (d0, d1)
//     sa.load %A[%i, 31 - %k]         access    (d0, d1)[s0] -> (d0, -d1 + 31)
//
// Questions about the nest ("can this index leave the array?", "can two points
// touch the same element?") become questions whether a set of integer points is
// empty, which MLIR's Presburger library answers exactly.

#ifndef SA_DIALECT_SA_ANALYSIS_NESTACCESSES_H
#define SA_DIALECT_SA_ANALYSIS_NESTACCESSES_H

#include "mlir/IR/AffineMap.h"
#include "sa/Dialect/SA/Analysis/AffineRange.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace mlir {
class FlatLinearConstraints;
namespace affine {
class AffineApplyOp;
} // namespace affine
} // namespace mlir

namespace sa {

/// One load, store or accumulation.
struct Access {
  mlir::Operation *op;
  mlir::Value array;
  /// From the nest's indices and symbols to the index vector.
  mlir::AffineMap map;
  bool writes;
};

/// The points of a nest and its accesses, in the order of the program.
class NestAccesses {
public:
  /// Fails, with a diagnostic at the access, when an index is not an affine
  /// function of the nest's indices and the run-time sizes.
  static mlir::FailureOr<NestAccesses> get(NestOp nest);

  NestOp getNest() const { return nest; }
  llvm::ArrayRef<Access> getAccesses() const { return accesses; }
  unsigned getRank() const { return bounds.size(); }
  unsigned getNumSymbols() const { return symbols.size(); }

  /// The name of a symbol, for messages.
  llvm::StringRef getSymbolName(unsigned position) const {
    return symbols[position].name;
  }

  /// The size of dimension `dim` of an access' array, as an expression of the
  /// symbols.
  mlir::AffineExpr getArraySize(const Access &access, unsigned dim) const;

  /// Constrains the `getRank()` dimensions that start at `firstDim` to the
  /// points of the nest. The symbols of `constraints` are the nest's.
  void addPoints(mlir::FlatLinearConstraints &constraints,
                 unsigned firstDim) const;

private:
  explicit NestAccesses(NestOp nest) : nest(nest) {}

  /// An index value as an affine expression, or null.
  mlir::AffineExpr getExpr(mlir::Value value, unsigned depth = 0);
  mlir::AffineExpr computeExpr(mlir::Value value, unsigned depth);
  mlir::AffineExpr computeApply(mlir::affine::AffineApplyOp op, unsigned depth);
  /// Between which numbers an expression of the indices and symbols lies.
  std::optional<AffineRange> getRange(mlir::AffineExpr expr) const;
  mlir::AffineExpr getSymbol(llvm::StringRef name, bool isSize);
  /// The position of a symbol, or that of the next one when there is none.
  unsigned findSymbol(llvm::StringRef name) const;

  /// A number that is known when the function is called.
  struct Symbol {
    std::string name;
    /// Sizes are not negative; scalar arguments may be.
    bool isSize;
  };

  NestOp nest;
  llvm::SmallVector<Symbol> symbols;
  llvm::SmallVector<mlir::AffineExpr> bounds;
  llvm::SmallVector<Access> accesses;
  /// What `getExpr` has found; expressions may share their parts.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_NESTACCESSES_H
