// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests all of whose points are independent. Streams and stencils have an index
// in which every access is contiguous. Copies between layouts have none: what
// is written is contiguous in one index, what is read in another, and tiles of
// both use whole lines of the caches.

#include "Choices.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sa;

/// The tile of a copy between layouts: rows that are read, and lanes that are
/// written. Measured: others of the same size take up to four times as long.
static constexpr int64_t tileRows = 64, tileLanes = 16;
/// Fewer lanes than these are no vectors.
static constexpr int64_t leastLanes = 4;
/// The tile of layouts that interleave the digits of indices. Measured with
/// z-order: 8 x 8 takes as long, 2 x 16 a quarter longer.
static constexpr int64_t digitRows = 8, digitColumns = 4;

/// Outputs of at least so many bytes do not stay in the last cache of common
/// processors until something reads them.
static constexpr int64_t largeOutputBytes = 32 << 20;

/// True if nothing in the function reads the array of `access`, which has so
/// many elements that the caches do not keep them.
static bool isLargeOutput(const NestShape &shape, const AccessShape &access) {
  auto isStep = [](Operation *op) { return isa<PlanOp>(op->getParentOp()); };
  if (!llvm::all_of(access.array.getUsers(), [&](Operation *op) {
        return isa<StoreOp>(op) || isStep(op);
      }))
    return false;
  double bytes = access.elementBytes;
  for (auto [size, stride] : llvm::zip_equal(shape.sizes, access.strides)) {
    if (stride == 0)
      continue;
    if (!size)
      return false;
    bytes *= *size;
  }
  return bytes >= largeOutputBytes;
}

/// Writes large outputs past the caches, if vectors over `lane` write whole
/// lines of them. Returns what was chosen, in words.
static std::string chooseStores(const PlanRequest &request, unsigned lane) {
  llvm::SetVector<Value> arrays;
  for (const AccessShape &access : request.shape.accesses)
    if (access.writes && access.strides[lane] == 1 &&
        isLargeOutput(request.shape, access))
      arrays.insert(access.array);
  for (Value array : arrays)
    request.sketch().writePastCaches(array);
  return arrays.empty() ? "" : ", written past the caches";
}

/// Returns the accesses that are not contiguous in an index, at least in runs
/// of so many lanes.
static unsigned countStrided(const NestShape &shape, unsigned index,
                             int64_t lanes) {
  return llvm::count_if(shape.accesses, [&](const AccessShape &access) {
    return !access.isContiguous(index) && access.runs[index] < lanes;
  });
}

/// Returns how many lanes there are at most, where runs of neighbours end.
static int64_t getLongestRun(const NestShape &shape, unsigned index,
                             int64_t lanes) {
  for (const AccessShape &access : shape.accesses)
    if (!access.isContiguous(index) && access.runs[index] > 1)
      lanes = std::min(lanes, access.runs[index]);
  return lanes;
}

/// Layouts such as z-order interleave the digits of two indices. In an unrolled
/// tile the last digits are constants, and the offset of its first element is
/// computed once.
static Choice chooseDigitTiles(const PlanRequest &request) {
  const NestShape &shape = request.shape;
  SmallVector<unsigned> interleaved, others;
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    bool isUneven =
        llvm::any_of(shape.accesses, [&](const AccessShape &access) {
          return !access.strides[index];
        });
    (isUneven ? interleaved : others).push_back(index);
  }
  if (shape.isConstrained || interleaved.size() != 2)
    return std::nullopt;
  auto [row, column] = std::pair(interleaved[0], interleaved[1]);
  if (shape.sizes[row].value_or(digitRows) < digitRows ||
      shape.sizes[column].value_or(digitColumns) < digitColumns)
    return std::nullopt;
  PlanSketch &sketch = request.sketch();
  OuterLoops outer;
  distribute(request, others, outer);
  TileLoop rows = distributeTiles(request, row, digitRows, outer);
  TileLoop columns = distributeTiles(request, column, digitColumns, outer);
  Value rowsInside = sketch.split(rows.loop, rows.size, digitRows);
  Value columnsInside = sketch.split(columns.loop, columns.size, digitColumns);
  SmallVector<Value> order;
  llvm::append_range(order, outer.parallel);
  llvm::append_range(order, outer.sequential);
  order.append({rows.loop, columns.loop, rowsInside, columnsInside});
  sketch.reorder(order);
  sketch.parallelize(outer.parallel);
  sketch.unroll(rowsInside);
  sketch.unroll(columnsInside);
  return "copy between layouts, unrolled tiles of " +
         std::to_string(digitRows) + " x " + std::to_string(digitColumns) +
         ", " + outer.getText();
}

Choice sa::chooseStream(const PlanRequest &request) {
  // 1. The index of the lanes: what is written is contiguous in it.
  const NestShape &shape = request.shape;
  if (!llvm::all_of(shape.parallel, [](bool isParallel) { return isParallel; }))
    return std::nullopt;
  std::optional<unsigned> lane;
  int64_t bytes = 1;
  for (const AccessShape &access : shape.accesses)
    if (access.writes)
      bytes = std::max(bytes, access.elementBytes);
  int64_t width = request.model.getLanes(bytes);
  // Blocks that are narrower than a vector still give whole lines of rows.
  int64_t least = std::min<int64_t>(width, leastLanes);
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    bool isWritten =
        llvm::all_of(shape.accesses, [&](const AccessShape &access) {
          return !access.writes || access.strides[index] == 1 ||
                 access.runs[index] >= least;
        });
    if (isWritten && shape.sizes[index].value_or(width) >= width &&
        (!lane ||
         countStrided(shape, index, least) < countStrided(shape, *lane, least)))
      lane = index;
  }
  if (!lane)
    return chooseDigitTiles(request);

  // 2. Where arrays are strided in it, the index in which they are contiguous.
  std::optional<unsigned> row;
  if (countStrided(shape, *lane, least) != 0) {
    // Tiles are rectangles.
    if (shape.isConstrained)
      return std::nullopt;
    for (unsigned index = 0; index < shape.getRank(); ++index) {
      bool isContiguous =
          llvm::all_of(shape.accesses, [&](const AccessShape &access) {
            return access.isContiguous(*lane) || access.runs[*lane] >= least ||
                   access.strides[index] == 1 || access.runs[index] >= least;
          });
      if (index != *lane && isContiguous &&
          shape.sizes[index].value_or(width) >= width)
        row = index;
    }
    if (!row)
      return chooseDigitTiles(request);
  }

  // 3. The loops.
  PlanSketch &sketch = request.sketch();
  OuterLoops outer;
  SmallVector<unsigned> others;
  for (unsigned index = 0; index < shape.getRank(); ++index)
    if (index != *lane && index != row)
      others.push_back(index);
  distribute(request, others, outer);
  SmallVector<Value> order;
  int64_t lanes = getLongestRun(
      shape, *lane,
      row ? std::min(tileLanes, shape.sizes[*lane].value_or(tileLanes))
          : request.model.chooseLanes(bytes, shape.sizes[*lane]));
  TileLoop rows;
  if (row)
    rows = distributeTiles(request, *row, tileRows, outer);
  TileLoop columns = distributeTiles(request, *lane, lanes, outer);
  Value rowsInside;
  if (rows.loop)
    rowsInside = sketch.split(rows.loop, rows.size, tileRows);
  Value vector = sketch.split(columns.loop, columns.size, lanes);
  llvm::append_range(order, outer.parallel);
  llvm::append_range(order, outer.sequential);
  order.append({rows.loop, columns.loop, rowsInside, vector});
  sketch.reorder(order);
  parallelize(request, outer);
  sketch.vectorize(vector);
  std::string stores = chooseStores(request, *lane);
  if (row)
    return "copy between layouts, tiles of " + std::to_string(tileRows) +
           " x " + std::to_string(lanes) + ", " + outer.getText() + stores;
  return "stream, " + std::to_string(lanes) + " lanes, " + outer.getText() +
         stores;
}
