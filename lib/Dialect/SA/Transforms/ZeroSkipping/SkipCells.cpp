// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest over lists of the cells of a constant that are not zero.

#include "SkipEstimate.h"
#include "mlir/IR/Builders.h"
#include <cstring>

using namespace mlir;
using namespace sa;

/// Makes an offset of a table with one entry, which would make a kernel look as
/// if it had one work-item.
static void foldSingles(NestRewrite &rewrite) {
  for (NestRewrite::OldIndex &old : rewrite.oldIndices)
    if (old.table.size() == 1) {
      old.offset = old.table.front();
      old.table.clear();
    }
}

namespace {

/// Builds the rewrite of one candidate.
class CellLists {
public:
  CellLists(const ZeroFactor &factor, const CellCandidate &candidate)
      : factor(factor), mask(factor.mask), candidate(candidate),
        nest(factor.nest), builder(nest.getContext()) {}

  NestRewrite build() {
    addIndices();
    addAccess();
    addEntries();
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
  /// Returns the position in the constant of the row or column `number`, which
  /// counts in row-major order of `dims`.
  int64_t getPosition(ArrayRef<unsigned> dims, int64_t number) const;

  const ZeroFactor &factor;
  const NonzeroMask &mask;
  const CellCandidate &candidate;
  NestOp nest;
  Builder builder;
  NestRewrite rewrite;
  /// New indices: over the entries of a list, over the columns of a block, and
  /// over its rows, which are lanes.
  unsigned entry = 0;
  std::optional<unsigned> inner, lane;
};

} // namespace

void CellLists::addIndices() {
  unsigned listed = factor.positions[candidate.columnDims.back()];
  std::optional<unsigned> split;
  if (candidate.rows > 1)
    split = factor.positions[candidate.rowDims.back()];
  auto isListed = [&](unsigned position) {
    return llvm::any_of(candidate.columnDims, [&](unsigned dim) {
      return factor.positions[dim] == position;
    });
  };
  for (auto [position, size] : llvm::enumerate(nest.getMixedSizes())) {
    StringRef name = nest.getIndexName(position);
    bool isParallel = nest.isParallel(position);
    NestRewrite::OldIndex &old = rewrite.oldIndices.emplace_back(
        NestRewrite::OldIndex{static_cast<unsigned>(rewrite.indices.size())});
    if (position == split) {
      addIndex(name + "_block",
               mask.shape[candidate.rowDims.back()] / candidate.rows,
               isParallel);
      lane = addIndex(name + "_lane", candidate.rows, isParallel);
      old.scale = candidate.rows;
      old.inner = lane;
    } else if (!isListed(position)) {
      rewrite.indices.push_back({name.str(), size, isParallel});
    } else if (position == listed) {
      // It replaces all listed indices; no other one stands between them.
      entry = addIndex(name + "_entry", candidate.numNonzero, isParallel);
      if (candidate.columns > 1)
        inner = addIndex(name + "_inner", candidate.columns, isParallel);
      old.inner = inner;
    }
  }
  for (unsigned dim : candidate.columnDims)
    rewrite.oldIndices[factor.positions[dim]].from = entry;
}

void CellLists::addAccess() {
  auto add = [&](unsigned index, int64_t size) {
    rewrite.valueShape.push_back(size);
    rewrite.valueIndices.push_back(index);
  };
  add(entry, candidate.numNonzero);
  if (inner)
    add(*inner, candidate.columns);
  if (lane)
    add(*lane, candidate.rows);
  if (candidate.rowDims.empty())
    return;
  rewrite.segmented = entry;
  rewrite.segment = builder.getAffineConstantExpr(0);
  for (unsigned dim : candidate.rowDims) {
    int64_t size = mask.shape[dim];
    if (dim == candidate.rowDims.back())
      size /= candidate.rows;
    unsigned from = rewrite.oldIndices[factor.positions[dim]].from;
    rewrite.segment = rewrite.segment * size + builder.getAffineDimExpr(from);
  }
}

int64_t CellLists::getPosition(ArrayRef<unsigned> dims, int64_t number) const {
  ArrayRef<int64_t> shape = factor.shape;
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
  CellMatrix cells = CellMatrix(mask, candidate.rowDims, candidate.columnDims)
                         .coarsen(candidate.rows, candidate.columns);
  int64_t bytes = factor.elements->getElementBytes(), numEntries = 0;
  rewrite.values.resize(candidate.numNonzero * candidate.rows *
                        candidate.columns * bytes);
  char *place = rewrite.values.data();
  rewrite.starts.push_back(0);
  for (int64_t row = 0; row < cells.getNumRows(); ++row) {
    SmallVector<int64_t> rowPositions;
    for (int64_t i = 0; i < candidate.rows; ++i)
      rowPositions.push_back(
          getPosition(candidate.rowDims, row * candidate.rows + i));
    for (int64_t cell = 0; cell < cells.getNumColumns(); ++cell) {
      if (!cells.isNonzero(row, cell))
        continue;
      ++numEntries;
      int64_t number = cell * candidate.columns;
      for (unsigned dim : llvm::reverse(candidate.columnDims)) {
        rewrite.oldIndices[factor.positions[dim]].table.push_back(
            number % mask.shape[dim]);
        number /= mask.shape[dim];
      }
      for (int64_t j = 0; j < candidate.columns; ++j) {
        int64_t column =
            getPosition(candidate.columnDims, cell * candidate.columns + j);
        for (int64_t rowPosition : rowPositions) {
          std::memcpy(place, (*factor.elements)[rowPosition + column], bytes);
          place += bytes;
        }
      }
    }
    rewrite.starts.push_back(numEntries);
  }
}

NestRewrite sa::makeCells(const ZeroFactor &factor,
                          const CellCandidate &candidate) {
  return CellLists(factor, candidate).build();
}
