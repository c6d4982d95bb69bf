// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestRewrite.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace sa;

/// Creates a constant array of the narrowest type that holds `numbers`.
static Value createTable(OpBuilder &builder, Location loc, const Twine &name,
                         ArrayRef<int64_t> numbers) {
  int64_t size = numbers.size();
  auto create = [&](auto example) -> Value {
    using Number = decltype(example);
    std::vector<Number> narrow(numbers.begin(), numbers.end());
    Type type = builder.getIntegerType(sizeof(Number) * 8, /*isSigned=*/false);
    auto elements = DenseElementsAttr::get(RankedTensorType::get({size}, type),
                                           ArrayRef<Number>(narrow));
    return ConstOp::create(builder, loc,
                           ArrayType::get({size}, type, Role::Const),
                           builder.getStringAttr(name), elements);
  };
  bool isShort = llvm::all_of(
      numbers, [](int64_t number) { return number <= UINT16_MAX; });
  return isShort ? create(uint16_t()) : create(uint32_t());
}

/// Creates a constant of some of the elements of `old`, given as bytes.
static ConstOp createValues(OpBuilder &builder, ConstOp old,
                            ArrayRef<int64_t> shape, ArrayRef<char> bytes) {
  auto oldType = cast<ArrayType>(old.getResult().getType());
  Type elementType = oldType.getElementType();
  // A layout for the old shape need not suit the new one.
  LayoutAttrInterface layout;
  if (oldType.getLayout())
    layout = DeferredLayoutAttr::get(builder.getContext());
  auto tensorType = RankedTensorType::get(shape, elementType);
  DenseElementsAttr elements;
  if (elementType.isInteger(1)) {
    SmallVector<bool> flags(bytes.begin(), bytes.end());
    elements = DenseElementsAttr::get(tensorType, ArrayRef<bool>(flags));
  } else {
    elements = DenseElementsAttr::getFromRawBuffer(tensorType, bytes);
  }
  auto type = ArrayType::get(shape, elementType, Role::Const, layout);
  return ConstOp::create(builder, old.getLoc(), type, old.getNameAttr(),
                         elements);
}

/// Creates the new nest, without its body.
static NestOp createNest(OpBuilder &builder, NestOp nest,
                         const NestRewrite &rewrite, Value starts) {
  SmallVector<StringRef> names, parallel;
  SmallVector<OpFoldResult> sizes;
  for (const NestRewrite::NewIndex &index : rewrite.indices) {
    names.push_back(index.name);
    sizes.push_back(index.size);
    if (index.isParallel)
      parallel.push_back(index.name);
  }
  // Constraints are about other indices, which have only moved.
  IntegerSetAttr where = nest.getWhereAttr();
  if (where) {
    SmallVector<AffineExpr> moved;
    for (const NestRewrite::OldIndex &old : rewrite.oldIndices)
      moved.push_back(builder.getAffineDimExpr(old.from));
    IntegerSet set = where.getValue();
    where = IntegerSetAttr::get(set.replaceDimsAndSymbols(
        moved, {}, names.size(), set.getNumSymbols()));
  }
  auto created = NestOp::create(builder, nest.getLoc(), names, sizes, where,
                                nest.getWhereSymbols());
  created.setParallelAttr(builder.getStrArrayAttr(parallel));
  if (starts)
    created.setSegments(names[*rewrite.segmented], starts,
                        AffineMap::get(names.size(), 0, rewrite.segment));
  for (auto [index, old] : llvm::zip(created.getIndices(), nest.getIndices()))
    index.setLoc(old.getLoc());
  return created;
}

/// Creates the old index `old` in the body of the new nest.
static Value createOldIndex(OpBuilder &builder, NestOp created, Value table,
                            const NestRewrite::OldIndex &old) {
  Location loc = created.getLoc();
  auto getNumber = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value index = created.getIndices()[old.from];
  if (table) {
    Value entry = LoadOp::create(builder, loc, table, index);
    index = arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                         entry);
  }
  if (old.scale != 1)
    index = arith::MulIOp::create(builder, loc, index, getNumber(old.scale));
  if (old.offset != 0)
    index = arith::AddIOp::create(builder, loc, index, getNumber(old.offset));
  if (old.inner)
    index = arith::AddIOp::create(builder, loc, index,
                                  created.getIndices()[*old.inner]);
  return index;
}

std::pair<NestOp, ConstOp> sa::rewriteNest(RewriterBase &rewriter,
                                           const ZeroFactor &factor,
                                           const NestRewrite &rewrite) {
  NestOp nest = factor.nest;
  ConstOp constant = factor.constant;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(nest);

  // 1. The elements that are left, and the tables.
  ConstOp values =
      createValues(rewriter, constant, rewrite.valueShape, rewrite.values);
  SmallVector<Value> tables;
  for (auto [position, old] : llvm::enumerate(rewrite.oldIndices))
    tables.push_back(old.table.empty()
                         ? Value()
                         : createTable(rewriter, constant.getLoc(),
                                       constant.getName() + "_" +
                                           nest.getIndexName(position),
                                       old.table));
  Value starts;
  if (rewrite.segmented)
    starts = createTable(rewriter, constant.getLoc(),
                         constant.getName() + "_starts", rewrite.starts);

  // 2. The nest, whose body is that of the old one with other indices.
  NestOp created = createNest(rewriter, nest, rewrite, starts);
  Block &body = created.getBody().front();
  rewriter.setInsertionPoint(body.getTerminator());
  IRMapping mapping;
  for (auto [index, table, old] :
       llvm::zip_equal(nest.getIndices(), tables, rewrite.oldIndices))
    mapping.map(index, createOldIndex(rewriter, created, table, old));
  SmallVector<Value> valueIndices;
  for (unsigned index : rewrite.valueIndices)
    valueIndices.push_back(created.getIndices()[index]);
  for (Operation &op : nest.getBody().front().without_terminator())
    rewriter.clone(op, mapping);
  created.walk([&](LoadOp load) {
    if (load.getArray() != constant.getResult())
      return;
    rewriter.modifyOpInPlace(load, [&] {
      load.getArrayMutable().assign(values.getResult());
      load.getIndicesMutable().assign(valueIndices);
    });
  });

  // 3. An index that only the constant was read with needs no table.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
  for (Value table : tables)
    if (table && table.use_empty())
      rewriter.eraseOp(table.getDefiningOp());
  rewriter.eraseOp(nest);
  if (constant->use_empty())
    rewriter.eraseOp(constant);
  return {created, values};
}
