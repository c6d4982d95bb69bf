// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestRewrite.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace sa;

Value sa::createTable(OpBuilder &builder, Location loc, StringRef name,
                      ArrayRef<int64_t> numbers) {
  int64_t size = numbers.size();
  auto create = [&](unsigned width, DenseElementsAttr elements) -> Value {
    auto type = ArrayType::get({size}, builder.getIntegerType(width, false),
                               Role::Const);
    return ConstOp::create(builder, loc, type, builder.getStringAttr(name),
                           elements);
  };
  bool isShort = llvm::all_of(
      numbers, [](int64_t number) { return number <= UINT16_MAX; });
  auto getElements = [&](auto example) {
    using Number = decltype(example);
    std::vector<Number> narrow(numbers.begin(), numbers.end());
    auto type = RankedTensorType::get(
        {size}, builder.getIntegerType(sizeof(Number) * 8, false));
    return DenseElementsAttr::get(type, ArrayRef<Number>(narrow));
  };
  return isShort ? create(16, getElements(uint16_t()))
                 : create(32, getElements(uint32_t()));
}

Value sa::createEntry(OpBuilder &builder, Location loc, Value table,
                      Value place) {
  Value entry = LoadOp::create(builder, loc, table, place);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      entry);
}

ConstOp sa::createValues(OpBuilder &builder, ConstOp old,
                         ArrayRef<int64_t> shape, ArrayRef<char> bytes) {
  auto oldType = cast<ArrayType>(old.getResult().getType());
  Type elementType = oldType.getElementType();
  // What was right for the old shape need not be for the new one.
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

bool sa::needsGuard(const ZeroFactor &factor, unsigned position, bool isExact) {
  return llvm::any_of(NestOp(factor.nest).getConstraints(),
                      [&](AffineExpr constraint) {
                        return constraint.isFunctionOfDim(position) &&
                               !(isExact && factor.isOwn(constraint));
                      });
}

/// True for what computes indices, as an earlier rewrite may have left it, and
/// may happen where constraints do not hold. It stays at the top of the body,
/// where conditions and loops can use it. `others` are those before it.
static bool isOfIndices(Operation &op, NestOp nest,
                        const llvm::SmallPtrSetImpl<Operation *> &others) {
  bool isAlone = llvm::all_of(op.getOperands(), [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return !source || !nest->isAncestor(source) || others.contains(source);
  });
  if (isAlone && op.getNumResults() == 1 &&
      op.getResult(0).getType().isIndex() && isPure(&op))
    return true;
  // An entry of a table that the nest walks.
  auto load = dyn_cast<LoadOp>(op);
  if (!load || !load.getArray().getDefiningOp<ConstOp>() ||
      load.getIndices().size() != 1)
    return false;
  auto index = dyn_cast<BlockArgument>(load.getIndices().front());
  if (!index || index.getOwner() != &nest.getBody().front())
    return false;
  int64_t size = nest.getStaticSizes()[index.getArgNumber()];
  auto type = cast<ArrayType>(load.getArray().getType());
  return !ShapedType::isDynamic(size) && size <= type.getShape().front();
}

namespace {
/// The constraints of a nest: those that the new nest can have, over its
/// indices, and those that are left for its body, over the old ones.
struct Constraints {
  Constraints(const ZeroFactor &factor, const NestRewrite &rewrite);

  SmallVector<AffineExpr> ofNest, ofBody;
};
} // namespace

Constraints::Constraints(const ZeroFactor &factor, const NestRewrite &rewrite) {
  NestOp nest = factor.nest;
  MLIRContext *context = nest.getContext();
  unsigned numIndices = rewrite.indices.size();
  SmallVector<AffineExpr> oldIndices;
  for (const NestRewrite::OldIndex &old : rewrite.oldIndices) {
    AffineExpr index =
        getAffineDimExpr(old.from, context) * old.scale + old.offset;
    if (old.inner)
      index = index + getAffineDimExpr(*old.inner, context);
    oldIndices.push_back(index);
  }
  for (AffineExpr constraint : nest.getConstraints()) {
    bool hasTable = false;
    for (auto [position, old] : llvm::enumerate(rewrite.oldIndices))
      hasTable |= !old.table.empty() && constraint.isFunctionOfDim(position);
    if (!hasTable)
      ofNest.push_back(simplifyAffineExpr(constraint.replaceDims(oldIndices),
                                          numIndices,
                                          nest.getWhereSymbols().size()));
    else if (!rewrite.isExact || !factor.isOwn(constraint))
      ofBody.push_back(constraint);
  }
}

/// The points for which none of `constraints` is negative; null when there are
/// no constraints.
static IntegerSetAttr getSet(ArrayRef<AffineExpr> constraints, unsigned numDims,
                             unsigned numSymbols) {
  if (constraints.empty())
    return {};
  SmallVector<bool> isEquality(constraints.size(), false);
  return IntegerSetAttr::get(
      IntegerSet::get(numDims, numSymbols, constraints, isEquality));
}

std::pair<NestOp, ConstOp> sa::rewriteNest(const ZeroFactor &factor,
                                           const NestRewrite &rewrite) {
  NestOp nest = factor.nest;
  ConstOp constant = factor.getConstant();
  Location loc = nest.getLoc();
  OpBuilder builder(nest);
  auto getTableName = [&](StringRef index) {
    return (constant.getName() + "_" + index).str();
  };

  // 1. The constants: what is left of the old one, unless several reads stay
  //    as they are, and the tables.
  ConstOp values;
  if (!factor.isJoint)
    values =
        createValues(builder, constant, rewrite.valueShape, rewrite.values);
  SmallVector<Value> tables;
  for (auto [position, old] : llvm::enumerate(rewrite.oldIndices))
    tables.push_back(
        old.table.empty()
            ? Value()
            : createTable(builder, constant.getLoc(),
                          getTableName(nest.getIndexName(position)),
                          old.table));
  Value starts;
  if (rewrite.segmented)
    starts = createTable(builder, constant.getLoc(), getTableName("starts"),
                         rewrite.starts);

  // 2. The nest.
  SmallVector<StringRef> names, parallel;
  SmallVector<OpFoldResult> sizes;
  for (const NestRewrite::NewIndex &index : rewrite.indices) {
    names.push_back(index.name);
    sizes.push_back(index.size);
    if (index.isParallel)
      parallel.push_back(index.name);
  }
  Constraints constraints(factor, rewrite);
  ValueRange symbols = nest.getWhereSymbols();
  IntegerSetAttr where =
      getSet(constraints.ofNest, names.size(), symbols.size());
  auto newNest = NestOp::create(builder, loc, names, sizes, where,
                                where ? symbols : ValueRange());
  newNest.setParallelAttr(builder.getStrArrayAttr(parallel));
  if (starts)
    newNest.setSegments(names[*rewrite.segmented], starts,
                        AffineMap::get(names.size(), 0, rewrite.segment));
  for (auto [index, old] : llvm::zip(newNest.getIndices(), nest.getIndices()))
    index.setLoc(old.getLoc());

  // 3. The old indices, from the new ones.
  builder.setInsertionPoint(newNest.getBody().front().getTerminator());
  auto add = [&](Value lhs, Value rhs) -> Value {
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  };
  IRMapping mapping;
  for (auto [position, old] : llvm::enumerate(rewrite.oldIndices)) {
    Value index = newNest.getIndices()[old.from];
    if (tables[position])
      index = createEntry(builder, loc, tables[position], index);
    if (old.scale != 1)
      index = arith::MulIOp::create(
          builder, loc, index,
          arith::ConstantIndexOp::create(builder, loc, old.scale));
    if (old.offset != 0)
      index =
          add(index, arith::ConstantIndexOp::create(builder, loc, old.offset));
    if (old.inner)
      index = add(index, newNest.getIndices()[*old.inner]);
    mapping.map(nest.getIndices()[position], index);
  }

  // 4. The body, with the new constant in the place of the old one.
  SmallVector<Value> valueIndices;
  for (AffineExpr expr : factor.isJoint ? ArrayRef<AffineExpr>()
                                        : ArrayRef(rewrite.valueIndices)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      valueIndices.push_back(newNest.getIndices()[dim.getPosition()]);
    else
      valueIndices.push_back(affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(names.size(), 0, expr),
          newNest.getIndices()));
  }
  OpBuilder outside(newNest.getBody().front().getTerminator());
  if (IntegerSetAttr guard =
          getSet(constraints.ofBody, nest.getRank(), symbols.size())) {
    SmallVector<Value> operands;
    for (Value index : nest.getIndices())
      operands.push_back(mapping.lookup(index));
    llvm::append_range(operands, symbols);
    auto branch = affine::AffineIfOp::create(builder, loc, guard.getValue(),
                                             operands, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.getThenBlock());
    outside.setInsertionPoint(branch);
  }
  llvm::SmallPtrSet<Operation *, 8> ofIndices;
  for (Operation &op : nest.getBody().front().without_terminator()) {
    if (isOfIndices(op, nest, ofIndices)) {
      ofIndices.insert(&op);
      outside.clone(op, mapping);
    } else {
      builder.clone(op, mapping);
    }
  }
  newNest.walk([&](LoadOp load) {
    if (factor.isJoint || load.getArray() != constant.getResult())
      return;
    load.getArrayMutable().assign(values.getResult());
    load.getIndicesMutable().assign(valueIndices);
  });
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(newNest.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();

  // An index that only the constant was read with needs no table.
  for (Value table : tables)
    if (table && table.use_empty())
      table.getDefiningOp()->erase();
  nest.erase();
  if (constant->use_empty())
    constant.erase();
  return {newNest, values};
}
