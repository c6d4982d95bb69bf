// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

void sa::reportTemporary(TempOp temp, const Twine &message,
                         ArrayRef<ReportValue> values) {
  addReport(temp->getParentOfType<FuncOp>(), ReportSubject::Temporary,
            temp.getName(), message, values);
}

bool sa::hasDistinctElements(Value array) {
  auto type = cast<ArrayType>(array.getType());
  auto temp = array.getDefiningOp<TempOp>();
  return type.isInjective() ||
         (temp && temp.getUninitialized() &&
          isa_and_nonnull<SlicedLayoutAttr>(type.getLayout()));
}

int64_t sa::getStorageBytes(ArrayType type) {
  return type.getStorageSize() * getElementBytes(type.getElementType());
}

std::string sa::getBytesText(int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

void sa::reportInMemory(TempOp temp, const Twine &reason) {
  auto type = cast<ArrayType>(temp.getResult().getType());
  std::string size;
  SmallVector<ReportValue> values = {{"memory", "device"}};
  if (type.hasStaticShape()) {
    size = getBytesText(getStorageBytes(type));
    values.push_back({"bytes", getStorageBytes(type)});
  } else {
    llvm::ListSeparator separator(" x ");
    for (auto [dim, length] : llvm::enumerate(type.getShape()))
      (size += StringRef(separator)) += length == ShapedType::kDynamic
                                            ? type.getSizeName(dim).str()
                                            : std::to_string(length);
    size += " elements";
  }
  reportTemporary(temp, size + " in device memory: " + reason, values);
}

SmallVector<TempOp> sa::getNestTemporaries(FuncOp func) {
  SmallVector<TempOp> temps;
  for (auto temp : func.getOps<TempOp>())
    if (llvm::all_of(temp.getResult().getUsers(), [](Operation *user) {
          return isa<DimOp>(user) || user->getParentOfType<NestOp>();
        }))
      temps.push_back(temp);
  return temps;
}

SmallVector<Operation *> sa::getAccesses(TempOp temp) {
  SmallVector<Operation *> accesses;
  llvm::SmallSetVector<Operation *, 4> nests;
  for (Operation *user : temp.getResult().getUsers())
    if (isa<LoadOp, StoreOp, AccumulateOp>(user))
      nests.insert(user->getParentOfType<NestOp>());
  SmallVector<Operation *> inOrder = nests.takeVector();
  llvm::sort(inOrder, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  for (Operation *nest : inOrder)
    nest->walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, AccumulateOp>(op) &&
          llvm::is_contained(op->getOperands(), temp.getResult()))
        accesses.push_back(op);
    });
  return accesses;
}

Value sa::createZero(OpBuilder &builder, Location loc, TempOp temp) {
  Type type = cast<ArrayType>(temp.getResult().getType()).getValueType();
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complex.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

SmallVector<Value> sa::beginElementNest(OpBuilder &builder, Location loc,
                                        Value array) {
  auto type = cast<ArrayType>(array.getType());
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> sizes;
  SmallVector<std::string> names;
  for (int64_t dim = 0; dim < std::max<int64_t>(rank, 1); ++dim) {
    names.push_back("i" + std::to_string(dim));
    if (dim == rank) // One point for the only element.
      sizes.push_back(builder.getIndexAttr(1));
    else if (type.getShape()[dim] != ShapedType::kDynamic)
      sizes.push_back(builder.getIndexAttr(type.getShape()[dim]));
    else
      sizes.push_back(DimOp::create(builder, loc, array, dim).getResult());
  }
  IntegerSetAttr where;
  if (SmallVector<AffineExpr> domain = type.getDomainConstraints();
      !domain.empty())
    where = IntegerSetAttr::get(IntegerSet::get(
        rank, 0, domain, SmallVector<bool>(domain.size(), false)));
  SmallVector<StringRef> nameRefs(names.begin(), names.end());
  auto nest = NestOp::create(builder, loc, nameRefs, sizes, where);
  builder.setInsertionPoint(nest.getBody().front().getTerminator());
  return llvm::to_vector_of<Value>(nest.getIndices().take_front(rank));
}

void sa::createClear(OpBuilder &builder, TempOp temp) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> indices =
      beginElementNest(builder, temp.getLoc(), temp.getResult());
  Value zero = createZero(builder, temp.getLoc(), temp);
  StoreOp::create(builder, temp.getLoc(), zero, temp.getResult(), indices);
}

void sa::redirectAccess(Operation *access, Value array, ValueRange indices) {
  OpBuilder builder(access);
  Location loc = access->getLoc();
  if (auto load = dyn_cast<LoadOp>(access))
    load.replaceAllUsesWith(
        LoadOp::create(builder, loc, array, indices).getResult());
  else if (auto store = dyn_cast<StoreOp>(access))
    StoreOp::create(builder, loc, store.getValue(), array, indices);
  else if (auto accumulate = cast<AccumulateOp>(access))
    AccumulateOp::create(builder, loc, accumulate.getKind(),
                         accumulate.getValue(), array, indices);
  eraseAccess(access);
}

void sa::eraseAccess(Operation *access) {
  SmallVector<Operation *> pending = {access};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    for (Value operand : operands)
      if (Operation *source = operand.getDefiningOp();
          source && !isa<TempOp, ConstOp>(source) &&
          isOpTriviallyDead(source) && !llvm::is_contained(pending, source))
        pending.push_back(source);
  }
}

/// The size of a dimension of a temporary, from where it comes.
static Value createDimension(OpBuilder &builder, TempOp temp, DimOp dim) {
  auto type = cast<ArrayType>(temp.getResult().getType());
  Location loc = dim.getLoc();
  int64_t size = type.getShape()[dim.getDimension()];
  if (size != ShapedType::kDynamic)
    return arith::ConstantIndexOp::create(builder, loc, size);
  return createSize(builder, loc, cast<FuncOp>(temp->getParentOp()),
                    type.getSizeName(dim.getDimension()));
}

void sa::eraseTemporary(TempOp temp) {
  for (Operation *user :
       llvm::make_early_inc_range(temp.getResult().getUsers())) {
    auto dim = cast<DimOp>(user);
    OpBuilder builder(dim);
    dim.replaceAllUsesWith(createDimension(builder, temp, dim));
    dim.erase();
  }
  temp.erase();
}
