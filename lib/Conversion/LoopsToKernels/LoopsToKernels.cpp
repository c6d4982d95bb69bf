// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// loops → kernels: each parallel loop of a function becomes a kernel.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSALOOPSTOKERNELS
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// The largest number of dimensions of a range of work-items.
constexpr unsigned maxRangeRank = 3;

/// The values from outside of its loop that a kernel uses.
struct Captures {
  /// Passed as arguments, in the order of the function's signature.
  SmallVector<Value> arguments;
  /// Computed again in the kernel, in the order of the program.
  SmallVector<Operation *> recomputed;
};

/// Outlines the loops of one function.
class FunctionOutliner {
public:
  FunctionOutliner(func::FuncOp func, gpu::GPUModuleOp kernels)
      : func(func), kernels(kernels) {}
  void run();

private:
  Captures getCaptures(scf::ParallelOp loop);
  void outline(scf::ParallelOp loop, unsigned number);
  gpu::GPUFuncOp createKernel(scf::ParallelOp loop, StringRef name,
                              ArrayRef<Value> arguments);
  /// Clones `op` into the kernel, and its constant array into the module.
  void recompute(OpBuilder &builder, Operation *op, IRMapping &mapping);
  /// Creates the indices of the loop from the position of the work-item.
  SmallVector<Value> createIndices(OpBuilder &builder, scf::ParallelOp loop,
                                   const IRMapping &mapping);

  func::FuncOp func;
  gpu::GPUModuleOp kernels;
  /// The position of each operation in the program.
  llvm::DenseMap<Operation *, unsigned> order;
};

} // namespace

/// Returns how many leading indices share the slowest dimension of the range.
static size_t getNumFolded(scf::ParallelOp loop) {
  return loop.getNumLoops() - std::min(loop.getNumLoops(), maxRangeRank) + 1;
}

Captures FunctionOutliner::getCaptures(scf::ParallelOp loop) {
  llvm::SetVector<Value> pending;
  getUsedValuesDefinedAbove(loop.getRegion(), pending);
  // The folded indices are quotients and remainders by these sizes.
  for (size_t position = 1; position < getNumFolded(loop); ++position)
    pending.insert(loop.getUpperBound()[position]);
  Captures captures;
  for (size_t i = 0; i < pending.size(); ++i) {
    Value value = pending[i];
    Operation *op = value.getDefiningOp();
    if (op && isMemoryEffectFree(op)) {
      captures.recomputed.push_back(op);
      pending.insert(op->operand_begin(), op->operand_end());
    } else {
      captures.arguments.push_back(value);
    }
  }
  // The arguments of the function, then the values of its body in program
  // order; the index of a loop stands where the loop does.
  auto getKey = [&](Value value) -> std::pair<unsigned, unsigned> {
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    return {order.lookup(op), argument ? argument.getArgNumber() : 0};
  };
  llvm::sort(captures.arguments,
             [&](Value lhs, Value rhs) { return getKey(lhs) < getKey(rhs); });
  llvm::sort(captures.recomputed, [&](Operation *lhs, Operation *rhs) {
    return order.lookup(lhs) < order.lookup(rhs);
  });
  captures.recomputed.erase(llvm::unique(captures.recomputed),
                            captures.recomputed.end());
  return captures;
}

/// Returns the parallel loops that become kernels, in program order.
static SmallVector<scf::ParallelOp> getKernelLoops(func::FuncOp func) {
  SmallVector<scf::ParallelOp> loops;
  func.walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  return loops;
}

void FunctionOutliner::run() {
  func.walk<WalkOrder::PreOrder>(
      [&](Operation *op) { order[op] = order.size(); });
  for (auto [number, loop] : llvm::enumerate(getKernelLoops(func)))
    outline(loop, number);
}

gpu::GPUFuncOp FunctionOutliner::createKernel(scf::ParallelOp loop,
                                              StringRef name,
                                              ArrayRef<Value> arguments) {
  OpBuilder builder(loop.getContext());
  auto kernel = gpu::GPUFuncOp::create(
      builder, loop.getLoc(), name,
      builder.getFunctionType(TypeRange(ValueRange(arguments)), {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel->setAttr(rankAttrName, builder.getI64IntegerAttr(std::min(
                                    loop.getNumLoops(), maxRangeRank)));
  SymbolTable(kernels).insert(kernel, kernels.getBody()->end());
  for (auto [position, value] : llvm::enumerate(arguments)) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (owner == func)
        kernel.setArgAttrs(position,
                           func.getArgAttrDict(argument.getArgNumber()));
      else if (Attribute name = owner->getAttr(indexAttrName))
        kernel.setArgAttr(position, nameAttrName, name);
      continue;
    }
    auto describe = [&kernel, position = position](
                        StringAttr name, Type elementType, Role role) {
      auto type = ArrayType::get({ShapedType::kDynamic}, elementType, role);
      kernel.setArgAttr(position, nameAttrName, name);
      kernel.setArgAttr(position, arrayAttrName, TypeAttr::get(type));
    };
    if (auto alloc = value.getDefiningOp<AllocOp>())
      describe(alloc.getNameAttr(), alloc.getElementType(), Role::Temp);
    else if (auto upload = value.getDefiningOp<UploadOp>())
      describe(upload.getNameAttr(), upload.getElementType(), Role::Const);
    else if (isa_and_present<ErrorRecordOp>(value.getDefiningOp()))
      describe(builder.getStringAttr("errors"),
               builder.getIntegerType(32, /*isSigned=*/false), Role::Temp);
    else
      llvm_unreachable("a kernel uses arguments and arrays only");
  }
  return kernel;
}

void FunctionOutliner::recompute(OpBuilder &builder, Operation *op,
                                 IRMapping &mapping) {
  if (auto use = dyn_cast<memref::GetGlobalOp>(op)) {
    SymbolTable target(kernels);
    if (!target.lookup(use.getName())) {
      Operation *global =
          SymbolTable::lookupNearestSymbolFrom(func, use.getNameAttr());
      // In the order of their use, before the kernel that is being made.
      OpBuilder(builder.getInsertionBlock()->getParentOp()).clone(*global);
    }
  }
  builder.clone(*op, mapping);
}

SmallVector<Value> FunctionOutliner::createIndices(OpBuilder &builder,
                                                   scf::ParallelOp loop,
                                                   const IRMapping &mapping) {
  Location loc = loop.getLoc();
  size_t rank = loop.getNumLoops();
  size_t numFolded = getNumFolded(loop);
  size_t rangeRank = rank - numFolded + 1;
  auto names = loop->getAttrOfType<ArrayAttr>(indicesAttrName);
  // The last dimension of a SYCL range is the first of SPIR-V: the fast one.
  auto getGlobalId = [&](size_t position) -> Value {
    auto dimension = static_cast<gpu::Dimension>(rangeRank - 1 - position);
    return gpu::GlobalIdOp::create(builder, loc, dimension);
  };
  auto setName = [&](Value index, size_t position) {
    if (names && position < names.size())
      index.getDefiningOp()->setAttr(indexAttrName, names[position]);
  };

  SmallVector<Value> indices(rank);
  for (size_t position = rank; position-- > numFolded;) {
    indices[position] = getGlobalId(position - numFolded + 1);
    setName(indices[position], position);
  }
  Value folded = getGlobalId(0);
  for (size_t position = numFolded; position-- > 1;) {
    Value size = mapping.lookup(loop.getUpperBound()[position]);
    auto rest = arith::RemUIOp::create(builder, loc, folded, size);
    auto quotient = arith::DivUIOp::create(builder, loc, folded, size);
    rest->setAttr(positionAttrName, builder.getUnitAttr());
    quotient->setAttr(positionAttrName, builder.getUnitAttr());
    indices[position] = rest;
    folded = quotient;
    setName(indices[position], position);
  }
  indices[0] = folded;
  setName(folded, 0);
  return indices;
}

/// Returns the size of the work-groups in each dimension of the range; empty if
/// the runtime chooses.
static SmallVector<int64_t> getLocal(scf::ParallelOp loop) {
  auto sizes = loop->getAttrOfType<DenseI64ArrayAttr>(localAttrName);
  if (!sizes)
    return {};
  SmallVector<int64_t> folded(sizes.asArrayRef());
  while (folded.size() > maxRangeRank) {
    folded[1] *= folded[0];
    folded.erase(folded.begin());
  }
  return folded;
}

/// Fixes the size of the work-groups, so that the device compiler need not
/// provide for others, and does not vectorize across groups of one work-item.
static void setBlockSize(gpu::GPUFuncOp kernel, ArrayRef<int64_t> local) {
  if (local.empty())
    return;
  SmallVector<int32_t> sizes(llvm::reverse(local));
  sizes.resize(maxRangeRank, 1);
  kernel.setKnownBlockSize(sizes);
}

void FunctionOutliner::outline(scf::ParallelOp loop, unsigned number) {
  Location loc = loop.getLoc();
  std::string name = (func.getSymName() + "_" + Twine(number)).str();

  // 1. The kernel.
  Captures captures = getCaptures(loop);
  gpu::GPUFuncOp kernel = createKernel(loop, name, captures.arguments);
  setBlockSize(kernel, getLocal(loop));
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  IRMapping mapping;
  mapping.map(captures.arguments, kernel.getArguments());
  for (Operation *op : captures.recomputed)
    recompute(builder, op, mapping);

  // 2. The body, once for each work-item.
  SmallVector<Value> indices = createIndices(builder, loop, mapping);
  mapping.map(loop.getInductionVars(), indices);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  gpu::ReturnOp::create(builder, loc);

  // 3. The launch.
  builder.setInsertionPoint(loop);
  SmallVector<Value> range(loop.getUpperBound());
  while (range.size() > maxRangeRank) {
    range[1] = builder.createOrFold<arith::MulIOp>(loc, range[0], range[1]);
    range.erase(range.begin());
  }
  auto symbol = SymbolRefAttr::get(
      kernels.getSymNameAttr(), {FlatSymbolRefAttr::get(kernel.getNameAttr())});
  SmallVector<Value> local =
      llvm::map_to_vector(getLocal(loop), [&](int64_t size) -> Value {
        return arith::ConstantIndexOp::create(builder, loc, size);
      });
  LaunchOp::create(builder, loc, symbol, range, local, captures.arguments);
  loop.erase();
}

/// Fails, with a diagnostic, if a loop does not start at 0, has another
/// increment than 1, or results.
static LogicalResult verifyLoops(func::FuncOp func) {
  for (scf::ParallelOp loop : getKernelLoops(func)) {
    auto are = [](ValueRange values, int64_t number) {
      return llvm::all_of(values, [&](Value value) {
        return getConstantIntValue(value) == number;
      });
    };
    if (!are(loop.getLowerBound(), 0) || !are(loop.getStep(), 1) ||
        !loop.getInitVals().empty())
      return loop.emitOpError() << "cannot become a kernel: it must run from 0 "
                                   "in steps of 1 and have no results";
  }
  return success();
}

/// Fails, with a diagnostic, if an access or another operation that the host
/// cannot run is left outside of the kernels.
static LogicalResult verifyOutlined(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (isa<scf::ForOp, scf::IfOp>(op) && op.getNumResults() == 0) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(verifyOutlined(inner)))
            return failure();
      continue;
    }
    bool isTop = isa<func::FuncOp>(op.getParentOp());
    if (!isa<LaunchOp, ExchangeOp, StandsForOp, StopUnlessOp>(op) &&
        !(isTop && isa<AllocOp, UploadOp, ErrorRecordOp, RequireOp>(op)) &&
        (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return op.emitOpError() << "is not part of a parallel loop and cannot "
                                 "become part of a kernel";
  }
  return success();
}

namespace {
class ConvertSALoopsToKernels
    : public sa::impl::ConvertSALoopsToKernelsBase<ConvertSALoopsToKernels> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
    SymbolTable(module).insert(kernels);
    SmallVector<func::FuncOp> funcs(module.getOps<func::FuncOp>());
    for (func::FuncOp func : funcs) {
      if (failed(verifyLoops(func)))
        return signalPassFailure();
      FunctionOutliner(func, kernels).run();
      if (failed(verifyOutlined(func.getBody().front())))
        return signalPassFailure();
    }
    // The module of the kernels has its own constants.
    for (func::FuncOp func : funcs)
      func.walk([](memref::GetGlobalOp op) {
        if (op.use_empty())
          op.erase();
      });
    for (memref::GlobalOp global :
         llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
      if (SymbolTable::lookupSymbolIn(kernels, global.getSymNameAttr()) ||
          SymbolTable::symbolKnownUseEmpty(global, module))
        global.erase();
  }
};
} // namespace
