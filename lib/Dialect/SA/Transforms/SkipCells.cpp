// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When lists of cells pay.

#include "SkipPlans.h"
#include "sa/Dialect/SA/Analysis/IndexOrder.h"

using namespace mlir;
using namespace sa;

// Costs in points of the dense nest, measured with benchmarks/constants.py on a
// CPU with AVX2. They are the worst of the sizes that were tried: where the
// dense nest does not fit the caches, lists bring several times more.
/// A point whose position comes from a list that all the lanes share: of a
/// single element, and of a block, which is looked up once.
static constexpr double elementCost = 1.3;
static constexpr double blockCost = 1.1;
/// What it takes more where the lanes of a vector are a dimension of their own.
static constexpr double shortVectorCost = 1.2;
/// A point with a list for each lane: they run one by one.
static constexpr double scalarCost = 20.0;
/// A point of the one list of a nest, with lanes at different places.
static constexpr double scatterCost = 6.0;
/// Beginning and ending a list.
static constexpr double listCost = 8.0;

/// Blocks that are tried: their rows, where these are lanes, and columns.
static constexpr int64_t laneCounts[] = {1, numLanes, 2 * numLanes};
static constexpr int64_t columnCounts[] = {1, 4, 8, 16, 32};

/// With more elements than this that are not zero no list pays.
static constexpr double maxDensity = 0.75;

namespace {
/// Where in the constant the lanes of a vector are.
enum class Lanes {
  /// All at the same place.
  Together,
  /// In different rows.
  Rows,
  /// In different columns.
  Columns
};
} // namespace

/// The work of a nest over the cells that are not zero.
static double estimate(const CellMatrix &cells, int64_t rows, int64_t columns,
                       Lanes lanes) {
  double points = double(cells.countAll()) * rows * columns;
  double lists = double(cells.getNumRows()) * rows * listCost;
  if (lanes == Lanes::Columns)
    return points * scatterCost;
  if (lanes == Lanes::Rows && rows == 1)
    return points * scalarCost;
  double cost = columns > 1 ? blockCost : elementCost;
  return points * cost * (rows > 1 ? shortVectorCost : 1.0) + lists;
}

/// Distributes the constant's dimensions: lists are of what a work-item walks
/// by itself, or of everything when there is nothing like that. Fails when a
/// sequential index that the constant does not have would change its place in
/// the order of the points.
static LogicalResult orderDimensions(const ZeroFactor &factor, CellPlan &plan) {
  NestOp nest = factor.nest;
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(factor.positions.size()));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return factor.positions[lhs] < factor.positions[rhs];
  });
  for (unsigned dim : order)
    (nest.isParallel(factor.positions[dim]) ? plan.rowDims : plan.columnDims)
        .push_back(dim);
  if (plan.columnDims.empty())
    std::swap(plan.rowDims, plan.columnDims);
  unsigned first = factor.positions[plan.columnDims.front()];
  unsigned last = factor.positions[plan.columnDims.back()];
  for (unsigned position = first; position <= last; ++position)
    if (!nest.isParallel(position) &&
        !llvm::is_contained(factor.positions, position))
      return failure();
  return success();
}

static Lanes findLanes(const ZeroFactor &factor, const CellPlan &plan) {
  std::optional<unsigned> fast = getFastIndex(factor.nest);
  auto contains = [&](ArrayRef<unsigned> dims) {
    return llvm::any_of(
        dims, [&](unsigned dim) { return factor.positions[dim] == fast; });
  };
  return contains(plan.rowDims)      ? Lanes::Rows
         : contains(plan.columnDims) ? Lanes::Columns
                                     : Lanes::Together;
}

/// How many cells have an element that is read.
static int64_t countReads(const NonzeroMask &mask, const CellPlan &plan) {
  NonzeroMask reads = mask;
  if (mask.isRead.empty())
    std::fill(reads.isNonzero.begin(), reads.isNonzero.end(), 1);
  else
    reads.isNonzero = mask.isRead;
  return CellMatrix(reads, plan.rowDims, plan.columnDims)
      .coarsen(plan.rows, plan.columns)
      .countAll();
}

std::optional<CellPlan> sa::planCells(const ZeroFactor &factor,
                                      const NonzeroMask &mask) {
  CellPlan plan;
  if (mask.count > mask.numRead * maxDensity)
    return std::nullopt;
  plan.changesOrder = failed(orderDimensions(factor, plan));
  if (plan.changesOrder)
    return plan;
  Lanes lanes = findLanes(factor, plan);
  CellMatrix elements(mask, plan.rowDims, plan.columnDims);
  auto getGuardCost = [&](bool isExact) {
    return llvm::any_of(plan.columnDims,
                        [&](unsigned dim) {
                          return needsGuard(factor, factor.positions[dim],
                                            isExact);
                        })
               ? guardCost
               : 1.0;
  };
  for (int64_t rows : laneCounts) {
    // The lanes are the last row dimension; other rows gain nothing by sharing
    // a list.
    if (rows > 1 &&
        (lanes != Lanes::Rows || mask.shape[plan.rowDims.back()] % rows != 0))
      continue;
    CellMatrix tall = elements.coarsen(rows, 1);
    for (int64_t columns : columnCounts) {
      // Whole blocks only, and lanes that take a list apart have no use for
      // them.
      if (columns > 1 && (lanes == Lanes::Columns ||
                          mask.shape[plan.columnDims.back()] % columns != 0))
        continue;
      CellMatrix cells = tall.coarsen(1, columns);
      double work = estimate(cells, rows, columns, lanes) *
                    getGuardCost(/*isExact=*/rows == 1 && columns == 1);
      double gain = mask.numRead / std::max(work, 1.0);
      if (gain <= plan.gain)
        continue;
      plan.gain = gain;
      plan.rows = rows;
      plan.columns = columns;
      plan.numNonzero = cells.countAll();
    }
  }
  plan.numCells = countReads(mask, plan);
  return plan;
}
