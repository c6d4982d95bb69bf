// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlines calls of functions.

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/Analysis/Flow/Coverage.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/Transforms/Passes.h"
#include "sa/Dialect/SA/Transforms/Temporaries/TemporaryUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sa-inline-calls"

namespace sa {
#define GEN_PASS_DEF_SAINLINECALLS
#include "sa/Dialect/SA/Transforms/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

ALWAYS_ENABLED_STATISTIC(numInlined, "Calls inlined");

namespace {

/// A size of the callee in the caller: a number, or a name.
struct Size {
  int64_t number = ShapedType::kDynamic;
  StringAttr name;
};

/// Inlines the calls of one function.
class Inliner {
public:
  explicit Inliner(FuncOp caller) : caller(caller) {
    for (StringAttr name : caller.getArgNames().getAsRange<StringAttr>())
      taken.insert(name.getValue());
    for (const std::string &name : caller.getSizeNames())
      taken.insert(name);
    caller.walk([&](Operation *op) {
      if (StringAttr name = getName(op))
        taken.insert(name.getValue());
    });
  }

  LogicalResult inlineCall(CallOp call, FuncOp callee);

private:
  /// The name of a constant, a temporary, a nest or a loop.
  static StringAttr getName(Operation *op) {
    if (auto loop = dyn_cast<LoopOp>(op))
      return loop.getIndexNameAttr();
    return isa<ConstOp, TempOp, NestOp>(op)
               ? op->getAttrOfType<StringAttr>("name")
               : StringAttr();
  }
  StringAttr makeUnique(StringAttr name);
  /// The type of an array that the callee makes, with the caller's sizes; null,
  /// and an error, when its layout does not go with them.
  ArrayType adapt(Operation *op, const llvm::StringMap<Size> &sizes);

  FuncOp caller;
  llvm::StringSet<> taken;
};

} // namespace

StringAttr Inliner::makeUnique(StringAttr name) {
  std::string candidate = name.str();
  for (unsigned number = 1; !taken.insert(candidate).second; ++number)
    candidate = (name.getValue() + "_" + Twine(number)).str();
  return StringAttr::get(name.getContext(), candidate);
}

ArrayType Inliner::adapt(Operation *op, const llvm::StringMap<Size> &sizes) {
  auto array = cast<ArrayType>(op->getResult(0).getType());
  if (array.hasStaticShape())
    return array;
  SmallVector<int64_t> shape(array.getShape());
  SmallVector<StringAttr> names;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size != ShapedType::kDynamic)
      continue;
    const Size &known = sizes.find(array.getSizeName(dim))->second;
    size = known.number;
    if (size == ShapedType::kDynamic)
      names.push_back(known.name);
  }
  return ArrayType::getIfValid([&] { return op->emitOpError(); }, shape,
                               array.getElementType(), array.getRole(),
                               array.getLayout(), array.getDomain(), names);
}

LogicalResult Inliner::inlineCall(CallOp call, FuncOp callee) {
  LDBG() << "inline " << call;
  ++numInlined;
  // 1. The arguments and their sizes.
  IRMapping mapping;
  llvm::StringMap<Size> sizes;
  for (auto [argument, passed] :
       llvm::zip_equal(callee.getBody().getArguments(), call.getArguments())) {
    mapping.map(argument, passed);
    auto formal = dyn_cast<ArrayType>(argument.getType());
    auto actual = dyn_cast<ArrayType>(passed.getType());
    for (unsigned dim = 0; formal && dim < formal.getRank(); ++dim) {
      if (formal.getShape()[dim] != ShapedType::kDynamic)
        continue;
      Size size{actual.getShape()[dim], {}};
      if (size.number == ShapedType::kDynamic)
        size.name =
            StringAttr::get(call.getContext(), getSizeName(passed, dim));
      sizes.try_emplace(callee.getSizeName(argument.getArgNumber(), dim), size);
    }
  }

  // 2. The body, with names of its own.
  OpBuilder builder(call), outside(call);
  Operation *outermost = call;
  while (!isa<FuncOp>(outermost->getParentOp()))
    outermost = outermost->getParentOp();
  outside.setInsertionPoint(outermost);
  // In a loop, a temporary is zero in each round; reads that follow writes
  // cannot tell.
  FailureOr<FunctionAccesses> accesses = failure();
  if (outermost != call) {
    ScopedDiagnosticHandler silence(call.getContext(),
                                    [](Diagnostic &) { return success(); });
    accesses = FunctionAccesses::get(callee);
  }
  llvm::DenseMap<StringAttr, StringAttr> nestNames;
  for (Operation &op : callee.getBody().front().without_terminator()) {
    bool isArray = isa<TempOp, ConstOp>(op);
    Operation *clone = (isArray ? outside : builder).clone(op, mapping);
    // Messages say where it stands, and where it is called.
    clone->walk([&](Operation *inner) {
      inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
    });
    if (isa<TempOp, ConstOp>(clone)) {
      ArrayType type = adapt(clone, sizes);
      if (!type)
        return failure();
      clone->getResult(0).setType(type);
    }
    if (auto temp = dyn_cast<TempOp>(clone);
        temp && outermost != call &&
        (failed(accesses) || !accesses->isWrittenFirst(op.getResult(0))))
      createClear(builder, temp);
    // What was proven about the callee's arrays need not hold for those that
    // are passed: they may be one array.
    if (isa<PlanOp>(clone))
      forgetProofs(clone);
    // Copies are of what is passed, and of temporaries with the caller's sizes.
    clone->walk([](CacheOp cache) {
      cache.getCached().setType(cast<ArrayType>(cache.getSource().getType()));
    });
    clone->walk<WalkOrder::PreOrder>([&](Operation *named) {
      StringAttr name = getName(named);
      if (!name)
        return;
      StringAttr unique = makeUnique(name);
      if (auto loop = dyn_cast<LoopOp>(named))
        return loop.setIndexNameAttr(unique);
      named->setAttr("name", unique);
      if (isa<NestOp>(named))
        nestNames[name] = unique;
    });
    clone->walk([&](LoopsOp loops) {
      if (StringAttr unique = nestNames.lookup(loops.getNestAttr()))
        loops.setNestAttr(unique);
    });
  }
  call.erase();
  return success();
}

namespace {
class InlineCalls : public sa::impl::SAInlineCallsBase<InlineCalls> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    path.clear();
    done.clear();
    for (FuncOp func : getOperation().getOps<FuncOp>())
      if (failed(visit(func, symbols)))
        return signalPassFailure();
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>()))
      if (func.isPrivate())
        symbols.erase(func);
  }

  /// Inlines the calls of a function, after those of the functions it calls.
  LogicalResult visit(FuncOp func, SymbolTable &symbols) {
    if (done.contains(func))
      return success();
    path.insert(func);
    SmallVector<CallOp> calls;
    func.walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp call : calls) {
      auto callee = symbols.lookup<FuncOp>(call.getCallee());
      if (path.contains(callee))
        return call.emitOpError()
               << "calls '" << call.getCallee()
               << "', which is still running: functions do not call "
                  "themselves";
      if (failed(visit(callee, symbols)))
        return failure();
    }
    Inliner inliner(func);
    for (CallOp call : calls)
      if (failed(inliner.inlineCall(call,
                                    symbols.lookup<FuncOp>(call.getCallee()))))
        return failure();
    path.remove(func);
    done.insert(func);
    return success();
  }

  llvm::SetVector<Operation *> path;
  llvm::DenseSet<Operation *> done;
};
} // namespace
