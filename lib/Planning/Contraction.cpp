// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accumulations into C, where some index of C is contiguous:
//
//   C[i, j] += A[i, k] * B[k, j]
//
// The indices are told apart by their accesses. Those that C does not have are
// the depth (k). A contiguous one of C gives the columns of a block (j). One
// that an array with columns does not have gives its rows (i): each element of
// B is read once for all of them. All others only select products.

#include "Choices.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

/// The blocks of a work-item whose number is only known at run time: copies of
/// the columns are made once for all of them. Without rows, wide pieces of rows
/// are read.
static constexpr int64_t openRowBlocks = 16, openColumnBlocks = 4;
/// Fewer columns are not worth a vector.
static constexpr int64_t leastColumns = 4;

namespace {
struct Roles {
  /// The widest of the results, which have the same indices.
  const AccessShape *result = nullptr;
  int64_t numResults = 0;
  SmallVector<const AccessShape *> inputs;
  SmallVector<unsigned> depth, others;
  std::optional<unsigned> rows, columns;
};
} // namespace

/// Returns how many inputs are strided in an index.
static unsigned countStrided(const Roles &roles, unsigned index) {
  return llvm::count_if(roles.inputs, [&](const AccessShape *input) {
    return !input->isContiguous(index);
  });
}

/// Returns true if rows over `index` share elements of an input with columns.
static bool sharesColumns(const Roles &roles, unsigned index) {
  return llvm::any_of(roles.inputs, [&](const AccessShape *input) {
    return input->isIn(*roles.columns) && !input->isIn(index);
  });
}

/// Returns true if all inputs can be read in vectors along the depth.
static bool hasContiguousDepth(const NestShape &shape, const CostModel &model,
                               const Roles &roles) {
  int64_t lanes = model.getLanes(roles.result->elementBytes);
  return llvm::any_of(roles.depth, [&](unsigned index) {
    return shape.sizes[index].value_or(lanes) >= lanes &&
           countStrided(roles, index) == 0;
  });
}

/// Returns true if two results have the same indices, and are contiguous in the
/// same ones.
static bool moveAlike(const AccessShape &lhs, const AccessShape &rhs) {
  for (unsigned index = 0; index < lhs.strides.size(); ++index)
    if (lhs.isIn(index) != rhs.isIn(index) ||
        (lhs.strides[index] == 1) != (rhs.strides[index] == 1))
      return false;
  return true;
}

static std::optional<Roles> findRoles(const NestShape &shape,
                                      const CostModel &model) {
  // 1. Accumulations with the same indices, and loads of other arrays.
  Roles roles;
  llvm::SmallPtrSet<Value, 4> results;
  for (const AccessShape &access : shape.accesses) {
    if (!access.writes) {
      roles.inputs.push_back(&access);
      continue;
    }
    if (!access.accumulates || !results.insert(access.array).second ||
        (roles.result && !moveAlike(*roles.result, access)))
      return std::nullopt;
    if (!roles.result || roles.result->elementBytes < access.elementBytes)
      roles.result = &access;
  }
  roles.numResults = results.size();
  if (!roles.result || roles.inputs.empty() ||
      llvm::any_of(roles.inputs, [&](const AccessShape *input) {
        return results.contains(input->array);
      }))
    return std::nullopt;

  // 2. The columns: contiguous in the result, and in as many inputs as
  //    possible. Short columns leave lanes idle.
  int64_t lanes = model.getLanes(roles.result->elementBytes);
  auto findColumns = [&](int64_t least) {
    for (unsigned index = 0; index < shape.getRank(); ++index)
      if (roles.result->strides[index] == 1 &&
          shape.sizes[index].value_or(lanes) >= least &&
          (!roles.columns ||
           countStrided(roles, index) < countStrided(roles, *roles.columns)))
        roles.columns = index;
  };
  for (unsigned index = 0; index < shape.getRank(); ++index) {
    if (!roles.result->isIn(index))
      roles.depth.push_back(index);
    else if (!shape.parallel[index])
      return std::nullopt;
  }
  findColumns(lanes);
  // A part of a vector is better than none, if nothing else has whole ones.
  if (!roles.columns && !hasContiguousDepth(shape, model, roles)) {
    findColumns(std::min(lanes, leastColumns));
    if (roles.columns && countStrided(roles, *roles.columns) != 0)
      return std::nullopt;
  }
  if (roles.depth.empty() || !roles.columns)
    return std::nullopt;

  // 3. The rows: the innermost such index that is not short.
  for (unsigned index = 0; index < shape.getRank(); ++index)
    if (roles.result->isIn(index) && index != *roles.columns &&
        sharesColumns(roles, index) && shape.sizes[index].value_or(4) >= 4)
      roles.rows = index;
  for (unsigned index = 0; index < shape.getRank(); ++index)
    if (roles.result->isIn(index) && index != roles.columns &&
        index != roles.rows)
      roles.others.push_back(index);
  return roles;
}

/// Returns true if the first and the last iterations of a depth of unknown size
/// have code of their own. They would have it in each kind of tile of the
/// depth, and the device's compiler would take minutes.
static bool hasOpenEnds(const NestShape &shape, Size depth) {
  return shape.hasEnds && !depth;
}

/// Returns the inputs with columns that are to be copied, so that a block's
/// columns are contiguous; nothing if that is not possible where it is needed.
static std::optional<SmallVector<const AccessShape *>>
choosePacked(const PlanRequest &request, const Roles &roles, Size depth) {
  const NestShape &shape = request.shape;
  SmallVector<const AccessShape *> packed;
  for (const AccessShape *input : roles.inputs) {
    if (!input->isIn(*roles.columns))
      continue;
    bool isStrided = !input->isContiguous(*roles.columns);
    // A cache is filled once for all rows, and its footprint is a small box.
    bool isPossible = roles.rows && !input->isIn(*roles.rows) &&
                      !shape.isConstrained && roles.depth.size() == 1 &&
                      !hasOpenEnds(shape, depth) &&
                      cast<ArrayType>(input->array.getType()).getRank() == 2;
    bool isUseful =
        isPossible && request.model.isWorthPacking(shape.sizes[*roles.rows],
                                                   depth, isStrided);
    // Strided elements that are not copied are gathered once for all rows of a
    // block, if there are rows, and if no vectors along the depth can be read.
    if (isStrided && !isUseful) {
      bool isShared = roles.rows && !input->isIn(*roles.rows);
      if (!isShared || !input->strides[*roles.columns] ||
          hasContiguousDepth(shape, request.model, roles))
        return std::nullopt;
      continue;
    }
    // A row of a block of narrow elements is one line of a cache anyway.
    bool isNarrow = input->elementBytes < roles.result->elementBytes;
    if (isUseful && (isStrided || (!request.isSimple && !isNarrow)))
      packed.push_back(input);
  }
  return packed;
}

bool sa::hasBlock(const NestShape &shape, const CostModel &model) {
  std::optional<Roles> roles = findRoles(shape, model);
  return roles && roles->rows;
}

Choice sa::chooseContraction(const PlanRequest &request) {
  std::optional<Roles> roles = findRoles(request.shape, request.model);
  if (!roles)
    return std::nullopt;
  const NestShape &shape = request.shape;
  int64_t bytes = roles->result->elementBytes;
  Size numColumns = shape.sizes[*roles->columns];
  unsigned innerDepth = roles->depth.back();
  Size depth = shape.sizes[innerDepth];

  // 1. The block, and the part of the depth whose columns stay in the cache.
  RegisterBlock block;
  if (roles->rows) {
    block =
        request.model.chooseBlock(bytes, shape.sizes[*roles->rows], numColumns);
    // All results share the registers.
    block.rows = std::max<int64_t>(block.rows / roles->numResults, 1);
  } else {
    block.columns = request.model.chooseLanes(bytes, numColumns);
  }
  auto packed = choosePacked(request, *roles, depth);
  if (!packed)
    return std::nullopt;
  Size depthTile;
  if (roles->rows && roles->depth.size() == 1 && !shape.isConstrained &&
      !hasOpenEnds(shape, depth))
    depthTile = request.model.chooseDepth(depth, block.columns * bytes);

  // 2. Work-items: over products, then over rows, then over columns.
  PlanSketch &sketch = request.sketch();
  OuterLoops outer;
  distribute(request, roles->others, outer);
  TileLoop rows, columns;
  auto distributeRows = [&] {
    if (roles->rows)
      rows = distributeTiles(request, *roles->rows, block.rows, outer,
                             CostModel::workItemsPerCore,
                             openRowBlocks * block.rows);
  };
  // Without rows every element of an input is read once: the wider the columns
  // of a work-item are, the fewer pages it begins.
  auto distributeColumns = [&] {
    columns =
        roles->rows
            ? distributeTiles(request, *roles->columns, block.columns, outer)
            : distributeTiles(request, *roles->columns, block.columns, outer,
                              /*perCore=*/1, openColumnBlocks * block.columns);
  };
  // The depth of a triangle's rows differs: their blocks have constant bounds
  // as long as the loop over the blocks is not split.
  if (shape.isConstrained) {
    distributeColumns();
    if (roles->rows && !outer.isOpen &&
        outer.numWorkItems < request.target.cores)
      distributeRows();
    else if (roles->rows)
      rows = {sketch.getLoop(*roles->rows), shape.sizes[*roles->rows]};
  } else {
    distributeRows();
    distributeColumns();
  }

  // 3. The loops of a block, and the depth, of which two steps are unrolled
  //    with rows; without rows the result is read and written less often.
  Value rowsInside, depthOuter, depthInside;
  if (rows.loop)
    rowsInside = sketch.split(rows.loop, rows.size, block.rows);
  Value columnsInside = sketch.split(columns.loop, columns.size, block.columns);
  // A sum to few columns is itself distributed, with partial results.
  unsigned outerDepth = roles->depth.front();
  Value outerLoop = sketch.getLoop(outerDepth);
  if (outer.parallel.empty() && !request.isSimple && !roles->rows &&
      !shape.hasEnds) {
    Size size = shape.sizes[outerDepth];
    if (Size share =
            request.model.choosePart(size, shape.countPointsIn(outerDepth))) {
      outer.parallel.push_back(outerLoop);
      outerLoop = sketch.split(outer.parallel.back(), size, *share);
      NestOp nest = shape.nest;
      outer.names.push_back(nest.getIndexName(outerDepth));
      if (outerDepth == innerDepth)
        depth = share;
    }
  }
  Value depthLoop =
      outerDepth == innerDepth ? outerLoop : sketch.getLoop(innerDepth);
  if (depthTile) {
    depthOuter = depthLoop;
    depthLoop = sketch.split(depthOuter, depth, *depthTile);
    depth = depthTile;
  }
  int64_t steps = roles->rows ? 2 : 8;
  // An open depth has an edge, which would double the code of rows.
  if (!shape.isConstrained && (!roles->rows || shape.sizes[innerDepth]) &&
      (!depth || *depth >= 2 * steps))
    depthInside = sketch.split(depthLoop, depth, steps);

  SmallVector<Value> order(outer.parallel);
  llvm::append_range(order, outer.sequential);
  order.push_back(depthOuter);
  if (roles->rows)
    order.append({columns.loop, rows.loop});
  for (unsigned index : ArrayRef(roles->depth).drop_back())
    order.push_back(index == outerDepth ? outerLoop : sketch.getLoop(index));
  order.push_back(depthLoop);
  if (!roles->rows)
    order.push_back(columns.loop);
  order.append({depthInside, rowsInside, columnsInside});
  sketch.reorder(order);

  // 4. How they run.
  parallelize(request, outer);
  std::string text;
  for (const AccessShape *input : *packed) {
    if (!rows.loop)
      break;
    Attribute transposed = ColMajorLayoutAttr::get(input->array.getContext());
    bool isContiguous = input->isContiguous(*roles->columns);
    sketch.cache(input->array, rows.loop,
                 isContiguous ? LayoutAttrInterface()
                              : cast<LayoutAttrInterface>(transposed));
    text += ", " + getArrayName(input->array) + " packed";
    if (depthTile)
      text += " by " + std::to_string(*depthTile);
  }
  sketch.unroll(depthInside);
  sketch.unroll(rowsInside);
  sketch.vectorize(columnsInside);
  return "contraction, " + std::to_string(block.rows) + " x " +
         std::to_string(block.columns) + " block in registers" + text + ", " +
         outer.getText();
}
