// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulations along contiguous elements, where no index of the result is
// contiguous:
//
//   y[i] += A[i, k] * x[k]      s[] += A[i, k]
//
// The lanes of vectors hold partial results. Rows run in parallel; if there are
// too few, the reduction itself does.

#include "Choices.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

/// The rows of a block, which share what is read of arrays without them.
static constexpr int64_t blockRows = 4;

/// Returns true if two results have the same indices of the nest.
static bool haveSameIndices(const AccessShape &lhs, const AccessShape &rhs) {
  for (unsigned index = 0; index < lhs.strides.size(); ++index)
    if (lhs.isIn(index) != rhs.isIn(index))
      return false;
  return true;
}

Choice sa::chooseReduction(const PlanRequest &request) {
  // 1. Accumulations with the same indices, and loads of other arrays,
  //    contiguous in the innermost index of the reduction that has such.
  const NestShape &shape = request.shape;
  const AccessShape *result = nullptr;
  SmallPtrSet<Value, 4> results;
  for (const AccessShape &access : shape.accesses) {
    if (!access.writes)
      continue;
    if (!access.accumulates || !results.insert(access.array).second ||
        (result && !haveSameIndices(*result, access)))
      return std::nullopt;
    if (!result || result->elementBytes < access.elementBytes)
      result = &access;
  }
  if (!result || llvm::any_of(shape.accesses, [&](const AccessShape &access) {
        return !access.writes && results.contains(access.array);
      }))
    return std::nullopt;
  SmallVector<unsigned> others, reduced;
  std::optional<unsigned> lane;
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    if (result->isIn(index)) {
      if (!shape.parallel[index])
        return std::nullopt;
      others.push_back(index);
      continue;
    }
    reduced.push_back(index);
    bool isContiguous =
        llvm::all_of(shape.accesses, [&](const AccessShape &access) {
          return access.isContiguous(index);
        });
    bool isRead = llvm::any_of(shape.accesses, [&](const AccessShape &access) {
      return access.strides[index] == 1;
    });
    if (isContiguous && isRead)
      lane = index;
  }
  if (!lane)
    return std::nullopt;
  int64_t lanes =
      request.model.chooseLanes(result->elementBytes, shape.sizes[*lane]);
  if (lanes < request.model.getLanes(result->elementBytes))
    return std::nullopt;

  // 2. Work-items over the rows, or over the reduction.
  PlanSketch &sketch = request.sketch();
  OuterLoops outer;
  Value rowsInside;
  TileLoop rows;
  int64_t numRows = 1;
  if (!others.empty()) {
    distribute(request, ArrayRef(others).drop_back(), outer);
    unsigned last = others.back();
    // The rows of a triangle end at different columns.
    int64_t fitting = blockRows / int64_t(results.size());
    if (!shape.isConstrained && fitting > 1 &&
        shape.sizes[last].value_or(fitting) >= fitting)
      numRows = fitting;
    rows = distributeTiles(request, last, numRows, outer);
    if (numRows > 1 && rows.loop)
      rowsInside = sketch.split(rows.loop, rows.size, numRows);
  }
  bool isParallelSum = outer.parallel.empty() && !request.isSimple;
  SmallVector<Value> inner;
  for (unsigned index : reduced) {
    Value loop = sketch.getLoop(index);
    Size size = shape.sizes[index];
    if (isParallelSum) {
      Size share = request.model.choosePart(size, shape.countPointsIn(index));
      if (share && index == *lane)
        share = llvm::divideCeil(*share, lanes) * lanes;
      if (share && (!size || *share < *size)) {
        NestOp nest = shape.nest;
        outer.names.push_back(nest.getIndexName(index));
        outer.parallel.push_back(loop);
        loop = sketch.split(outer.parallel.back(), size, *share);
        size = share;
        isParallelSum = false;
      }
    }
    if (index == *lane) {
      Value vector = sketch.split(loop, size, lanes);
      inner.push_back(loop);
      inner.append({rowsInside, vector});
    } else {
      inner.insert(inner.begin(), loop);
    }
  }

  // 3. The lanes are innermost, the rows of a block right around them.
  SmallVector<Value> order(outer.parallel);
  llvm::append_range(order, outer.sequential);
  order.push_back(rows.loop);
  Value vector = inner.pop_back_val();
  llvm::append_range(order, inner);
  order.push_back(vector);
  sketch.reorder(order);
  parallelize(request, outer);
  sketch.unroll(rowsInside);
  sketch.vectorize(vector);
  return (results.size() > 1 ? std::to_string(results.size()) + " reductions, "
                             : std::string("reduction, ")) +
         (numRows > 1 ? std::to_string(numRows) + " rows x " : std::string()) +
         std::to_string(lanes) + " lanes of partial results, " +
         outer.getText();
}
