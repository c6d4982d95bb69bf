// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SkipEstimate.h"

#include "sa/Dialect/SA/Analysis/Accesses/IndexOrder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

// Costs in points of the dense nest, measured with benchmarks/constants.py on a
// CPU with AVX2: the worst of the sizes that were tried. Where the dense nest
// does not fit the caches, lists bring several times more.

/// The lanes of a vector. A CPU's compiler runs the remainder of a range that
/// is no multiple of it one by one.
static constexpr int64_t numLanes = 16;
static constexpr double minGain = 1.2;
/// A shorter range cannot be slower, but copying the constant is work, too.
static constexpr double minRangeGain = 1.05;

/// A point whose index comes from a table: the same for all lanes; another one
/// for each lane, so that accesses become gathers and scatters, outside of the
/// loops of a work-item and inside.
static constexpr double tableCost = 1.1;
static constexpr double outerScatterCost = 1.5;
static constexpr double innerScatterCost = 3.0;

/// A point of a list that all lanes share: of single elements, and of blocks,
/// whose position is loaded once; and where lanes are an index of their own.
static constexpr double elementCost = 1.3;
static constexpr double blockCost = 1.1;
static constexpr double shortVectorCost = 1.2;
/// A point with a list for each lane, which run one by one.
static constexpr double scalarCost = 20.0;
/// A point of the only list of a nest, with lanes at different places.
static constexpr double scatterCost = 6.0;
/// Beginning and ending a list.
static constexpr double listCost = 8.0;

/// Testing whether an iteration is idle; a vector has several points in the
/// time of one.
static constexpr double testCost = 8.0;
static constexpr double vectorTestCost = 32.0;

/// The blocks that are tried: rows, where these are lanes, and columns.
static constexpr int64_t rowCounts[] = {1, numLanes, 2 * numLanes};
static constexpr int64_t columnCounts[] = {1, 4, 8, 16, 32};

/// No list pays for a constant with a larger part that is not zero.
static constexpr double maxDensity = 0.75;

bool sa::isWorthwhile(double gain) { return gain > minGain; }

double sa::getIdleGain(const IdleWork &work) {
  return work.numPoints * work.factor /
         (work.numBusy * work.factor +
          work.numTests * (work.isVector ? vectorTestCost : testCost));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Returns true when an array other than the constant is accessed with the
/// index at `position` in every iteration of a work-item, and not only before
/// and after its loops.
static bool isAccessedInside(const ZeroFactor &factor, unsigned position) {
  NestOp nest = factor.nest;
  llvm::SmallBitVector sequential(nest.getRank());
  for (unsigned i = 0; i < nest.getRank(); ++i)
    sequential[i] = !nest.isParallel(i);
  WalkResult found = nest.walk([&](Operation *op) {
    if (!isa<LoadOp, StoreOp, AccumulateOp>(op) ||
        llvm::is_contained(op->getOperands(),
                           ConstOp(factor.constant).getResult()))
      return WalkResult::advance();
    llvm::SmallBitVector used(nest.getRank());
    for (Value operand : op->getOperands())
      if (operand.getType().isIndex())
        used |= getUsedIndices(nest, operand);
    return used[position] && (sequential.none() || used.anyCommon(sequential))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Returns the slices that are not zero, and the first others to make `count`.
static std::vector<int64_t> getList(const SliceMask &slices, int64_t count) {
  int64_t missing = count - slices.count;
  std::vector<int64_t> list;
  for (int64_t i = 0; i < slices.size(); ++i)
    if (slices.isNonzero[i] || missing-- > 0)
      list.push_back(i);
  return list;
}

/// Chooses between the range around the slices that are not zero and a list,
/// whose points cost `cost`.
static SliceCandidate chooseSlices(unsigned dim, const SliceMask &slices,
                                   bool isFast, double cost) {
  int64_t size = slices.size();
  int64_t range = slices.last - slices.first + 1, count = slices.count;
  if (isFast) {
    // Vectors stay full, with zeros if need be.
    range = std::min<int64_t>(llvm::alignTo(range, numLanes), size);
    count = std::min<int64_t>(llvm::alignTo(count, numLanes), size);
  }
  SliceCandidate chosen{dim, size, size - slices.count, 0, 0, {}, 0, false};
  if (range <= count * cost) {
    chosen.first = std::min(slices.first, size - range);
    chosen.count = range;
    chosen.gain = double(size) / range;
    chosen.pays = chosen.gain > minRangeGain;
  } else {
    chosen.count = count;
    chosen.gain = size / (count * cost);
    chosen.pays = isWorthwhile(chosen.gain);
    if (chosen.pays)
      chosen.list = getList(slices, count);
  }
  return chosen;
}

SmallVector<SliceCandidate> sa::findSlices(const ZeroFactor &factor) {
  std::optional<unsigned> fast = getFastIndex(factor.nest);
  SmallVector<SliceCandidate> candidates;
  for (auto [dim, slices] : llvm::enumerate(getSlices(factor.mask))) {
    if (slices.count == slices.size())
      continue;
    unsigned position = factor.positions[dim];
    double cost = position != fast                     ? tableCost
                  : isAccessedInside(factor, position) ? innerScatterCost
                                                       : outerScatterCost;
    candidates.push_back(chooseSlices(dim, slices, position == fast, cost));
  }
  return candidates;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

namespace {
/// Where in the constant the lanes of a vector are: all at the same element, in
/// different rows, or in different columns.
enum class Lanes { Together, Rows, Columns };
} // namespace

/// Returns the work of a nest over the cells that are not zero.
static double getCellWork(const CellMatrix &cells, int64_t rows,
                          int64_t columns, Lanes lanes) {
  double points = double(cells.count()) * rows * columns;
  double lists = double(cells.getNumRows()) * rows * listCost;
  if (lanes == Lanes::Columns)
    return points * scatterCost;
  if (lanes == Lanes::Rows && rows == 1)
    return points * scalarCost;
  double cost = columns > 1 ? blockCost : elementCost;
  return points * cost * (rows > 1 ? shortVectorCost : 1.0) + lists;
}

/// Distributes the constant's dimensions: lists are of the sequential indices,
/// or of all indices when there are none. Fails when a sequential index that
/// does not walk the constant would change its place in the order of the
/// points.
static LogicalResult orderDimensions(const ZeroFactor &factor,
                                     CellCandidate &candidate) {
  NestOp nest = factor.nest;
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(factor.positions.size()));
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    return factor.positions[lhs] < factor.positions[rhs];
  });
  for (unsigned dim : order)
    (nest.isParallel(factor.positions[dim]) ? candidate.rowDims
                                            : candidate.columnDims)
        .push_back(dim);
  if (candidate.columnDims.empty())
    std::swap(candidate.rowDims, candidate.columnDims);
  unsigned first = factor.positions[candidate.columnDims.front()];
  unsigned last = factor.positions[candidate.columnDims.back()];
  for (unsigned position = first; position <= last; ++position)
    if (!nest.isParallel(position) &&
        !llvm::is_contained(factor.positions, position))
      return failure();
  return success();
}

static Lanes getLanes(const ZeroFactor &factor,
                      const CellCandidate &candidate) {
  std::optional<unsigned> fast = getFastIndex(factor.nest);
  auto contains = [&](ArrayRef<unsigned> dims) {
    return llvm::any_of(
        dims, [&](unsigned dim) { return factor.positions[dim] == fast; });
  };
  return contains(candidate.rowDims)      ? Lanes::Rows
         : contains(candidate.columnDims) ? Lanes::Columns
                                          : Lanes::Together;
}

CellCandidate sa::findCells(const ZeroFactor &factor) {
  const NonzeroMask &mask = factor.mask;
  CellCandidate best;
  if (mask.count > mask.size() * maxDensity)
    return best;
  best.changesOrder = failed(orderDimensions(factor, best));
  if (best.changesOrder)
    return best;
  Lanes lanes = getLanes(factor, best);
  CellMatrix elements(mask, best.rowDims, best.columnDims);
  for (int64_t rows : rowCounts) {
    // Lanes are the last row dimension; other rows gain nothing by sharing a
    // list.
    if (rows > 1 &&
        (lanes != Lanes::Rows || mask.shape[best.rowDims.back()] % rows != 0))
      continue;
    CellMatrix tall = elements.coarsen(rows, 1);
    for (int64_t columns : columnCounts) {
      // Blocks are whole. Lanes in different columns have no use for them.
      if (columns > 1 && (lanes == Lanes::Columns ||
                          mask.shape[best.columnDims.back()] % columns != 0))
        continue;
      CellMatrix cells = tall.coarsen(1, columns);
      double gain =
          mask.size() / std::max(getCellWork(cells, rows, columns, lanes), 1.0);
      if (gain <= best.gain)
        continue;
      best.gain = gain;
      best.rows = rows;
      best.columns = columns;
      best.numCells = cells.size();
      best.numNonzero = cells.count();
    }
  }
  return best;
}
