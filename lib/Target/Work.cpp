// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels are walked as they run: what depends on sizes and positions only has
// its value, and loops whose bodies do the same in each iteration are walked
// once.

#include "sa/Target/Work.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sa;

/// At most so many work-items, or iterations of a loop, stand for all.
static constexpr int64_t maxSamples = 512;

namespace {

class WorkCounter {
public:
  WorkCounter(gpu::GPUFuncOp kernel, ArrayRef<int64_t> range,
              ArrayRef<int64_t> local, ArrayRef<int64_t> sizes);

  KernelWork run();

private:
  void runBlock(Block &block, double times);
  void runOp(Operation &op, double times);
  void runFor(scf::ForOp loop, double times);
  void runIf(scf::IfOp branch, double times);
  void evaluate(Operation &op);
  /// The value of something that sizes and positions determine.
  std::optional<int64_t> get(Value value) const;
  void set(Value value, int64_t number);
  /// Sets the positions of work-item `number`.
  void place(int64_t number);
  /// Whether what runs in `block` depends on one of `sources`.
  static bool decides(ArrayRef<Value> sources, Block &block);
  double getBytes(Type type) const;
  void access(Operation &op, double times);

  gpu::GPUFuncOp kernel;
  ArrayRef<int64_t> range, local;
  DenseMap<Value, Attribute> known;
  llvm::MapVector<Value, ArrayTraffic> arrays;
  KernelWork work;
};

} // namespace

WorkCounter::WorkCounter(gpu::GPUFuncOp kernel, ArrayRef<int64_t> range,
                         ArrayRef<int64_t> local, ArrayRef<int64_t> sizes)
    : kernel(kernel), range(range), local(local) {
  llvm::StringMap<int64_t> named;
  for (BlockArgument argument : kernel.getArguments()) {
    if (!argument.getType().isIndex() || sizes.empty())
      continue;
    set(argument, sizes.front());
    if (auto name = kernel.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        nameAttrName))
      named[name.getValue()] = sizes.front();
    sizes = sizes.drop_front();
  }
  for (BlockArgument argument : kernel.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    unsigned number = argument.getArgNumber();
    ArrayTraffic &traffic = arrays[argument];
    if (auto name = kernel.getArgAttrOfType<StringAttr>(number, nameAttrName))
      traffic.name = name.getValue().str();
    auto attribute = kernel.getArgAttrOfType<TypeAttr>(number, arrayAttrName);
    if (!attribute)
      continue;
    auto type = cast<ArrayType>(attribute.getValue());
    double count = getBytes(type.getElementType());
    bool isKnown = true;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      int64_t size = type.getShape()[dim];
      if (size == ShapedType::kDynamic) {
        StringAttr name = type.getSizeName(dim);
        auto found = name ? named.find(name.getValue()) : named.end();
        isKnown &= found != named.end();
        size = found != named.end() ? found->second : 1;
      }
      count *= static_cast<double>(size);
    }
    if (isKnown)
      traffic.bytes = count;
  }
}

double WorkCounter::getBytes(Type type) const {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getBytes(vector.getElementType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getBytes(complex.getElementType());
  if (type.isIntOrFloat())
    return (type.getIntOrFloatBitWidth() + 7) / 8;
  return 8;
}

std::optional<int64_t> WorkCounter::get(Value value) const {
  auto number = dyn_cast_or_null<IntegerAttr>(known.lookup(value));
  if (!number || number.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return number.getValue().getSExtValue();
}

void WorkCounter::set(Value value, int64_t number) {
  known[value] = IntegerAttr::get(value.getType(), number);
}

void WorkCounter::place(int64_t number) {
  // The last dimension is x, and changes fastest.
  SmallVector<int64_t> position(range.size());
  for (size_t dim = range.size(); dim-- > 0;) {
    position[dim] = number % range[dim];
    number /= range[dim];
  }
  auto at = [&](gpu::Dimension dimension, ArrayRef<int64_t> values,
                int64_t otherwise) {
    size_t number = static_cast<size_t>(dimension);
    return number < values.size() ? values[values.size() - 1 - number]
                                  : otherwise;
  };
  kernel.walk([&](Operation *op) {
    if (auto id = dyn_cast<gpu::GlobalIdOp>(op))
      set(id, at(id.getDimension(), position, 0));
    else if (auto id = dyn_cast<gpu::BlockIdOp>(op))
      set(id,
          at(id.getDimension(), position, 0) / at(id.getDimension(), local, 1));
    else if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
      set(id,
          at(id.getDimension(), position, 0) % at(id.getDimension(), local, 1));
  });
}

bool WorkCounter::decides(ArrayRef<Value> sources, Block &block) {
  DenseSet<Value> derived(sources.begin(), sources.end());
  auto isDerived = [&](Value value) { return derived.contains(value); };
  WalkResult result = block.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool uses = llvm::any_of(op->getOperands(), isDerived);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (isDerived(loop.getLowerBound()) || isDerived(loop.getUpperBound()) ||
          isDerived(loop.getStep()))
        return WalkResult::interrupt();
    } else if (uses && op->getNumRegions() > 0) {
      return WalkResult::interrupt();
    }
    if (uses)
      derived.insert(op->result_begin(), op->result_end());
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

KernelWork WorkCounter::run() {
  int64_t count = 1;
  for (int64_t size : range)
    count *= size;
  SmallVector<Value> positions;
  kernel.walk([&](Operation *op) {
    if (isa<gpu::GlobalIdOp, gpu::BlockIdOp, gpu::ThreadIdOp>(op))
      positions.push_back(op->getResult(0));
  });
  Block &body = kernel.getBody().front();
  int64_t samples = decides(positions, body) ? std::min(count, maxSamples)
                                             : std::min<int64_t>(count, 1);
  if (samples < count && samples != 1)
    work.isExact = false;
  for (int64_t i = 0; i < samples; ++i) {
    // Spread over all work-items, in proportion.
    place(static_cast<int64_t>(static_cast<double>(i) * count / samples));
    runBlock(body, static_cast<double>(count) / samples);
  }
  for (auto &[value, traffic] : arrays)
    work.arrays.push_back(std::move(traffic));
  return std::move(work);
}

void WorkCounter::runBlock(Block &block, double times) {
  for (Operation &op : block)
    runOp(op, times);
}

void WorkCounter::runFor(scf::ForOp loop, double times) {
  std::optional<int64_t> lower = get(loop.getLowerBound()),
                         upper = get(loop.getUpperBound()),
                         step = get(loop.getStep());
  if (!lower || !upper || !step || *step <= 0) {
    // Data decides how often it runs.
    work.isExact = false;
    return runBlock(*loop.getBody(), times);
  }
  int64_t trips =
      std::max<int64_t>(0, llvm::divideCeilSigned(*upper - *lower, *step));
  bool differ = decides({loop.getInductionVar()}, *loop.getBody());
  int64_t samples = std::min(trips, differ ? maxSamples : 1);
  if (differ && samples < trips)
    work.isExact = false;
  for (int64_t i = 0; i < samples; ++i) {
    int64_t trip =
        static_cast<int64_t>(static_cast<double>(i) * trips / samples);
    set(loop.getInductionVar(), *lower + trip * *step);
    runBlock(*loop.getBody(), times * trips / samples);
  }
}

void WorkCounter::runIf(scf::IfOp branch, double times) {
  if (std::optional<int64_t> condition = get(branch.getCondition())) {
    if (*condition != 0)
      runBlock(*branch.thenBlock(), times);
    else if (Block *block = branch.elseBlock())
      runBlock(*block, times);
    return;
  }
  // Data decides: as if it were always true.
  work.isExact = false;
  runBlock(*branch.thenBlock(), times);
}

void WorkCounter::evaluate(Operation &op) {
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands())
    operands.push_back(known.lookup(operand));
  if (!isa<arith::ConstantOp>(op) &&
      !llvm::all_of(operands, [](Attribute a) { return static_cast<bool>(a); }))
    return;
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)))
    return;
  for (auto [result, value] : llvm::zip(op.getResults(), results))
    known[result] = isa<Attribute>(value) ? cast<Attribute>(value)
                                          : known.lookup(cast<Value>(value));
}

void WorkCounter::access(Operation &op, double times) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  for (const MemoryEffects::EffectInstance &effect : instances) {
    Value memory = effect.getValue();
    auto found = memory ? arrays.find(memory) : arrays.end();
    if (found == arrays.end())
      continue;
    if (isa<MemoryEffects::Read>(effect.getEffect())) {
      Type type = op.getNumResults() ? op.getResult(0).getType()
                                     : op.getOperand(0).getType();
      found->second.loaded += times * getBytes(type);
    } else if (isa<MemoryEffects::Write>(effect.getEffect())) {
      found->second.stored += times * getBytes(op.getOperand(0).getType());
    }
  }
}

/// How many operations on elements an op is, for each lane.
static int countOperations(Operation &op) {
  if (isa<math::FmaOp, vector::FMAOp>(op))
    return 2;
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaxSIOp,
          arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::DivSIOp,
          arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return !getElementTypeOrSelf(op.getResult(0)).isIndex();
  if (isa<vector::ReductionOp>(op))
    return 1;
  bool computes =
      isa_and_present<arith::ArithDialect, math::MathDialect>(op.getDialect());
  return computes && op.getNumResults() == 1 && op.getNumOperands() > 0 &&
         isa<FloatType>(getElementTypeOrSelf(op.getResult(0))) &&
         !isa<CastOpInterface, arith::SelectOp>(op);
}

void WorkCounter::runOp(Operation &op, double times) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runFor(loop, times);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return runIf(branch, times);
  if (op.getNumRegions() > 0) {
    work.isExact = false;
    for (Region &region : op.getRegions())
      for (Block &block : region)
        runBlock(block, times);
    return;
  }
  access(op, times);
  if (int count = op.getNumResults() == 1 ? countOperations(op) : 0) {
    Type lanes = isa<vector::ReductionOp>(op) ? op.getOperand(0).getType()
                                              : op.getResult(0).getType();
    auto vector = dyn_cast<VectorType>(lanes);
    work.operations += times * count * (vector ? vector.getNumElements() : 1);
  }
  if (op.getNumResults() == 1 && op.getResult(0).getType().isIntOrIndex() &&
      isMemoryEffectFree(&op) &&
      !isa<gpu::GlobalIdOp, gpu::BlockIdOp, gpu::ThreadIdOp>(op))
    evaluate(op);
}

std::optional<KernelWork> sa::countWork(ModuleOp module, StringRef kernel,
                                        ArrayRef<int64_t> range,
                                        ArrayRef<int64_t> local,
                                        ArrayRef<int64_t> sizes) {
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (auto op : kernels.getOps<gpu::GPUFuncOp>())
      if (op.getName() == kernel) {
        // Folding may exchange operands.
        OwningOpRef<Operation *> copy = op->clone();
        return WorkCounter(cast<gpu::GPUFuncOp>(*copy), range, local, sizes)
            .run();
      }
  return std::nullopt;
}
