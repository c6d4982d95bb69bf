// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CostModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace sa;

/// What counts as large where a size is not known.
static constexpr int64_t large = 1024;
/// Taller blocks read rows of the left factor that share the sets of a cache,
/// where the distance of rows is a power of two.
static constexpr int64_t mostRows = 12;
/// A core starts two multiplications with addition, and two loads, per cycle.
static constexpr double perCycle = 2;
/// Iterations of the depth that stay together; 256 to 1024 hardly differ.
static constexpr int64_t depthTile = 512, wholeDepth = 1024;
/// A copy of an element costs as much as its use by this many rows, for
/// contiguous and for strided elements.
static constexpr int64_t packedRows = 48, transposedRows = 12;
/// Where sizes are only known at run time, pieces may be of unequal size: more
/// of them share the work better.
static constexpr int64_t openWorkItemsPerCore = 16;
/// The points of a partial result at least, and how many of these there are.
static constexpr int64_t leastPart = 65536, mostParts = 16;
/// A work-item of its own pays from this many launches on.
static constexpr double launchesPerWorkItem = 2;
/// Vectors of several registers keep several operations in flight.
static constexpr int64_t registersPerVector = 4;
/// `sa-vectorize-loops` makes a loop of longer vectors.
static constexpr int64_t mostLanes = 64;

int64_t CostModel::getLanes(int64_t elementBytes) const {
  return std::max<int64_t>(target.vectorBytes / elementBytes, 1);
}

double CostModel::getBlockCycles(RegisterBlock block, int64_t lanes, Size rows,
                                 Size columns) const {
  int64_t vectors = llvm::divideCeil(block.columns, lanes);
  int64_t sums = block.rows * vectors;
  // A block also needs a vector of the right factor for each of its vectors,
  // and one of the left factor.
  int64_t spilled =
      std::max<int64_t>(sums + vectors + 1 - target.vectorRegisters, 0);
  double arithmetic = sums / perCycle;
  double loads = (block.rows + vectors + 2.0 * spilled) / perCycle;
  // A sum takes four cycles: fewer than eight of them wait for each other.
  double latency = 4;
  // Loads beside full arithmetic cost something, too.
  double cycles = std::max({arithmetic, loads, latency}) + 0.25 * loads;
  int64_t numRows = rows.value_or(large * block.rows);
  int64_t numColumns = columns.value_or(large * block.columns);
  // The last columns of a row run lane by lane.
  int64_t fullRows = llvm::divideCeil(numRows, block.rows);
  int64_t fullColumns = numColumns / block.columns;
  int64_t edgeColumns = numColumns % block.columns;
  double blocks = double(fullRows) * fullColumns * cycles;
  double edges = double(numRows) * edgeColumns;
  return (blocks + edges) / (double(numRows) * numColumns);
}

RegisterBlock CostModel::chooseBlock(int64_t elementBytes, Size rows,
                                     Size columns) const {
  int64_t lanes = getLanes(elementBytes);
  RegisterBlock best;
  double least = 0;
  for (int64_t vectors = 1; vectors <= registersPerVector; ++vectors)
    for (int64_t numRows = 1; numRows <= mostRows; ++numRows) {
      RegisterBlock block = {numRows, vectors * lanes};
      if (rows)
        block.rows = std::min(block.rows, std::max<int64_t>(*rows, 1));
      if (columns)
        block.columns = std::min(block.columns, std::max<int64_t>(*columns, 1));
      if (block.columns > mostLanes)
        continue;
      double cycles = getBlockCycles(block, lanes, rows, columns);
      if (least == 0 || cycles < least * 0.999) {
        least = cycles;
        best = block;
      }
    }
  return best;
}

Size CostModel::chooseDepth(Size depth, int64_t bytesPerStep) const {
  int64_t fitting = target.cacheBytes / 2 / std::max<int64_t>(bytesPerStep, 1);
  if (depth && *depth <= std::min(wholeDepth, fitting))
    return std::nullopt;
  return std::clamp<int64_t>(llvm::bit_floor<uint64_t>(fitting), 64, depthTile);
}

bool CostModel::isWorthPacking(Size rows, Size depth, bool isStrided) const {
  return rows.value_or(large) >= (isStrided ? transposedRows : packedRows) &&
         depth.value_or(large) >= (isStrided ? 1 : 256);
}

Size CostModel::chooseShare(Size size, int64_t unit, double work,
                            int64_t perCore) const {
  if (target.cores < 2)
    return std::nullopt;
  double perUnit = work * unit;
  int64_t workItemPoints = launchesPerWorkItem * target.launchPoints;
  int64_t least =
      unit *
      std::max<int64_t>(
          llvm::divideCeil(workItemPoints, std::max<int64_t>(perUnit, 1)), 1);
  // At run time there may be anything between little and much.
  if (!size)
    return std::max<int64_t>(least, unit);
  int64_t numUnits = llvm::divideCeil(*size, unit);
  int64_t even = unit * llvm::divideCeil(numUnits, target.cores * perCore);
  int64_t share = std::max(even, least);
  if (share >= *size && *size > unit && perUnit * numUnits >= workItemPoints)
    share = unit * llvm::divideCeil(numUnits, target.cores);
  return share < *size ? Size(share) : std::nullopt;
}

Size CostModel::choosePart(Size size, double work) const {
  if (target.cores < 2)
    return std::nullopt;
  int64_t least = llvm::divideCeil(leastPart, std::max<int64_t>(work, 1));
  int64_t part =
      size ? std::max<int64_t>(least, llvm::divideCeil(*size, mostParts))
           : least;
  return size && part >= *size ? std::nullopt : Size(part);
}

int64_t CostModel::getMostWorkItems() const {
  return target.cores * openWorkItemsPerCore;
}

int64_t CostModel::chooseLanes(int64_t elementBytes, Size size) const {
  int64_t lanes =
      std::min(registersPerVector * getLanes(elementBytes), mostLanes);
  return size ? std::min(lanes, std::max<int64_t>(*size, 1)) : lanes;
}

bool CostModel::isSmall(double numPoints) const {
  return numPoints < target.launchPoints;
}
