// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses that go to a copy, and what the report says about it.

#include "ElementCast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sa/Dialect/SA/IR/Report.h"
#include "sa/Dialect/SA/Transforms/Arithmetic/Accumulate.h"
#include "sa/Dialect/SA/Transforms/Caches/CacheInsertion.h"
#include "sa/Dialect/SA/Transforms/Loops/LoopUtils.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"

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
    if (inSource == inCopy) {
      redirectAccess(access.op, copy.array, indices);
      continue;
    }
    auto store = [&](Value value) {
      value = createElementCast(builder, loc, value, inSource, inCopy);
      StoreOp::create(builder, loc, value, copy.array, indices);
    };
    if (auto write = dyn_cast<StoreOp>(access.op)) {
      store(write.getValue());
    } else {
      Value element = LoadOp::create(builder, loc, copy.array, indices);
      auto read = dyn_cast<LoadOp>(access.op);
      if (read && isa<FloatType>(inCopy))
        widenDirectly(read, element, inCopy);
      Value old;
      if (!read || !read.use_empty())
        old = createElementCast(builder, loc, element, inCopy, inSource);
      // A sum is rounded as the array would round it.
      if (auto add = dyn_cast<AccumulateOp>(access.op))
        store(createCombine(builder, add, old, add.getValue()));
      else if (old)
        read.replaceAllUsesWith(old);
    }
    eraseAccess(access.op);
  }

  // Copies of the copy see its type.
  SmallVector<LoopCacheOp> inner;
  for (Value array : {source, Value(op.getCached())})
    for (Operation *user : array.getUsers())
      if (auto other = dyn_cast<LoopCacheOp>(user);
          other && other != op &&
          (array != source || trigger->isAncestor(other)))
        inner.push_back(other);
  for (LoopCacheOp other : inner) {
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
    if (llvm::MulOverflow(runs, *getMaxTripCount(loop), runs))
      return std::nullopt;
  }
  return runs;
}

void CacheInsertion::report() {
  StringRef cache = op.getName(), loop = getLoopName(trigger);
  if (accesses.empty()) {
    addReport(func, ReportSubject::Array, StringRef(getArrayName(source)),
              "no cache '" + cache + "' for the loop '" + loop + "': " +
                  (copyType ? "what it accesses is contiguous already"
                            : "it accesses nothing"),
              {{"loop", loop}});
    return;
  }
  SmallVector<ReportValue> values = {{"cache", cache}, {"loop", loop}};
  std::string text = "cache '" + cache.str() + "' of ";
  llvm::ListSeparator separator(" by ");
  for (auto [dim, extent] : llvm::enumerate(block.extents))
    (text += StringRef(separator)) += extent == ShapedType::kDynamic
                                          ? copyType.getSizeName(dim).str()
                                          : std::to_string(extent);
  if (block.extents.empty())
    text += "1";
  text += " elements";
  if (copyType.hasStaticShape()) {
    text += ", " + getBytesText(getStorageBytes(copyType));
    values.push_back({"bytes", getStorageBytes(copyType)});
  }
  values.push_back({"memory", memory.isLocal    ? "local"
                              : memory.isBuffer ? "private"
                                                : "device"});
  text += memory.isLocal    ? " of local memory for each group"
          : memory.isBuffer ? " of private memory for each work-item"
          : concurrent.empty()
              ? " of device memory"
              : " of device memory for each iteration of the parallel loops";
  text += ", used by the loop '" + loop.str() + "'";
  if (std::optional<int64_t> runs = countRuns(trigger)) {
    text += *runs == 1 ? ", once" : ", " + std::to_string(*runs) + " times";
    values.push_back({"fills", *runs});
  }
  if (streaming)
    text += "; filled one iteration of the loop '" +
            getLoopName(streaming).str() + "' ahead";
  addReport(func, ReportSubject::Array, StringRef(getArrayName(source)), text,
            values);
}
