// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest does to memory, as integer mathematics. The points of the nest
// are integer vectors (i, j, …) in a box, less what its `where` excludes; every
// load, store and accumulation
// touches the element `map(i, j, …)` of its array, where `map` is affine. The
// sizes that are known only at run time are symbols, the same symbol wherever
// the same size is meant:
//
//   sa.nest (%i, %k) to (%m, 32)      sizes     [s0, 32]
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
#include "sa/Dialect/SA/Analysis/PointSet.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace mlir::affine {
class AffineApplyOp;
} // namespace mlir::affine

namespace sa {

/// One load, store or accumulation.
struct Access {
  mlir::Operation *op;
  mlir::Value array;
  /// From the nest's indices and symbols to the index vector.
  mlir::AffineMap map;
  bool writes;

  /// Loads read, and so do accumulations, which write as well.
  bool reads() const { return !mlir::isa<StoreOp>(op); }
};

/// A promise that an index stays inside a size (`sa.bound`).
struct Bound {
  BoundOp op;
  mlir::AffineExpr index, size;
};

/// The points of a nest and its accesses, in the order of the program.
class NestAccesses {
public:
  /// Fails, with a diagnostic at the access, when an index is not an affine
  /// function of the nest's indices and the run-time sizes.
  static mlir::FailureOr<NestAccesses> get(NestOp nest);

  NestOp getNest() const { return nest; }
  llvm::ArrayRef<Access> getAccesses() const { return accesses; }
  llvm::ArrayRef<Bound> getBounds() const { return promises; }
  unsigned getRank() const { return sizes.size(); }
  /// The sizes of the indices, as expressions of the symbols.
  llvm::ArrayRef<mlir::AffineExpr> getSizes() const { return sizes; }
  /// What `where` says: expressions that are not negative at the points.
  llvm::ArrayRef<mlir::AffineExpr> getConstraints() const {
    return constraints;
  }

  /// Gives both nests, which are of one function, the symbols of both in one
  /// order, so that their points and accesses can be compared.
  void unifySymbols(NestAccesses &other);
  /// True when both nests are given the same sizes and constraints. Their
  /// symbols are unified.
  bool hasSamePoints(const NestAccesses &other) const {
    return sizes == other.sizes && constraints == other.constraints;
  }

  unsigned getNumSymbols() const { return symbols.size(); }

  /// The name of a symbol, for messages.
  llvm::StringRef getSymbolName(unsigned position) const {
    return symbols[position].name;
  }

  /// True for a symbol that is a size, and therefore not negative.
  bool isSize(unsigned position) const { return symbols[position].isSize(); }

  /// The size of dimension `dim` of an access' array, as an expression of the
  /// symbols.
  mlir::AffineExpr getArraySize(const Access &access, unsigned dim) const;

  /// Where in an array's storage an access goes, or null when that is not an
  /// affine function of the indices and symbols.
  mlir::AffineExpr getOffset(const Access &access) const;

  /// Constrains the `getRank()` dimensions that start at `firstDim` to the
  /// points of the nest. The symbols of `set` are the nest's.
  void addPoints(PointSet &set, unsigned firstDim) const;

  /// A value for each symbol, made with `builder` in the function.
  llvm::SmallVector<mlir::Value> getSymbolValues(mlir::OpBuilder &builder,
                                                 mlir::Location loc) const;

private:
  /// A number that is known when the function is called.
  struct Symbol {
    std::string name;
    /// A scalar, or the array and the dimension that have this size.
    mlir::Value value;
    std::optional<unsigned> dim;

    /// Sizes are not negative; scalar arguments may be.
    bool isSize() const { return dim.has_value(); }
  };

  explicit NestAccesses(NestOp nest) : nest(nest) {}

  /// An index value as an affine expression, or null.
  mlir::AffineExpr getExpr(mlir::Value value, unsigned depth = 0);
  mlir::AffineExpr computeExpr(mlir::Value value, unsigned depth);
  mlir::AffineExpr computeApply(mlir::affine::AffineApplyOp op, unsigned depth);
  /// Between which numbers an expression of the indices and symbols lies.
  std::optional<AffineRange> getRange(mlir::AffineExpr expr) const;
  mlir::LogicalResult collectSpace();
  mlir::LogicalResult collectAccesses();
  mlir::AffineExpr getSymbol(llvm::StringRef name, mlir::Value value,
                             std::optional<unsigned> dim);
  /// Renumbers the symbols: the one at position p becomes `to[p]`, one of
  /// `newSymbols`.
  void replaceSymbols(llvm::ArrayRef<mlir::AffineExpr> to,
                      llvm::ArrayRef<Symbol> newSymbols);
  /// The position of a symbol, or that of the next one when there is none.
  unsigned findSymbol(llvm::StringRef name) const;

  NestOp nest;
  llvm::SmallVector<Symbol> symbols;
  llvm::SmallVector<mlir::AffineExpr> sizes, constraints;
  llvm::SmallVector<Access> accesses;
  llvm::SmallVector<Bound> promises;
  /// What `getExpr` has found; expressions may share their parts.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_NESTACCESSES_H
