// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Flow/Coverage.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "sa/Dialect/SA/Analysis/Affine/AffineFactor.h"

using namespace mlir;
using namespace sa;

using Exprs = SmallVector<AffineExpr>;

FailureOr<FunctionAccesses> FunctionAccesses::get(FuncOp func) {
  FunctionAccesses result;
  WalkResult walk = func.walk<WalkOrder::PreOrder>([&](NestOp op) {
    FailureOr<NestAccesses> nest = NestAccesses::get(op);
    if (failed(nest))
      return WalkResult::interrupt();
    result.nests.push_back(std::move(*nest));
    return WalkResult::skip();
  });
  if (walk.wasInterrupted())
    return failure();
  for (const NestAccesses &nest : result.nests)
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (!llvm::is_contained(result.symbols, nest.getSymbolName(i)))
        result.symbols.push_back(nest.getSymbolName(i));
  return result;
}

AffineExpr FunctionAccesses::align(const NestAccesses &nest,
                                   AffineExpr expr) const {
  Exprs replacements;
  for (unsigned i = 0; i < nest.getNumSymbols(); ++i) {
    auto *found = llvm::find(symbols, nest.getSymbolName(i));
    replacements.push_back(
        getAffineSymbolExpr(found - symbols.begin(), expr.getContext()));
  }
  return expr.replaceSymbols(replacements);
}

PointSet FunctionAccesses::makeSet(unsigned numDims) const {
  PointSet set(numDims, symbols.size());
  for (const NestAccesses &nest : nests)
    for (unsigned i = 0; i < nest.getNumSymbols(); ++i)
      if (nest.isSize(i)) {
        auto *found = llvm::find(symbols, nest.getSymbolName(i));
        set.addBound(presburger::BoundType::LB,
                     numDims + (found - symbols.begin()), 0);
      }
  for (const NestAccesses &nest : nests)
    for (AffineExpr fact : nest.getFacts())
      (void)set.keepNonNegative(align(nest, fact));
  return set;
}

FunctionAccesses::Witness FunctionAccesses::findWitness(
    const NestAccesses &writer, const Access &write, ArrayRef<AffineExpr> index,
    ArrayRef<AffineExpr> guess, AffineExpr tight) const {
  unsigned rank = write.map.getNumDims(), numSymbols = symbols.size();
  MLIRContext *context = writer.getNest().getContext();
  Exprs point(rank);
  // The dimensions of the writer stand behind a gap, so that they do not get
  // mixed up with those of the reader.
  constexpr unsigned gap = 1024;
  Exprs results;
  for (AffineExpr result : write.map.getResults())
    results.push_back(align(writer, result).shiftDims(rank, gap));
  auto replaceKnown = [&](AffineExpr expr) {
    for (unsigned dim = 0; dim < rank; ++dim)
      if (point[dim])
        expr = expr.replace(getAffineDimExpr(gap + dim, context), point[dim]);
    return expr;
  };

  // 1. Solve index = results for the writer's point, one index at a time.
  for (bool progress = true; progress;) {
    progress = false;
    for (auto [result, target] : llvm::zip_equal(results, index)) {
      AffineExpr expr = replaceKnown(result);
      SmallVector<unsigned> unknown;
      for (unsigned dim = 0; dim < rank; ++dim)
        if (expr.isFunctionOfDim(gap + dim))
          unknown.push_back(dim);
      if (unknown.size() != 1)
        continue;
      unsigned dim = unknown.front();
      auto factor = getAffineFactor(expr, gap + dim, gap + rank, numSymbols);
      if (!factor || *factor == 0)
        continue;
      AffineExpr rest = expr.replace(getAffineDimExpr(gap + dim, context),
                                     getAffineConstantExpr(0, context));
      AffineExpr times = *factor > 0 ? target - rest : rest - target;
      point[dim] = times.floorDiv(std::abs(*factor));
      progress = true;
    }
  }
  // 2. What the element does not say is free to choose: at the edge of a
  // constraint, or as guessed.
  auto getEdge = [&](unsigned dim) -> AffineExpr {
    if (!tight)
      return {};
    AffineExpr edge = replaceKnown(align(writer, tight).shiftDims(rank, gap));
    auto factor = getAffineFactor(edge, gap + dim, gap + rank, numSymbols);
    AffineExpr rest = edge.replace(getAffineDimExpr(gap + dim, context),
                                   getAffineConstantExpr(0, context));
    for (unsigned other = 0; other < rank; ++other)
      if (rest.isFunctionOfDim(gap + other))
        return {};
    if (!factor || std::abs(*factor) != 1)
      return {};
    return *factor > 0 ? -rest : rest;
  };
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (point[dim])
      continue;
    if (AffineExpr edge = getEdge(dim))
      point[dim] = edge;
    else if (dim < guess.size())
      point[dim] = guess[dim];
    else
      point[dim] =
          replaceKnown(align(writer, write.starts[dim - writer.getRank()])
                           .shiftDims(rank, gap));
  }

  // 3. The point must exist and touch the element.
  Witness witness{point, {}};
  auto require = [&](AffineExpr expr) {
    witness.condition.push_back(replaceKnown(expr));
  };
  for (auto [dim, size] : llvm::enumerate(writer.getSizes())) {
    require(point[dim]);
    require(align(writer, size) - point[dim] - 1);
  }
  for (AffineExpr constraint : llvm::concat<const AffineExpr>(
           writer.getConstraints(), write.constraints))
    require(align(writer, constraint).shiftDims(rank, gap));
  for (auto [result, target] : llvm::zip_equal(results, index)) {
    require(result - target);
    require(target - result);
  }
  return witness;
}

/// Finds a point of `set` at which none of `conditions` holds. `budget` bounds
/// the work; when it is used up, any point will do.
static std::optional<SmallVector<int64_t>>
findUncovered(PointSet set, ArrayRef<SmallVector<AffineExpr>> conditions,
              unsigned &budget) {
  auto sample = set.findIntegerSample();
  if (!sample)
    return std::nullopt;
  if (conditions.empty() || budget == 0)
    return llvm::map_to_vector(*sample, [](const llvm::DynamicAPInt &value) {
      return static_cast<int64_t>(value);
    });
  --budget;
  for (AffineExpr expr : conditions.front()) {
    // The points where this is the first part that fails.
    PointSet fails = set;
    if (failed(fails.keepNonNegative(-expr - 1)) ||
        failed(set.keepNonNegative(expr)))
      return findUncovered(set, conditions.drop_front(), budget);
    if (auto found = findUncovered(fails, conditions.drop_front(), budget))
      return found;
  }
  return std::nullopt;
}

/// How many sets are looked at for one access.
static constexpr unsigned maxSets = 2000;

/// The constraints at whose edges a write is looked for: none first, then those
/// that may keep it from the origin.
static Exprs getEdges(const NestAccesses &nest) {
  Exprs edges = {AffineExpr()};
  llvm::append_range(edges, nest.getConstraints());
  return edges;
}

/// True when `first`, if it happens in an iteration of the loops around both,
/// happens before `second` does.
static bool comesBefore(Operation *first, Operation *second) {
  for (Operation *parent = first; !isa<NestOp>(parent);
       parent = parent->getParentOp())
    if (Operation *other = parent->getBlock()->findAncestorOpInBlock(*second))
      return parent != other && parent->isBeforeInBlock(other);
  return false;
}

/// How many loops of the body are around both.
static unsigned getNumCommon(const BodyPosition &first,
                             const BodyPosition &second) {
  auto [end, unused] = std::mismatch(first.loops.begin(), first.loops.end(),
                                     second.loops.begin(), second.loops.end());
  return end - first.loops.begin();
}

/// Returns true when one of the variables of a place is a number of which only
/// the range is known, as one from data.
static bool choosesByData(ArrayRef<Operation *> variables) {
  return !llvm::all_of(variables, llvm::IsaPred<affine::AffineForOp>);
}

std::optional<SmallVector<int64_t>>
FunctionAccesses::findEarlyRead(unsigned position, const Access &read) const {
  const NestAccesses &nest = nests[position];
  MLIRContext *context = nest.getNest().getContext();
  unsigned rank = nest.getRank(), numSymbols = symbols.size();
  unsigned numDims = rank + read.getNumInner();
  Exprs index, here;
  for (AffineExpr result : read.map.getResults())
    index.push_back(align(nest, result));
  for (unsigned dim = 0; dim < numDims; ++dim)
    here.push_back(getAffineDimExpr(dim, context));

  SmallVector<Condition> conditions;
  auto add = [&](Condition condition) {
    // What always holds needs no case, and what never holds is no condition.
    Condition kept;
    for (AffineExpr expr : condition) {
      expr = simplifyAffineExpr(expr, numDims, numSymbols);
      auto constant = dyn_cast<AffineConstantExpr>(expr);
      if (constant && constant.getValue() < 0)
        return;
      if (!constant)
        kept.push_back(expr);
    }
    conditions.push_back(kept);
  };
  for (unsigned i = 0; i <= position; ++i) {
    // A nest in a loop that does not run, or in another round, writes nothing.
    NestOp writer = nests[i].getNest();
    if (!writer->getBlock()->findAncestorOpInBlock(*nest.getNest()))
      continue;
    for (const Access &write : nests[i].getAccesses()) {
      if (write.array != read.array || !write.writes)
        continue;
      // What need not happen has happened where it stands on the way to the
      // read, at the same point and in the same iterations.
      bool isOnTheWay = i == position && comesBefore(write.op, read.op) &&
                        write.op->getBlock()->findAncestorOpInBlock(*read.op);
      if (!write.isCertain && !isOnTheWay)
        continue;
      // Which element other data chose, nobody knows.
      if (choosesByData(
              ArrayRef(write.loops).drop_front(getNumCommon(write, read))))
        continue;
      Exprs origin(nests[i].getRank(), getAffineConstantExpr(0, context));
      if (i != position) {
        for (AffineExpr tight : getEdges(nests[i]))
          add(findWitness(nests[i], write, index, origin, tight).condition);
        continue;
      }
      // In one nest the write comes first at an earlier point, or at the same
      // one when it stands before the read; the iterations of loops around both
      // go on where points end.
      unsigned numCommon = rank + getNumCommon(write, read);
      Exprs same(here.begin(), here.begin() + numCommon);
      SmallVector<std::pair<Exprs, AffineExpr>> guesses = {{same, {}}};
      for (AffineExpr tight : getEdges(nest))
        guesses.push_back({origin, tight});
      for (const auto &[guess, tight] : guesses) {
        Witness witness = findWitness(nest, write, index, guess, tight);
        Condition condition = witness.condition;
        for (unsigned depth = 0; depth < numCommon; ++depth) {
          AffineExpr distance = here[depth] - witness.point[depth];
          Condition earlier = condition;
          earlier.push_back(distance - 1);
          if (write.isCertain)
            add(earlier);
          condition.push_back(distance);
          condition.push_back(-distance);
        }
        if (comesBefore(write.op, read.op))
          add(condition);
      }
    }
  }

  PointSet points = makeSet(numDims);
  for (auto [dim, size] : llvm::enumerate(nest.getSizes())) {
    (void)points.keepNonNegative(here[dim]);
    (void)points.keepNonNegative(align(nest, size) - here[dim] - 1);
  }
  for (AffineExpr constraint :
       llvm::concat<const AffineExpr>(nest.getConstraints(), read.constraints))
    (void)points.keepNonNegative(align(nest, constraint));
  unsigned budget = maxSets;
  return findUncovered(points, conditions, budget);
}

/// The largest number of accesses to compare with each other: clearing is
/// cheap.
static constexpr unsigned maxAccesses = 64;

bool FunctionAccesses::isWrittenFirst(Value array) const {
  unsigned numAccesses = 0;
  for (const NestAccesses &nest : nests)
    numAccesses +=
        llvm::count_if(nest.getAccesses(), [&](const Access &access) {
          return access.array == array;
        });
  if (numAccesses > maxAccesses)
    return false;
  for (unsigned i = 0; i < nests.size(); ++i)
    for (const Access &access : nests[i].getAccesses())
      if (access.array == array && access.reads() && findEarlyRead(i, access))
        return false;
  return true;
}

bool FunctionAccesses::isFilled(Value array) const {
  auto type = cast<ArrayType>(array.getType());
  MLIRContext *context = type.getContext();
  PointSet elements = makeSet(type.getRank());
  Exprs index;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    index.push_back(getAffineDimExpr(dim, context));
    AffineExpr size = getAffineConstantExpr(type.getShape()[dim], context);
    if (type.getShape()[dim] == ShapedType::kDynamic) {
      auto *found = llvm::find(symbols, getSizeName(array, dim));
      if (found == symbols.end())
        return false;
      size = getAffineSymbolExpr(found - symbols.begin(), context);
    }
    (void)elements.keepNonNegative(index.back());
    (void)elements.keepNonNegative(size - index.back() - 1);
  }
  for (AffineExpr constraint : type.getDomainConstraints())
    (void)elements.keepNonNegative(constraint);

  SmallVector<Condition> conditions;
  for (const NestAccesses &nest : nests) {
    // A loop need not have a round.
    if (!isa<FuncOp>(nest.getNest()->getParentOp()))
      continue;
    for (const Access &access : nest.getAccesses())
      if (access.array == array && access.writes && access.isCertain) {
        Exprs origin(nest.getRank(), getAffineConstantExpr(0, context));
        for (AffineExpr tight : getEdges(nest))
          conditions.push_back(
              findWitness(nest, access, index, origin, tight).condition);
      }
  }
  unsigned budget = maxSets;
  return !findUncovered(elements, conditions, budget);
}
