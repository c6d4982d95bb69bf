// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest over lists of cells.

#include "SkipPlans.h"
#include "mlir/IR/Builders.h"
#include <cstring>

using namespace mlir;
using namespace sa;

/// A list of one entry is a number. As a table it would make kernels look as if
/// they had one work-item.
static void foldSingles(NestRewrite &rewrite) {
  for (NestRewrite::OldIndex &old : rewrite.oldIndices)
    if (old.table.size() == 1) {
      old.offset = old.table.front();
      old.table.clear();
    }
}

namespace {

/// Builds the rewrite of one plan.
class CellLists {
public:
  CellLists(const ZeroFactor &factor, const ConstantElements &elements,
            const NonzeroMask &mask, const CellPlan &plan)
      : factor(factor), elements(elements), mask(mask), plan(plan),
        nest(factor.nest), builder(nest.getContext()) {}

  NestRewrite build() {
    addIndices();
    addAccess();
    addEntries();
    rewrite.isExact = plan.rows == 1 && plan.columns == 1;
    foldSingles(rewrite);
    return std::move(rewrite);
  }

private:
  void addIndices();
  void addAccess();
  void addEntries();

  unsigned addIndex(const Twine &name, int64_t size, bool isParallel) {
    rewrite.indices.push_back(
        {name.str(), builder.getIndexAttr(size), isParallel});
    return rewrite.indices.size() - 1;
  }
  /// Where the elements of a row or a column are: its number is in row-major
  /// order of `dims`, and the result a position in the whole constant.
  int64_t getPosition(ArrayRef<unsigned> dims, int64_t number) const;

  const ZeroFactor &factor;
  const ConstantElements &elements;
  const NonzeroMask &mask;
  const CellPlan &plan;
  NestOp nest;
  Builder builder;
  NestRewrite rewrite;
  /// New indices: over the entries of a list, inside of a block's columns, and
  /// over its rows, which are lanes.
  unsigned entry = 0;
  std::optional<unsigned> inner, lane;
};

} // namespace

void CellLists::addIndices() {
  unsigned listed = factor.positions[plan.columnDims.back()];
  std::optional<unsigned> split;
  if (plan.rows > 1)
    split = factor.positions[plan.rowDims.back()];
  auto isListed = [&](unsigned position) {
    return llvm::any_of(plan.columnDims, [&](unsigned dim) {
      return factor.positions[dim] == position;
    });
  };
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    StringRef name = nest.getIndexName(position);
    bool isParallel = nest.isParallel(position);
    NestRewrite::OldIndex &old = rewrite.oldIndices.emplace_back(
        NestRewrite::OldIndex{static_cast<unsigned>(rewrite.indices.size())});
    if (position == split) {
      addIndex(name + "_block", mask.shape[plan.rowDims.back()] / plan.rows,
               isParallel);
      lane = addIndex(name + "_lane", plan.rows, isParallel);
      old.scale = plan.rows;
      old.inner = lane;
    } else if (!isListed(position)) {
      rewrite.indices.push_back({name.str(), size, isParallel});
    } else if (position == listed) {
      // Stands for all that is listed; nothing that is not comes in between.
      entry = addIndex(name + "_entry", plan.numNonzero, isParallel);
      if (plan.columns > 1)
        inner = addIndex(name + "_inner", plan.columns, isParallel);
      old.inner = inner;
    }
  }
  for (unsigned dim : plan.columnDims)
    rewrite.oldIndices[factor.positions[dim]].from = entry;
}

void CellLists::addAccess() {
  auto add = [&](unsigned index, int64_t size) {
    rewrite.valueShape.push_back(size);
    rewrite.valueIndices.push_back(builder.getAffineDimExpr(index));
  };
  add(entry, plan.numNonzero);
  if (inner)
    add(*inner, plan.columns);
  if (lane)
    add(*lane, plan.rows);
  if (plan.rowDims.empty())
    return;
  rewrite.segmented = entry;
  rewrite.segment = builder.getAffineConstantExpr(0);
  for (unsigned dim : plan.rowDims) {
    int64_t size = mask.shape[dim];
    if (dim == plan.rowDims.back())
      size /= plan.rows;
    unsigned from = rewrite.oldIndices[factor.positions[dim]].from;
    rewrite.segment = rewrite.segment * size + builder.getAffineDimExpr(from);
  }
}

int64_t CellLists::getPosition(ArrayRef<unsigned> dims, int64_t number) const {
  ArrayRef<int64_t> shape = factor.getType().getShape();
  int64_t position = 0;
  for (unsigned dim : llvm::reverse(dims)) {
    int64_t stride = 1;
    for (int64_t size : shape.drop_front(dim + 1))
      stride *= size;
    position += number % mask.shape[dim] * stride;
    number /= mask.shape[dim];
  }
  return position;
}

void CellLists::addEntries() {
  CellMatrix cells = CellMatrix(mask, plan.rowDims, plan.columnDims)
                         .coarsen(plan.rows, plan.columns);
  int64_t bytes = elements.getElementBytes(), numEntries = 0;
  rewrite.values.resize(plan.numNonzero * plan.rows * plan.columns * bytes);
  char *place = rewrite.values.data();
  rewrite.starts.push_back(0);
  for (int64_t row = 0; row < cells.getNumRows(); ++row) {
    SmallVector<int64_t> rowPositions;
    for (int64_t i = 0; i < plan.rows; ++i)
      rowPositions.push_back(getPosition(plan.rowDims, row * plan.rows + i));
    for (int64_t cell = 0; cell < cells.getNumColumns(); ++cell) {
      if (!cells.isNonzero(row, cell))
        continue;
      ++numEntries;
      int64_t number = cell * plan.columns;
      for (unsigned dim : llvm::reverse(plan.columnDims)) {
        rewrite.oldIndices[factor.positions[dim]].table.push_back(
            number % mask.shape[dim]);
        number /= mask.shape[dim];
      }
      for (int64_t j = 0; j < plan.columns; ++j) {
        int64_t column = getPosition(plan.columnDims, cell * plan.columns + j);
        for (int64_t rowPosition : rowPositions) {
          std::memcpy(place, elements[rowPosition + column], bytes);
          place += bytes;
        }
      }
    }
    rewrite.starts.push_back(numEntries);
  }
}

NestRewrite sa::skipCells(const ZeroFactor &factor,
                          const ConstantElements &elements,
                          const NonzeroMask &mask, const CellPlan &plan) {
  return CellLists(factor, elements, mask, plan).build();
}
