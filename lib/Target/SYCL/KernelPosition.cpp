// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelPosition.h"

#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sa;

unsigned sa::getRank(gpu::GPUFuncOp kernel) {
  auto rank = kernel->getAttrOfType<IntegerAttr>(rankAttrName);
  return rank ? rank.getInt() : 1;
}

std::optional<std::string> sa::getWorkGroupSize(gpu::GPUFuncOp kernel) {
  std::optional<ArrayRef<int32_t>> sizes = kernel.getKnownBlockSize();
  if (!sizes)
    return std::nullopt;
  return llvm::join(
      llvm::map_range(llvm::reverse(sizes->take_front(getRank(kernel))),
                      [](int32_t size) { return std::to_string(size); }),
      ", ");
}

std::optional<PositionUse> sa::getPositionUse(gpu::GPUFuncOp kernel,
                                              Operation *op) {
  // The last dimension of a range is x.
  auto get = [&](PositionUse::Kind kind, gpu::Dimension dimension) {
    return PositionUse{kind,
                       getRank(kernel) - 1 - static_cast<unsigned>(dimension)};
  };
  if (auto id = dyn_cast<gpu::GlobalIdOp>(op))
    return get(PositionUse::Global, id.getDimension());
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return get(PositionUse::Group, id.getDimension());
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return get(PositionUse::Local, id.getDimension());
  return std::nullopt;
}

std::string PositionUse::getCall() const {
  StringRef name = kind == Global  ? "get_global_id"
                   : kind == Group ? "get_group"
                                   : "get_local_id";
  return (name + "(" + Twine(dimension) + ")").str();
}

SmallVector<PositionUse> sa::getPositionUses(gpu::GPUFuncOp kernel) {
  SmallVector<PositionUse> uses;
  kernel.walk([&](Operation *op) {
    std::optional<PositionUse> use = getPositionUse(kernel, op);
    if (use && !llvm::is_contained(uses, *use))
      uses.push_back(*use);
  });
  llvm::sort(uses, [](PositionUse lhs, PositionUse rhs) {
    return std::tie(lhs.kind, lhs.dimension) <
           std::tie(rhs.kind, rhs.dimension);
  });
  return uses;
}

SmallVector<memref::AllocaOp> sa::getLocals(gpu::GPUFuncOp kernel) {
  SmallVector<memref::AllocaOp> locals;
  kernel.walk([&](memref::AllocaOp op) {
    if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(op.getType()))
      locals.push_back(op);
  });
  return locals;
}

bool sa::hasBarrier(gpu::GPUFuncOp kernel) {
  return kernel.walk([](gpu::BarrierOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}
