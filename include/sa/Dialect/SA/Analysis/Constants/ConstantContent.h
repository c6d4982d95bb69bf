// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a constant are zero: whole slices (rows and columns of a
// matrix), blocks, or single elements. Minus zero counts as zero. The functions
// work on bytes, because constants may have millions of elements.
//
//   0 0 0 0      slices of dimension 0 (rows) that are not zero: 1, 2, 3
//   1 2 0 0      slices of dimension 1 (columns):                0, 1, 2, 3
//   3 4 0 0      blocks of 2 x 2 that are not zero:              3 of 4
//   0 0 0 5

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTCONTENT_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTCONTENT_H

#include "sa/Dialect/SA/Analysis/Constants/ConstantElements.h"

namespace sa {

/// For each element of a box, in row-major order, whether it is not zero.
struct NonzeroMask {
  llvm::SmallVector<int64_t> shape;
  std::vector<uint8_t> isNonzero;
  int64_t count = 0;

  /// Returns the mask of the elements whose indices are below `extent`.
  /// `elements` has the shape `shape`.
  static NonzeroMask get(const ConstantElements &elements,
                         mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> extent);

  int64_t size() const { return isNonzero.size(); }
  int64_t countZeros() const { return size() - count; }
};

/// For each slice of one dimension whether it is not zero.
struct SliceMask {
  std::vector<uint8_t> isNonzero;
  /// The number of slices that are not zero, the first and the last of them.
  int64_t count = 0, first = 0, last = -1;

  int64_t size() const { return isNonzero.size(); }
};

/// Returns the slices of each dimension.
llvm::SmallVector<SliceMask> getSlices(const NonzeroMask &mask);

/// A mask as a matrix of cells. A cell is one element or, after `coarsen`, a
/// block of elements, which is zero when all of them are.
class CellMatrix {
public:
  /// The rows run over `rowDims` of the mask, the columns over `columnDims`,
  /// both in row-major order. Each dimension is in one of them.
  CellMatrix(const NonzeroMask &mask, llvm::ArrayRef<unsigned> rowDims,
             llvm::ArrayRef<unsigned> columnDims);

  int64_t getNumRows() const { return numRows; }
  int64_t getNumColumns() const { return numColumns; }
  int64_t size() const { return cells.size(); }
  bool isNonzero(int64_t row, int64_t column) const {
    return cells[row * numColumns + column];
  }
  /// Returns the number of cells that are not zero.
  int64_t count() const;

  /// Returns the blocks of `rows` by `columns` cells; those at the edges may be
  /// smaller.
  CellMatrix coarsen(int64_t rows, int64_t columns) const;

private:
  CellMatrix(int64_t numRows, int64_t numColumns)
      : numRows(numRows), numColumns(numColumns), cells(numRows * numColumns) {}

  int64_t numRows = 1, numColumns = 1;
  std::vector<uint8_t> cells;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTS_CONSTANTCONTENT_H
