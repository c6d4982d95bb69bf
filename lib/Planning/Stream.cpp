// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests all of whose points are independent. Streams and stencils have an index
// in which every access is contiguous. Copies between layouts have none: what
// is written is contiguous in one index, what is read in another, and tiles of
// both use whole lines of the caches.

#include "Choices.h"

using namespace mlir;
using namespace sa;

/// The tile of a copy between layouts: rows that are read, and lanes that are
/// written. Measured: others of the same size take up to four times as long.
static constexpr int64_t tileRows = 64, tileLanes = 16;
/// Fewer lanes than these are no vectors.
static constexpr int64_t leastLanes = 4;

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
    return std::nullopt;

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
      return std::nullopt;
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
  if (row)
    return "copy between layouts, tiles of " + std::to_string(tileRows) +
           " x " + std::to_string(lanes) + ", " + outer.getText();
  return "stream, " + std::to_string(lanes) + " lanes, " + outer.getText();
}
