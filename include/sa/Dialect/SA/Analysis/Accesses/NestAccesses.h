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
// A body may have loops and conditions of its own. The indices of the loops
// around an access are further dimensions of its map, after those of the nest,
// and what the bounds of the loops and the conditions say are constraints on
// all of these dimensions:
//
//   affine.for %k = 0 to %i           access    (d0, d1, d2) -> (d2)
//     sa.load %B[%k]                  where     d2 >= 0, d0 - d2 - 1 >= 0
//
// A condition that is a union of such sets (`i != 0`) gives one access for each
// of them, with the same operation. A condition on data says nothing: what it
// guards may happen anywhere, but need not.
//
// A subscript with a minimum, a maximum or an index that is extended outside of
// a size also gives one access for each case (NestChoices.cpp). A number of
// which only the range is known is a dimension, as the index of a loop is.
// A number that data chooses, the result of `sa.checked_index` for example, is
// a dimension as the index of a loop is, between the bounds that are known: two
// accesses to elements that data chooses may touch the same one at any two
// points.
//
//   %b = sa.checked_index %v to %n   access    (d0, d1)[s0] -> (d1)
//     sa.load %H[%b]                 where     d1 >= 0, s0 - d1 - 1 >= 0
//
// Questions about the nest ("can this index leave the array?", "can two points
// touch the same element?") become questions whether a set of integer points is
// empty, which MLIR's Presburger library answers exactly.

#ifndef SA_DIALECT_SA_ANALYSIS_ACCESSES_NESTACCESSES_H
#define SA_DIALECT_SA_ANALYSIS_ACCESSES_NESTACCESSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineRange.h"
#include "sa/Dialect/SA/Analysis/Affine/PointSet.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::affine {
class AffineApplyOp;
class AffineForOp;
class AffineIfOp;
} // namespace mlir::affine

namespace sa {

/// Where something stands in a body: in which loops, under which conditions.
struct BodyPosition {
  /// The `affine.for` loops of the body around it, outermost first, the
  /// operations that read or check numbers which it depends on, and then those
  /// of its subscripts that give any number of a range.
  llvm::SmallVector<mlir::Operation *, 2> loops;
  /// Where each of them starts.
  llvm::SmallVector<mlir::AffineExpr, 2> starts;
  /// Expressions of the nest's indices and, after them, those of the loops,
  /// that are not negative where it happens.
  llvm::SmallVector<mlir::AffineExpr, 2> constraints;
  /// Expressions that are never negative where it happens: assumptions, and the
  /// bounds of what data chooses. They do not say whether it happens.
  llvm::SmallVector<mlir::AffineExpr, 2> facts;
  /// False when it does not have to happen where the constraints hold.
  bool isCertain = true;
  /// Where an index is extended to a size that is not positive, that size: no
  /// element is there. Null elsewhere.
  mlir::AffineExpr emptySize;

  unsigned getNumInner() const { return loops.size(); }
  /// True when it happens once at every point of the nest.
  bool isPlain() const {
    return loops.empty() && constraints.empty() && isCertain;
  }
};

/// One load, store or accumulation.
struct Access : BodyPosition {
  Access(BodyPosition place, mlir::Operation *op, mlir::Value array,
         bool writes)
      : BodyPosition(std::move(place)), op(op), array(array), writes(writes) {}

  mlir::Operation *op;
  mlir::Value array;
  /// From the indices of the nest, those of the loops around it and the symbols
  /// to the index vector.
  mlir::AffineMap map;
  bool writes;

  /// Loads read, and so do accumulations, which write as well.
  bool reads() const { return !mlir::isa<StoreOp>(op); }
};

/// A promise that an index stays inside a size (`sa.bound`).
struct Bound : BodyPosition {
  Bound(BodyPosition place, BoundOp op, mlir::AffineExpr index,
        mlir::AffineExpr size)
      : BodyPosition(std::move(place)), op(op), index(index), size(size) {}

  BoundOp op;
  mlir::AffineExpr index, size;
};

/// A number that is checked on the device (`sa.checked_index`). The value is
/// null if it is not understood.
struct CheckedNumber : BodyPosition {
  CheckedNumber(BodyPosition place, CheckedIndexOp op, mlir::AffineExpr value,
                mlir::AffineExpr size)
      : BodyPosition(std::move(place)), op(op), value(value), size(size) {}

  CheckedIndexOp op;
  mlir::AffineExpr value, size;
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
  llvm::ArrayRef<CheckedNumber> getChecks() const { return checks; }
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

  /// What else is known of the symbols: expressions of them that are not
  /// negative.
  llvm::ArrayRef<mlir::AffineExpr> getFacts() const { return facts; }

  /// True for a symbol that is a size or the index of a round, and therefore
  /// not negative.
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
  /// The same, and constrains the dimensions that start at `firstInner` to the
  /// iterations of the loops around `place`, at the points where it happens.
  void addPoints(PointSet &set, unsigned firstDim, const BodyPosition &place,
                 unsigned firstInner) const;
  /// The points where `place` happens: the nest's indices, then the loops'.
  PointSet getPoints(const BodyPosition &place) const;

  /// The name of an index of the nest or, after them, of a loop around `place`.
  llvm::StringRef getDimName(const BodyPosition &place, unsigned dim) const;

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
    /// True for the index of a round and for a size that is an argument.
    bool isCount = false;

    /// Sizes are not negative; scalar arguments may be.
    bool isSize() const { return dim.has_value() || isCount; }
  };

  explicit NestAccesses(NestOp nest) : nest(nest) {}

  /// An index value as an affine expression, or null.
  mlir::AffineExpr getExpr(mlir::Value value, unsigned depth = 0);
  mlir::AffineExpr computeExpr(mlir::Value value, unsigned depth);
  mlir::AffineExpr computeApply(mlir::affine::AffineApplyOp op, unsigned depth);
  /// How many parts an expression has, up to a limit.
  unsigned countParts(mlir::AffineExpr expr);
  /// Between which numbers an expression of the indices and symbols lies.
  std::optional<AffineRange> getRange(mlir::AffineExpr expr) const;
  /// True when a machine computes the value of an expression, which may be
  /// null, without leaving 64 bits.
  bool isExact(mlir::AffineExpr expr) const;
  mlir::LogicalResult collectSpace();
  mlir::LogicalResult collectAccesses();

  /// Constraints that hold together; one case of a condition.
  struct Case {
    llvm::SmallVector<mlir::AffineExpr> constraints;
    bool isCertain = true;
  };
  using Cases = llvm::SmallVector<Case>;
  using Places = llvm::SmallVector<BodyPosition>;
  // In NestOffsets.cpp.
  mlir::LogicalResult collectBlock(mlir::Block &block, Places places);
  mlir::LogicalResult collectLoop(mlir::affine::AffineForOp loop,
                                  const Places &places);
  mlir::LogicalResult collectOp(mlir::Operation *op, const Places &places);
  mlir::LogicalResult collectBound(BoundOp bound, const Places &places);
  /// Adds what a condition that always holds says to `places`.
  void addFacts(Places &places, mlir::Value condition);
  // In DataNumbers.cpp.
  /// Finds the numbers that data chooses and that subscripts and conditions
  /// depend on.
  void findDataNumbers();
  void findDataNumbers(mlir::Value value, bool takesAll, unsigned depth = 0);
  /// Makes variables of those that `value`, a result of `op` or the index of
  /// this loop, is.
  void addDataNumbers(mlir::Operation *op, mlir::Value value, Places &places);
  /// Gives up the variables beyond the first `count`.
  void dropDataNumbers(unsigned count);
  /// Leaves in a place only the variables that `exprs`, or the loops around
  /// it, depend on, and renumbers them in `exprs`, which may be null.
  BodyPosition select(const BodyPosition &place,
                      llvm::MutableArrayRef<mlir::AffineExpr> exprs) const;
  /// The cases in which a truth value is `holds`.
  Cases getCases(mlir::Value condition, bool holds, unsigned depth = 0);
  Cases getCases(mlir::affine::AffineIfOp op, bool holds);
  Cases getComparison(mlir::arith::CmpIPredicate predicate,
                      mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  /// The same for numbers of less than 64 bits.
  Cases getNarrowComparison(mlir::arith::CmpIPredicate predicate,
                            mlir::Value lhs, mlir::Value rhs);
  // In NestChoices.cpp.
  /// One of the expressions that a choice can be.
  struct Alternative {
    /// Null where only the range is known, from `low` to `high`.
    mlir::AffineExpr value;
    /// Not negative where the choice is this one.
    llvm::SmallVector<mlir::AffineExpr, 4> constraints;
    mlir::AffineExpr low, high;
    /// A size that is not positive here, so that there is no element.
    mlir::AffineExpr emptySize;
  };
  llvm::SmallVector<Alternative> getAlternatives(mlir::Operation *choice);
  llvm::SmallVector<Alternative>
  getExtremes(llvm::ArrayRef<mlir::AffineExpr> exprs, bool isMax);
  /// Calls `collect` in each case of what `indices` are computed from, at each
  /// of the places.
  mlir::LogicalResult forEachCase(
      mlir::Operation *access, mlir::ValueRange indices, const Places &places,
      llvm::function_ref<mlir::LogicalResult(const BodyPosition &)> collect);
  /// The places of a branch that is taken in `cases`.
  Places enter(const Places &places, const Cases &cases);
  mlir::AffineExpr getSymbol(llvm::StringRef name, mlir::Value value,
                             std::optional<unsigned> dim, bool isCount = false);
  /// The symbol of a scalar argument or of the index of a round; null for other
  /// values.
  mlir::AffineExpr getScalar(mlir::Value value, unsigned depth);
  /// Renumbers the symbols: the one at position p becomes `to[p]`, one of
  /// `newSymbols`.
  void replaceSymbols(llvm::ArrayRef<mlir::AffineExpr> to,
                      llvm::ArrayRef<Symbol> newSymbols);
  /// The position of a symbol, or that of the next one when there is none.
  unsigned findSymbol(llvm::StringRef name) const;

  NestOp nest;
  llvm::SmallVector<Symbol> symbols;
  llvm::SmallVector<mlir::AffineExpr> sizes, constraints, facts;
  llvm::SmallVector<Access> accesses;
  llvm::SmallVector<Bound> promises;
  llvm::SmallVector<CheckedNumber> checks;
  /// What `getExpr` has found; expressions may share their parts.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
  llvm::DenseMap<mlir::AffineExpr, unsigned> partCounts;
  /// The ranges of the variables of the blocks that are being looked into: the
  /// indices of loops, and numbers that data chooses.
  llvm::SmallVector<AffineRange> innerRanges;
  /// How a number of less than 64 bits becomes one of 64 bits.
  enum class Extension { None, Signed, Unsigned };
  using DataNumber = std::pair<mlir::Value, Extension>;
  /// The numbers that data chooses and that matter.
  llvm::SetVector<DataNumber> dataNumbers;
  /// Where they have been looked for: without and with `takesAll`.
  llvm::DenseSet<mlir::Value> searched[2];
  /// Those that have a variable: its position after the nest's indices, and
  /// expressions that are not negative.
  struct DataVariable {
    DataNumber number;
    unsigned position;
    llvm::SmallVector<mlir::AffineExpr, 2> bounds;
  };
  llvm::SmallVector<DataVariable> dataVariables;
  /// The variable of a number that data chooses, or null.
  mlir::AffineExpr getDataNumber(DataNumber number) const;
  /// The subscripts of the accesses, until all the symbols are known.
  std::vector<llvm::SmallVector<mlir::AffineExpr>> indexVectors;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_ACCESSES_NESTACCESSES_H
