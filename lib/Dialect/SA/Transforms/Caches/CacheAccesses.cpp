// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses that go to a copy, and what the report says about it.

#include "CacheInsertion.h"
#include "ElementCast.h"
#include "Temporaries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/Accumulate.h"

using namespace mlir;
using namespace sa;
using affine::AffineForOp;

/// Gives those who want an element in a wider type the one of the copy, which
/// lost nothing: whatever is in the copy was an element of the array.
static void widenDirectly(LoadOp read, Value element, Type inCopy) {
  for (Operation *user : llvm::make_early_inc_range(read->getUsers())) {
    auto wide = dyn_cast<arith::ExtFOp>(user);
    if (!wide)
      continue;
    OpBuilder builder(wide);
    wide.replaceAllUsesWith(createElementCast(builder, wide.getLoc(), element,
                                              inCopy, wide.getType()));
    wide.erase();
  }
}

void CacheInsertion::redirect() {
  // Without a copy the array takes its place.
  if (!copy.array)
    copy.array = source;
  Type inSource = sourceType.getElementType();
  for (const LoopAccess &access : accesses) {
    OpBuilder builder(access.op);
    Location loc = access.op->getLoc();
    Type inCopy = copyType.getElementType();
    SmallVector<Value> indices;
    for (AffineExpr slice : copy.leading)
      indices.push_back(space.createValue(builder, loc, slice));
    for (auto [dim, value] : llvm::enumerate(getAccess(access.op).second))
      indices.push_back(
          access.index[dim]
              ? space.createValue(builder, loc,
                                  access.index[dim] - block.base[dim])
              : value);
    auto loadElement = [&]() -> Value {
      return LoadOp::create(builder, loc, copy.array, indices).getResult();
    };
    auto load = [&]() {
      return createElementCast(builder, loc, loadElement(), inCopy, inSource);
    };
    auto store = [&](Value value) {
      value = createElementCast(builder, loc, value, inSource, inCopy);
      StoreOp::create(builder, loc, value, copy.array, indices);
    };
    if (auto read = dyn_cast<LoadOp>(access.op)) {
      Value element = loadElement();
      if (inCopy != inSource && isa<FloatType>(inCopy))
        widenDirectly(read, element, inCopy);
      if (!read.use_empty())
        read.replaceAllUsesWith(
            createElementCast(builder, loc, element, inCopy, inSource));
    } else if (auto write = dyn_cast<StoreOp>(access.op))
      store(write.getValue());
    else if (auto add = cast<AccumulateOp>(access.op); inSource == inCopy)
      AccumulateOp::create(builder, loc, add.getKind(), add.getValue(),
                           copy.array, indices);
    else // Rounded as the array would round it.
      store(createCombine(builder, add, load(), add.getValue()));
    eraseAccess(access.op);
  }

  // Copies of the copy see its type.
  SmallVector<CacheBlockOp> inner;
  for (Value array : {source, Value(op.getCached())})
    for (Operation *user : array.getUsers())
      if (auto other = dyn_cast<CacheBlockOp>(user);
          other && other != op &&
          (array != source || trigger->isAncestor(other)))
        inner.push_back(other);
  for (CacheBlockOp other : inner) {
    other.getSourceMutable().assign(copy.array);
    other.getCached().setType(cast<ArrayType>(copy.array.getType()));
  }
  op.getCached().replaceAllUsesWith(source);
  op.erase();
}

/// How often the trigger runs, where that is known.
static std::optional<int64_t> countRuns(AffineForOp trigger) {
  int64_t runs = 1;
  for (auto loop = trigger->getParentOfType<AffineForOp>(); loop;
       loop = loop->getParentOfType<AffineForOp>()) {
    if (!loop.hasConstantBounds())
      return std::nullopt;
    int64_t length =
        loop.getConstantUpperBound() - loop.getConstantLowerBound();
    int64_t step = loop.getStepAsInt();
    int64_t iterations = std::max<int64_t>((length + step - 1) / step, 0);
    if (llvm::MulOverflow(runs, iterations, runs))
      return std::nullopt;
  }
  return runs;
}

void CacheInsertion::report() {
  std::string text = "array '" + getArrayName(source) + "': ";
  if (accesses.empty()) {
    addReport(func, text + "no copy '" + op.getName() + "' for the loop '" +
                        getLoopName(trigger) + "': " +
                        (copyType ? "what it touches is contiguous already"
                                  : "it touches nothing"));
    return;
  }
  text += "copy '" + op.getName().str() + "' of ";
  llvm::ListSeparator separator(" by ");
  for (auto [dim, extent] : llvm::enumerate(block.extents))
    (text += StringRef(separator)) += extent == ShapedType::kDynamic
                                          ? copyType.getSizeName(dim).str()
                                          : std::to_string(extent);
  if (block.extents.empty())
    text += "1";
  text += " elements";
  if (copyType.hasStaticShape())
    text += ", " + getBytesText(getStorageBytes(copyType));
  text += memory.isLocal    ? " of local memory for each group"
          : memory.isBuffer ? " of private memory for each work-item"
          : concurrent.empty()
              ? " of device memory"
              : " of device memory for each iteration of the parallel loops";
  text += ", used by the loop '" + getLoopName(trigger).str() + "'";
  if (std::optional<int64_t> runs = countRuns(trigger))
    text += *runs == 1 ? ", once" : ", " + std::to_string(*runs) + " times";
  if (streaming)
    text += "; filled one iteration of the loop '" +
            getLoopName(streaming).str() + "' ahead";
  addReport(func, text);
}
