// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plans of chains:
//
// - a product, and what is done to each of its elements before and after: fused
//   over the blocks of the result that are in registers;
// - products and other nests over rows (attention): fused over tiles of rows;
// - other nests (softmax, layer norm): fused over rows.

#include "Chains.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace sa;

/// The rows of a tile with products, at most, and the fewest that pay.
static constexpr int64_t mostTileRows = 64, leastTileRows = 8;
/// The rows of a tile where their number is only known at run time.
static constexpr int64_t openTileRows = 32;
/// A cache that cores share is taken to be this much larger than their own.
static constexpr int64_t sharedCaches = 8;
/// The rows of a block in registers: tiles are multiples of it.
static constexpr int64_t blockRows = 4;
/// The blocks of rows of a work-item whose number is only known at run time.
static constexpr int64_t openRowBlocks = 16;

static std::string getNestName(const ChainMember &member) {
  NestOp nest = member.shape.nest;
  return nest.getName()->str();
}

namespace {
/// Writes one plan.
class ChainPlan {
public:
  ChainPlan(const Chain &chain, const CostModel &model,
            const TargetDescription &target,
            function_ref<PlanSketch &()> getSketch)
      : chain(chain), model(model), target(target), getSketch(getSketch) {}

  /// Returns true if to fuse the nests is worth it: it saves traffic, or the
  /// launch of a nest with one point for each row.
  bool isUseful(bool strict) const;
  /// Each returns nothing, and writes no step, for chains of another kind.
  std::optional<std::string> overBlocks();
  std::optional<std::string> overRows();

private:
  const ChainMember &front() const { return chain.front(); }
  Size getRows() const { return front().shape.sizes[front().row]; }
  /// Returns true if several nests access an array that has more than one
  /// element in each row.
  bool savesTraffic() const;
  const ChainMember *getOnlyProduct() const;
  /// Returns how many rows a tile with products has; nothing if that does not
  /// pay.
  std::optional<int64_t> chooseTile() const;
  int64_t getBytes(const ChainMember &member) const;
  int64_t chooseLanes(const ChainMember &member) const;
  /// Splits and orders the loops of one nest, with `row` outermost.
  void orderRows(unsigned number, int64_t tile);
  void orderProduct(unsigned number, Value row, Value rowsInside, int64_t tile);
  /// Splits off two steps of the innermost loop of the sum, which are unrolled.
  Value splitDepth(unsigned number);
  void finish(PlanSketch &sketch);

  const Chain &chain;
  const CostModel &model;
  const TargetDescription &target;
  function_ref<PlanSketch &()> getSketch;
  SmallVector<Value> unrolled, vectors;
};
} // namespace

bool ChainPlan::savesTraffic() const {
  llvm::SmallPtrSet<void *, 8> seen;
  for (const ChainMember &member : chain) {
    llvm::SmallPtrSet<void *, 8> here;
    for (const AccessShape &access : member.shape.accesses) {
      bool hasMore = false;
      for (unsigned index = 0; index < member.shape.getRank(); ++index)
        hasMore |= index != member.row && access.isIn(index);
      if (hasMore && access.isIn(member.row))
        here.insert(access.array.getAsOpaquePointer());
    }
    for (void *array : here)
      if (!seen.insert(array).second)
        return true;
  }
  return false;
}

bool ChainPlan::isUseful(bool strict) const {
  double points = 0;
  bool isOpen = false, hasOnlyRows = false, hasColumns = false;
  for (const ChainMember &member : chain) {
    points += member.shape.countPoints();
    isOpen |= member.shape.isOpen();
    (member.shape.getRank() == 1 ? hasOnlyRows : hasColumns) = true;
  }
  return (isOpen || !model.isSmall(points)) &&
         ((!strict && hasOnlyRows && hasColumns) || savesTraffic());
}

int64_t ChainPlan::getBytes(const ChainMember &member) const {
  int64_t bytes = 1;
  for (const AccessShape &access : member.shape.accesses)
    bytes = std::max(bytes, access.elementBytes);
  return bytes;
}

int64_t ChainPlan::chooseLanes(const ChainMember &member) const {
  return model.chooseLanes(getBytes(member), member.shape.sizes[*member.lane]);
}

const ChainMember *ChainPlan::getOnlyProduct() const {
  const ChainMember *product = nullptr;
  for (const ChainMember &member : chain) {
    if (!member.isProduct)
      continue;
    if (product)
      return nullptr;
    product = &member;
  }
  return product;
}

Value ChainPlan::splitDepth(unsigned number) {
  unsigned index = chain[number].getDepth().back();
  Size depth = chain[number].shape.sizes[index];
  if (!depth || *depth < 4)
    return Value();
  Value loop = getSketch().getLoop(number, index);
  Value inside = getSketch().split(loop, depth, 2);
  unrolled.push_back(inside);
  return inside;
}

void ChainPlan::finish(PlanSketch &sketch) {
  for (Value loop : unrolled)
    sketch.unroll(loop);
  for (Value loop : vectors)
    sketch.vectorize(loop);
  sketch.setPrivateMemory(std::min<int64_t>(target.cacheBytes, 1 << 20));
}

//===----------------------------------------------------------------------===//
// Over blocks of the result
//===----------------------------------------------------------------------===//

/// Returns the indices of a nest over the points of a product's result that are
/// the `others` of the product. Nothing if its points are not those, or if its
/// row and lane are not those of the product.
static std::optional<SmallVector<unsigned>>
matchPoints(const ChainMember &product, const ChainMember &member) {
  const NestShape &shape = member.shape;
  if (shape.getRank() != product.others.size() + 2 || !member.lane ||
      shape.sizes[*member.lane] != product.shape.sizes[*product.lane] ||
      !llvm::all_of(shape.parallel, [](bool isParallel) { return isParallel; }))
    return std::nullopt;
  Value array = product.getResult().array;
  std::optional<AffineMap> result;
  for (const Access &access : product.accesses.getAccesses())
    if (access.array == array)
      result = access.map;
  // Which index of the product each index of the nest is.
  SmallVector<std::optional<unsigned>> indices(product.shape.getRank());
  indices[product.row] = member.row;
  indices[*product.lane] = *member.lane;
  for (const Access &access : member.accesses.getAccesses()) {
    if (access.array != array)
      continue;
    for (auto [mine, theirs] :
         llvm::zip_equal(access.map.getResults(), result->getResults())) {
      auto inMember = dyn_cast<AffineDimExpr>(mine);
      auto inProduct = dyn_cast<AffineDimExpr>(theirs);
      if (!inMember || !inProduct)
        return std::nullopt;
      std::optional<unsigned> &index = indices[inProduct.getPosition()];
      if (index.value_or(inMember.getPosition()) != inMember.getPosition())
        return std::nullopt;
      index = inMember.getPosition();
    }
  }
  SmallVector<unsigned> others;
  for (unsigned index : product.others) {
    if (!indices[index] ||
        shape.sizes[*indices[index]] != product.shape.sizes[index])
      return std::nullopt;
    others.push_back(*indices[index]);
  }
  return others;
}

std::optional<std::string> ChainPlan::overBlocks() {
  // 1. One product, and nests over the points of its result.
  const ChainMember *product = getOnlyProduct();
  if (!product)
    return std::nullopt;
  const AccessShape &result = product->getResult();
  Size columns = product->shape.sizes[*product->lane];
  SmallVector<SmallVector<unsigned>> others;
  for (const ChainMember &member : chain) {
    if (&member == product) {
      others.push_back(product->others);
      continue;
    }
    auto indices = matchPoints(*product, member);
    if (!indices)
      return std::nullopt;
    others.push_back(std::move(*indices));
  }
  int64_t bytes = result.elementBytes;
  RegisterBlock block = model.chooseBlock(bytes, getRows(), columns);
  SmallVector<unsigned> depth = product->getDepth();
  if (block.columns < model.getLanes(bytes) ||
      (columns && *columns <= block.columns && getRows() &&
       *getRows() <= block.rows && product->others.empty()))
    return std::nullopt;
  // The columns of a block stay in the cache while the rows go by.
  Size steps = 1;
  for (unsigned index : depth)
    steps = steps && product->shape.sizes[index]
                ? Size(*steps * *product->shape.sizes[index])
                : Size();
  if (steps.value_or(0) * block.columns * bytes > target.cacheBytes)
    return std::nullopt;

  // 2. Work-items over products, then over columns, or over rows if there are
  //    few columns.
  double numProducts = 1;
  bool isOpen = false;
  for (unsigned index : product->others) {
    isOpen |= !product->shape.sizes[index];
    numProducts *= product->shape.sizes[index].value_or(1);
  }
  Size columnShare, rowShare;
  if (numProducts < CostModel::workItemsPerCore * target.cores) {
    columnShare = model.chooseShare(
        columns, block.columns,
        product->shape.countPointsIn(*product->lane) / numProducts);
    isOpen |= (columnShare && !columns) || !getRows();
    if (!columnShare || isOpen)
      rowShare = model.chooseShare(getRows(), block.rows,
                                   product->shape.countPointsIn(product->row) /
                                       numProducts);
  }
  // A copy of the columns is made once for all rows of a work-item.
  if (rowShare && !getRows())
    rowShare = std::max(*rowShare, openRowBlocks * block.rows);

  // 3. The same tiles for all nests: the common loops are those over tiles.
  PlanSketch &sketch = getSketch();
  SmallVector<Value> first;
  unsigned numCommon = 0, parallel = 0;
  Value rowTiles;
  for (auto [number, member] : llvm::enumerate(chain)) {
    Value row = sketch.getLoop(number, member.row);
    Value column = sketch.getLoop(number, *member.lane);
    Value sharedColumns, sharedRows;
    Size rows = getRows(), inColumns = columns;
    if (columnShare) {
      sharedColumns = column;
      column = sketch.split(sharedColumns, columns, *columnShare);
      inColumns = columnShare;
    }
    if (rowShare) {
      sharedRows = row;
      row = sketch.split(sharedRows, rows, *rowShare);
      rows = rowShare;
    }
    Value columnsInside = sketch.split(column, inColumns, block.columns);
    Value rowsInside = sketch.split(row, rows, block.rows);
    SmallVector<Value> order;
    for (unsigned index : others[number])
      order.push_back(sketch.getLoop(number, index));
    order.append({sharedColumns, sharedRows, column, row});
    llvm::erase(order, Value());
    numCommon = order.size();
    parallel =
        others[number].size() + (sharedColumns ? 1 : 0) + (sharedRows ? 1 : 0);
    first.push_back(order.front());
    if (&member == product) {
      Value inside = splitDepth(number);
      for (unsigned index : depth)
        order.push_back(sketch.getLoop(number, index));
      order.push_back(inside);
    }
    order.append({rowsInside, columnsInside});
    sketch.reorder(order);
    unrolled.push_back(rowsInside);
    vectors.push_back(columnsInside);
    rowTiles = row;
  }
  SmallVector<Value> common = sketch.fuse(first, numCommon);
  sketch.parallelize(
      ArrayRef(common).take_front(parallel),
      isOpen || !product->others.empty() ? model.getMostWorkItems() : Size());
  // A copy of the columns of a block, if that is read in strides, or often.
  std::string text;
  for (const AccessShape &input : product->shape.accesses) {
    if (input.writes || !input.isIn(*product->lane) ||
        input.isIn(product->row) || !rowTiles)
      continue;
    bool isStrided = !input.isContiguous(*product->lane);
    if (cast<ArrayType>(input.array.getType()).getRank() != 2 ||
        (!isStrided && !model.isWorthPacking(getRows(), steps, false)))
      continue;
    LayoutAttrInterface layout;
    if (isStrided)
      layout = cast<LayoutAttrInterface>(
          Attribute(ColMajorLayoutAttr::get(input.array.getContext())));
    sketch.cache(input.array, common.back(), layout);
    text += ", " + getArrayName(input.array) + " packed";
  }
  finish(sketch);
  return "with what is done to its elements, " + std::to_string(block.rows) +
         " x " + std::to_string(block.columns) + " block in registers" + text +
         (!product->others.empty()  ? ", products in parallel"
          : columnShare && rowShare ? ", columns and rows in parallel"
          : columnShare             ? ", columns in parallel"
          : rowShare                ? ", rows in parallel"
                                    : "");
}

//===----------------------------------------------------------------------===//
// Over rows
//===----------------------------------------------------------------------===//

std::optional<int64_t> ChainPlan::chooseTile() const {
  bool hasProduct = false, isRowOpen = false;
  int64_t bytesOfRow = 0, bytesOfOthers = 0;
  llvm::SmallPtrSet<void *, 8> seen;
  for (const ChainMember &member : chain) {
    hasProduct |= member.isProduct;
    if (!member.others.empty())
      return std::nullopt;
    for (const AccessShape &access : member.shape.accesses) {
      auto type = cast<ArrayType>(access.array.getType());
      bool isTemporary = access.array.getDefiningOp<TempOp>();
      bool isOther =
          member.isProduct && !access.writes && !access.isIn(member.row);
      if ((!isTemporary && !isOther) ||
          !seen.insert(access.array.getAsOpaquePointer()).second)
        continue;
      int64_t elements = 1, numOpen = 0;
      for (int64_t size : type.getShape()) {
        if (ShapedType::isDynamic(size)) {
          ++numOpen;
          size = 4096;
        }
        elements *= std::max<int64_t>(size, 1);
      }
      // Private memory has a known size.
      isRowOpen |= isTemporary && numOpen > (getRows() ? 0 : 1);
      if (isOther)
        bytesOfOthers += elements * access.elementBytes;
      else
        bytesOfRow += elements * access.elementBytes /
                      std::max<int64_t>(getRows().value_or(4096), 1);
    }
  }
  // Of few rows each nest is better off in parallel on its own.
  if (!hasProduct)
    return getRows().value_or(2 * target.cores) < 2 * target.cores
               ? std::nullopt
               : std::optional<int64_t>(1);
  // What all rows read has to stay in the cache, or comes from one that cores
  // share. Something else than products has to be done to rows that are handed
  // on.
  if (bytesOfOthers > sharedCaches * target.cacheBytes || bytesOfRow == 0 ||
      isRowOpen || llvm::all_of(chain, [](const ChainMember &member) {
        return member.isProduct;
      }))
    return std::nullopt;
  int64_t tile = mostTileRows;
  int64_t fitting = bytesOfOthers > target.cacheBytes
                        ? target.cacheBytes / 2
                        : target.cacheBytes * 3 / 4;
  int64_t numRows =
      getRows().value_or(openTileRows * std::max<int64_t>(target.cores, 2));
  while (tile * bytesOfRow > fitting ||
         tile * std::max<int64_t>(target.cores, 2) > numRows)
    if ((tile /= 2) < leastTileRows)
      return std::nullopt;
  return tile;
}

void ChainPlan::orderProduct(unsigned number, Value row, Value rowsInside,
                             int64_t tile) {
  PlanSketch &sketch = getSketch();
  const ChainMember &member = chain[number];
  Size columns = member.shape.sizes[*member.lane];
  int64_t lanes = chooseLanes(member);
  Value column = sketch.getLoop(number, *member.lane);
  Value columnsInside = sketch.split(column, columns, lanes);
  Value block = sketch.split(rowsInside, tile, blockRows);
  Value inside = splitDepth(number);
  SmallVector<Value> order = {row, column, rowsInside};
  for (unsigned index : member.getDepth())
    order.push_back(sketch.getLoop(number, index));
  order.append({inside, block, columnsInside});
  sketch.reorder(order);
  unrolled.push_back(block);
  vectors.push_back(columnsInside);
}

void ChainPlan::orderRows(unsigned number, int64_t tile) {
  PlanSketch &sketch = getSketch();
  const ChainMember &member = chain[number];
  Value row = sketch.getLoop(number, member.row), rowsInside;
  if (tile > 1)
    rowsInside = sketch.split(row, getRows(), tile);
  if (member.isProduct)
    return orderProduct(number, row, rowsInside, tile);
  SmallVector<Value> order = {row, rowsInside};
  for (unsigned index = 0; index < member.shape.getRank(); ++index)
    if (index != member.row && index != member.lane)
      order.push_back(sketch.getLoop(number, index));
  if (member.lane) {
    Value lane = sketch.getLoop(number, *member.lane);
    Value vector = sketch.split(lane, member.shape.sizes[*member.lane],
                                chooseLanes(member));
    order.append({lane, vector});
    vectors.push_back(vector);
  }
  sketch.reorder(order);
}

std::optional<std::string> ChainPlan::overRows() {
  std::optional<int64_t> tile = chooseTile();
  if (!tile)
    return std::nullopt;
  PlanSketch &sketch = getSketch();
  SmallVector<Value> first;
  for (auto [number, member] : llvm::enumerate(chain)) {
    orderRows(number, *tile);
    first.push_back(sketch.getLoop(number, member.row));
  }
  Value rows = sketch.fuse(first, /*partial=*/1).front();
  bool isParallel = *tile > 1;
  if (*tile == 1) {
    double work = 0;
    for (const ChainMember &member : chain)
      work += member.shape.countPointsIn(member.row);
    if (Size share = model.chooseShare(getRows(), /*unit=*/1, work)) {
      if (*share > 1)
        (void)sketch.split(rows, getRows(), *share);
      isParallel = true;
    }
  }
  if (isParallel)
    sketch.parallelize(rows, getRows() ? Size() : model.getMostWorkItems());
  std::string text;
  for (const ChainMember &member : chain)
    for (Value array : member.strided) {
      Attribute transposed = ColMajorLayoutAttr::get(array.getContext());
      sketch.cache(array, rows, cast<LayoutAttrInterface>(transposed));
      text += ", " + getArrayName(array) + " packed";
    }
  finish(sketch);
  return (*tile == 1 ? std::string("row by row")
                     : "in tiles of " + std::to_string(*tile) + " rows") +
         text + (isParallel ? ", rows in parallel" : "");
}

std::optional<std::string>
sa::chooseChain(const Chain &chain, const CostModel &model,
                const TargetDescription &target, bool strict,
                function_ref<PlanSketch &()> getSketch) {
  ChainPlan plan(chain, model, target, getSketch);
  if (!plan.isUseful(strict))
    return std::nullopt;
  std::optional<std::string> choice = plan.overBlocks();
  if (!choice)
    choice = plan.overRows();
  if (!choice)
    return std::nullopt;
  std::string text = "fused with";
  for (const ChainMember &member : ArrayRef(chain).drop_front())
    text += (&member == &chain[1] ? " '" : ", '") + getNestName(member) + "'";
  return text + " " + *choice;
}
