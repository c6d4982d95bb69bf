// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Constants/ConstantContent.h"

#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <numeric>

using namespace mlir;
using namespace sa;

/// Calls `visit` with the position of the first element of each row of a box
/// inside of an array, and with the number of that row.
static void visitRows(ArrayRef<int64_t> shape, ArrayRef<int64_t> extent,
                      llvm::function_ref<void(int64_t, int64_t)> visit) {
  int64_t numRows = 1;
  for (int64_t size : extent.drop_back())
    numRows *= size;
  for (int64_t row = 0; row < numRows; ++row) {
    int64_t position = 0, stride = shape.back(), rest = row;
    for (size_t dim = extent.size() - 1; dim-- > 0;) {
      position += rest % extent[dim] * stride;
      rest /= extent[dim];
      stride *= shape[dim];
    }
    visit(position, row);
  }
}

/// Marks those of `count` elements from `data` on whose bits under `mask` are
/// not all zero; each has `words` words. Returns how many there are.
template <typename Word>
static int64_t markNonzeros(const char *data, int64_t count, int64_t words,
                            uint64_t mask, uint8_t *marks) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    bool isNonzero = false;
    for (int64_t word = 0; word < words; ++word) {
      Word bits;
      std::memcpy(&bits, data + (i * words + word) * sizeof(Word),
                  sizeof(Word));
      isNonzero |= (bits & static_cast<Word>(mask)) != 0;
    }
    marks[i] = isNonzero;
    found += isNonzero;
  }
  return found;
}

NonzeroMask NonzeroMask::get(const ConstantElements &elements, Type elementType,
                             ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> extent) {
  NonzeroMask result;
  result.shape.assign(extent.begin(), extent.end());
  int64_t size = std::accumulate(extent.begin(), extent.end(), int64_t(1),
                                 std::multiplies<int64_t>());
  result.isNonzero.resize(size);
  if (size == 0)
    return result;

  // The sign of a float does not matter. A complex number is two.
  auto complex = dyn_cast<ComplexType>(elementType);
  int64_t words = complex ? 2 : 1;
  int64_t bytes = elements.getElementBytes() / words;
  bool isFloat = complex || isa<FloatType>(elementType);
  uint64_t mask = ~uint64_t(0) >> (64 - bytes * 8 + (isFloat ? 1 : 0));
  auto mark = [&](const char *data, int64_t count, uint8_t *marks) {
    switch (bytes) {
    case 1:
      return markNonzeros<uint8_t>(data, count, words, mask, marks);
    case 2:
      return markNonzeros<uint16_t>(data, count, words, mask, marks);
    case 4:
      return markNonzeros<uint32_t>(data, count, words, mask, marks);
    default:
      return markNonzeros<uint64_t>(data, count, words, mask, marks);
    }
  };
  if (elements.isSplat() || extent.empty()) {
    result.count = mark(elements[0], 1, result.isNonzero.data()) * size;
    std::fill(result.isNonzero.begin(), result.isNonzero.end(),
              result.isNonzero.front());
    return result;
  }
  visitRows(shape, extent, [&](int64_t position, int64_t row) {
    result.count += mark(elements[position], extent.back(),
                         &result.isNonzero[row * extent.back()]);
  });
  return result;
}

SmallVector<SliceMask> sa::getSlices(const NonzeroMask &mask) {
  ArrayRef<int64_t> shape = mask.shape;
  SmallVector<SliceMask> slices(shape.size());
  for (auto [slice, size] : llvm::zip_equal(slices, shape))
    slice.isNonzero.resize(size);
  if (mask.size() == 0 || shape.empty())
    return slices;
  visitRows(shape, shape, [&](int64_t position, int64_t row) {
    uint8_t any = 0;
    const uint8_t *marks = &mask.isNonzero[position];
    std::vector<uint8_t> &last = slices.back().isNonzero;
    for (int64_t i = 0; i < shape.back(); ++i) {
      last[i] |= marks[i];
      any |= marks[i];
    }
    if (!any)
      return;
    for (size_t dim = shape.size() - 1; dim-- > 0;) {
      slices[dim].isNonzero[row % shape[dim]] = 1;
      row /= shape[dim];
    }
  });
  for (SliceMask &slice : slices)
    for (int64_t i = 0; i < slice.size(); ++i)
      if (slice.isNonzero[i]) {
        slice.first = slice.count++ == 0 ? i : slice.first;
        slice.last = i;
      }
  return slices;
}

CellMatrix::CellMatrix(const NonzeroMask &mask, ArrayRef<unsigned> rowDims,
                       ArrayRef<unsigned> columnDims) {
  // How far each dimension of the mask moves in the matrix.
  SmallVector<int64_t> strides(mask.shape.size());
  for (unsigned dim : llvm::reverse(columnDims)) {
    strides[dim] = numColumns;
    numColumns *= mask.shape[dim];
  }
  for (unsigned dim : llvm::reverse(rowDims)) {
    strides[dim] = numRows * numColumns;
    numRows *= mask.shape[dim];
  }
  cells.resize(numRows * numColumns);
  SmallVector<int64_t> index(mask.shape.size(), 0);
  int64_t place = 0;
  for (uint8_t flag : mask.isNonzero) {
    cells[place] = flag;
    for (size_t dim = index.size(); dim-- > 0;) {
      place += strides[dim];
      if (++index[dim] < mask.shape[dim])
        break;
      place -= index[dim] * strides[dim];
      index[dim] = 0;
    }
  }
}

int64_t CellMatrix::count() const {
  return std::accumulate(cells.begin(), cells.end(), int64_t(0));
}

CellMatrix CellMatrix::coarsen(int64_t rows, int64_t columns) const {
  CellMatrix result(llvm::divideCeil(numRows, rows),
                    llvm::divideCeil(numColumns, columns));
  for (int64_t row = 0; row < numRows; ++row) {
    const uint8_t *from = &cells[row * numColumns];
    uint8_t *to = &result.cells[row / rows * result.numColumns];
    for (int64_t column = 0; column < numColumns; column += columns, ++to)
      for (int64_t i = column, end = std::min(column + columns, numColumns);
           i < end; ++i)
        *to |= from[i];
  }
  return result;
}
