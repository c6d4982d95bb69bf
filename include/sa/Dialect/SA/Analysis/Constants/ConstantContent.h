// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a constant are zero, and how they lie: whole slices (the
// rows and columns of a matrix), blocks, or here and there. Pure functions on
// bytes: constants may have millions of elements.
//
//   0 0 0 0      slices of dimension 0 (rows) that are not zero: 1, 2, 3
//   1 2 0 0      slices of dimension 1 (columns):                0, 1, 2, 3
//   3 4 0 0      blocks of 2 x 2:                                .  .
//   0 0 0 5                                                  ... 2 of 4
//
// A minus zero is a zero.

#ifndef SA_DIALECT_SA_ANALYSIS_CONSTANTCONTENT_H
#define SA_DIALECT_SA_ANALYSIS_CONSTANTCONTENT_H

#include "sa/Dialect/SA/Analysis/ConstantElements.h"

namespace sa {

/// For each element of a box, in row-major order, whether it is not zero.
struct NonzeroMask {
  llvm::SmallVector<int64_t> shape;
  std::vector<uint8_t> isNonzero;
  int64_t count = 0;
  /// For each element whether anything reads it; empty when that is so for all.
  /// What is not read is not counted, neither as zero nor as not zero.
  std::vector<uint8_t> isRead;
  int64_t numRead = 0;

  /// The mask of the elements of `type` whose indices are below `extent`.
  static NonzeroMask get(const ConstantElements &elements, ArrayType type,
                         llvm::ArrayRef<int64_t> extent);

  /// Leaves only the elements for which none of `constraints`, which are
  /// expressions of the dimensions, is negative.
  void restrictTo(llvm::ArrayRef<mlir::AffineExpr> constraints);

  int64_t size() const { return isNonzero.size(); }
};

/// For each slice of one dimension whether it is not zero.
struct SliceMask {
  std::vector<uint8_t> isNonzero;
  /// How many are not zero, and the first and the last of them.
  int64_t count = 0, first = 0, last = -1;
  /// How many elements of each slice are read.
  std::vector<int64_t> numRead;

  int64_t size() const { return isNonzero.size(); }
};

/// The slices of each dimension.
llvm::SmallVector<SliceMask> getSlices(const NonzeroMask &mask);

/// A mask as a matrix of cells. A cell is first one element, and then, after
/// `coarsen`, a block of them, which is zero when all of them are.
class CellMatrix {
public:
  /// The rows run over `rowDims` of the mask, the columns over `columnDims`,
  /// both in row-major order; each dimension is in one of them.
  CellMatrix(const NonzeroMask &mask, llvm::ArrayRef<unsigned> rowDims,
             llvm::ArrayRef<unsigned> columnDims);

  int64_t getNumRows() const { return numRows; }
  int64_t getNumColumns() const { return numColumns; }
  bool isNonzero(int64_t row, int64_t column) const {
    return cells[row * numColumns + column];
  }
  /// How many cells of a row are not zero.
  int64_t countRow(int64_t row) const;
  int64_t countAll() const;

  /// Blocks of `rows` by `columns` cells; those at the edges may be smaller.
  CellMatrix coarsen(int64_t rows, int64_t columns) const;

private:
  CellMatrix(int64_t numRows, int64_t numColumns)
      : numRows(numRows), numColumns(numColumns), cells(numRows * numColumns) {}

  int64_t numRows = 1, numColumns = 1;
  std::vector<uint8_t> cells;
};

} // namespace sa

#endif // SA_DIALECT_SA_ANALYSIS_CONSTANTCONTENT_H
