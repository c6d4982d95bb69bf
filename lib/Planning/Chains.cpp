// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds chains. The nests of a softmax, for example:
//
//   M[i] = max X[i, j]        E[i, j] = exp(X[i, j] - M[i]), S[i] += E[i, j]
//   Y[i, j] = E[i, j] / S[i]
//
// Each array that one of them writes and another one accesses has a dimension
// whose subscript is the row in both: `i` here.

#include "Chains.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "sa-choose-plans"

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numAnalyzed, "Nests analyzed for chains");

SmallVector<unsigned> ChainMember::getDepth() const {
  SmallVector<unsigned> depth;
  for (unsigned index = 0; index < shape.getRank(); ++index)
    if (!getResult().isIn(index))
      depth.push_back(index);
  return depth;
}

const AccessShape &ChainMember::getResult() const {
  return *llvm::find_if(
      shape.accesses, [](const AccessShape &access) { return access.writes; });
}

/// Returns the dimensions of an array in which each access of a nest to it has
/// the index `row` as its subscript; nothing if the nest does not access it.
static std::optional<SmallVector<unsigned>>
getRowDims(const ChainMember &member, Value array, unsigned row) {
  std::optional<SmallVector<unsigned>> dims;
  for (const Access &access : member.accesses.getAccesses()) {
    if (access.array != array)
      continue;
    SmallVector<unsigned> here;
    for (auto [dim, expr] : llvm::enumerate(access.map.getResults()))
      if (expr == getAffineDimExpr(row, expr.getContext()))
        here.push_back(dim);
    if (!dims)
      dims = here;
    else
      llvm::erase_if(
          *dims, [&](unsigned dim) { return !llvm::is_contained(here, dim); });
  }
  return dims;
}

static bool writes(const ChainMember &member, Value array) {
  return llvm::any_of(member.shape.accesses, [&](const AccessShape &access) {
    return access.array == array && access.writes;
  });
}

/// Returns the arrays of a nest, each once.
static SmallVector<Value> getArrays(const ChainMember &member) {
  llvm::SmallSetVector<Value, 8> arrays;
  for (const AccessShape &access : member.shape.accesses)
    arrays.insert(access.array);
  return arrays.takeVector();
}

/// Returns true if one row of `first` and one of `second` need nothing of the
/// other rows of each other. Sets `isLinked` if they share an array.
static bool shareRows(const ChainMember &first, const ChainMember &second,
                      bool &isLinked) {
  for (Value array : getArrays(second)) {
    auto mine = getRowDims(first, array, first.row);
    if (!mine || (!writes(first, array) && !writes(second, array)))
      continue;
    auto theirs = getRowDims(second, array, second.row);
    if (llvm::none_of(*mine, [&](unsigned dim) {
          return llvm::is_contained(*theirs, dim);
        }))
      return false;
    isLinked = true;
  }
  return true;
}

/// Finds the lanes of a contraction over rows and columns.
static bool findProduct(ChainMember &member) {
  const NestShape &shape = member.shape;
  const AccessShape *result = nullptr;
  for (const AccessShape &access : shape.accesses) {
    if (!access.writes)
      continue;
    if (!access.accumulates || result)
      return false;
    result = &access;
  }
  if (!result || !result->isIn(member.row))
    return false;
  std::optional<unsigned> column;
  SmallVector<unsigned> others;
  unsigned numDepth = 0;
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    numDepth += !result->isIn(index);
    if (index == member.row || !result->isIn(index))
      continue;
    if (!shape.parallel[index])
      return false;
    if (result->strides[index] != 1)
      others.push_back(index);
    else if (column)
      return false;
    else
      column = index;
  }
  if (!column || numDepth == 0)
    return false;
  // Of several indices, the row is one over which columns are shared.
  bool sharesColumns =
      llvm::any_of(shape.accesses, [&](const AccessShape &access) {
        return !access.writes && access.isIn(*column) &&
               !access.isIn(member.row);
      });
  constexpr int64_t leastRows = 4;
  if (!others.empty() && (!sharesColumns || shape.sizes[member.row].value_or(
                                                leastRows) < leastRows))
    return false;
  for (const AccessShape &access : shape.accesses) {
    if (access.writes)
      continue;
    if (access.array == result->array)
      return false;
    if (!access.isContiguous(*column)) {
      // A copy of it, made once for all rows, is not.
      if (access.isIn(member.row) || numDepth != 1 ||
          cast<ArrayType>(access.array.getType()).getRank() != 2)
        return false;
      member.strided.push_back(access.array);
    }
  }
  member.lane = column;
  member.others = others;
  member.isProduct = true;
  return true;
}

/// Finds the lanes of a nest: what it accesses lies side by side.
static bool findLane(ChainMember &member, const CostModel &model) {
  const NestShape &shape = member.shape;
  if (shape.getRank() == 1)
    return true;
  if (findProduct(member))
    return true;
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    bool isLane = index != member.row;
    bool isRead = false;
    int64_t bytes = 1;
    for (const AccessShape &access : shape.accesses) {
      isLane &= access.isContiguous(index);
      isRead |= access.strides[index] == 1;
      bytes = std::max(bytes, access.elementBytes);
    }
    int64_t lanes = model.getLanes(bytes);
    if (isLane && isRead && shape.sizes[index].value_or(lanes) >= lanes)
      member.lane = index;
  }
  return member.lane.has_value();
}

/// Returns true if nothing between two nests has an effect.
static bool areNeighbours(NestOp first, NestOp second) {
  for (Operation *op = first->getNextNode(); op && op != second;
       op = op->getNextNode())
    if (!isa<PlanOp, TempOp, DimOp>(op) && !isMemoryEffectFree(op))
      return false;
  return true;
}

namespace {
/// The nests that may be part of a chain, each analyzed when a chain gets that
/// far: most end early.
class Members {
public:
  explicit Members(ArrayRef<NestOp> nests) : nests(nests) {}

  /// Returns the member `number`, after those before it; null where no chain
  /// goes on.
  const ChainMember *get(size_t number) {
    if (number == members.size() && !isComplete)
      isComplete = !analyze();
    return number < members.size() ? &members[number] : nullptr;
  }

private:
  bool analyze();

  ArrayRef<NestOp> nests;
  std::vector<ChainMember> members;
  bool isComplete = false;
};
} // namespace

bool Members::analyze() {
  if (members.size() == nests.size())
    return false;
  NestOp nest = nests[members.size()];
  if (!members.empty() && !areNeighbours(members.back().shape.nest, nest))
    return false;
  ++numAnalyzed;
  std::string obstacle;
  FailureOr<NestShape> shape = getShape(nest, obstacle);
  if (failed(shape) || shape->isConstrained || shape->hasEnds)
    return false;
  FailureOr<NestAccesses> accesses = NestAccesses::get(nest);
  if (failed(accesses))
    return false;
  members.emplace_back(std::move(*shape), std::move(*accesses));
  return true;
}

/// Returns the chain that begins with the index `row` of the first nest.
static Chain findChain(Members &members, unsigned row, const CostModel &model) {
  Chain chain;
  while (const ChainMember *next = members.get(chain.size())) {
    bool isAdded = false;
    for (unsigned index = 0; index < next->shape.getRank() && !isAdded;
         ++index) {
      if (!next->shape.parallel[index] || (chain.empty() && index != row))
        continue;
      if (!chain.empty() &&
          chain.front().shape.sizes[row] != next->shape.sizes[index])
        continue;
      ChainMember added = *next;
      added.row = index;
      bool isLinked = chain.empty();
      isAdded = llvm::all_of(chain, [&](const ChainMember &member) {
        return shareRows(member, added, isLinked);
      });
      isAdded &= isLinked && findLane(added, model);
      if (isAdded)
        chain.push_back(std::move(added));
    }
    if (!isAdded)
      break;
  }
  return chain;
}

Chain sa::findChain(ArrayRef<NestOp> nests, const CostModel &model) {
  Members members(nests);
  Chain best;
  const ChainMember *first = members.get(0);
  if (!first)
    return best;
  auto countProducts = [](const Chain &chain) {
    return llvm::count_if(
        chain, [](const ChainMember &member) { return member.isProduct; });
  };
  for (unsigned row = 0, rank = first->shape.getRank(); row < rank; ++row) {
    Chain chain = ::findChain(members, row, model);
    if (chain.size() < 2 || chain.size() < best.size())
      continue;
    if (chain.size() > best.size() ||
        countProducts(chain) > countProducts(best))
      best = std::move(chain);
  }
  return best;
}
