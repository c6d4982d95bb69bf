// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Flow/Privatization.h"

#include "sa/Dialect/SA/Analysis/Accesses/AccessOverlap.h"

using namespace mlir;
using namespace sa;

/// How far a read's point is from the point that wrote what it reads.
using Shift = SmallVector<int64_t>;

/// The results of a map as rows of coefficients: of the dimensions, of the
/// symbols, and a constant. Nothing when there is a division.
static std::optional<std::vector<SmallVector<int64_t, 8>>>
getRows(const NestAccesses &nest, const Access &access) {
  std::vector<SmallVector<int64_t, 8>> rows;
  FlatLinearConstraints divisions;
  AffineMap map = getElementMap(nest, access);
  if (!map || failed(getFlattenedAffineExprs(map, &rows, &divisions)) ||
      divisions.getNumLocalVars() != 0)
    return std::nullopt;
  return rows;
}

/// Shifts whose first `numPrivate` numbers are zero, such that `write` at
/// p - shift always touches the element that `read` touches at p.
static SmallVector<Shift> getShifts(const NestAccesses &nest,
                                    const Access &write, const Access &read,
                                    unsigned numPrivate) {
  // What need not happen, or happens somewhere in a loop of the body, covers
  // nothing.
  if (!write.isPlain() || !read.loops.empty())
    return {};
  auto writeRows = getRows(nest, write), readRows = getRows(nest, read);
  if (!writeRows || !readRows)
    return {};
  unsigned rank = nest.getRank();
  // 1. Subscripts that change with one inner index tell how far that is.
  Shift shift(rank, 0);
  SmallVector<bool> isFree(rank, true);
  for (auto [writeRow, readRow] : llvm::zip_equal(*writeRows, *readRows)) {
    if (ArrayRef(writeRow).drop_back() != ArrayRef(readRow).drop_back())
      return {};
    int64_t distance = writeRow.back() - readRow.back();
    for (unsigned i = numPrivate; i < rank; ++i) {
      if (writeRow[i] == 0)
        continue;
      isFree[i] = false;
      if (distance % writeRow[i] == 0)
        shift[i] = distance / writeRow[i];
    }
  }
  // 2. Whether they all agree.
  for (auto [writeRow, readRow] : llvm::zip_equal(*writeRows, *readRows)) {
    int64_t distance = writeRow.back() - readRow.back();
    for (unsigned i = numPrivate; i < rank; ++i)
      distance -= writeRow[i] * shift[i];
    if (distance != 0)
      return {};
  }
  // 3. An inner index that no subscript has can be any; one step is enough.
  SmallVector<Shift> shifts = {shift};
  for (unsigned i = numPrivate; i < rank; ++i)
    if (isFree[i]) {
      shifts.push_back(shift);
      shifts.back()[i] = 1;
    }
  return shifts;
}

/// True when a point comes after the one at a shift from it.
static bool isForwards(const Shift &shift) {
  auto *first = llvm::find_if(shift, [](int64_t step) { return step != 0; });
  return first != shift.end() && *first > 0;
}

/// True when each value that `read` reads was written by its own copy, or by
/// none, where the first `numPrivate` indices have a copy each. Asks one
/// question for each constraint of the nest. Vendor bug
/// mlir-presburger-subtract: differences of sets lose points.
static bool staysInside(const NestAccesses &nest, ArrayRef<const Access *> all,
                        const Access &read, unsigned numPrivate) {
  // 1. Points of other copies that come before the read and write the element.
  std::vector<std::pair<AccessOverlap, unsigned>> foreign;
  for (const Access *write : all) {
    if (!write->writes)
      continue;
    AccessOverlap meetings(nest, *write, nest, read);
    for (unsigned position = 0; position < numPrivate; ++position)
      if (meetings.exist(position, position))
        foreign.push_back({meetings, position});
  }
  if (foreign.empty())
    return true;

  // 2. They do not matter where a point of the same copy comes in between.
  bool isLater = false;
  for (const Access *write : all) {
    // What an accumulation writes, it writes after it has read.
    isLater |= write == &read;
    if (!write->writes)
      continue;
    for (const Shift &shift : getShifts(nest, *write, read, numPrivate)) {
      bool isBefore = isForwards(shift) ||
                      (!isLater && llvm::all_of(shift, [](int64_t step) {
                        return step == 0;
                      }));
      if (isBefore && llvm::none_of(foreign, [&](const auto &pairs) {
            return pairs.first.existOutside(pairs.second, pairs.second, shift);
          }))
        return true;
    }
  }
  return false;
}

unsigned sa::countPrivateIndices(const NestAccesses &nest, Value array) {
  SmallVector<const Access *> all;
  for (const Access &access : nest.getAccesses())
    if (access.array == array)
      all.push_back(&access);
  for (unsigned numPrivate = nest.getRank(); numPrivate > 0; --numPrivate)
    if (llvm::all_of(all, [&](const Access *read) {
          return !read->reads() || staysInside(nest, all, *read, numPrivate);
        }))
      return numPrivate;
  return 0;
}
