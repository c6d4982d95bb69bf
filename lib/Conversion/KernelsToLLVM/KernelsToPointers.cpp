// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels over flat memrefs → kernels over bare pointers.

#include "Atomics.h"
#include "OpenCLBuiltins.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSAKERNELSTOPOINTERS
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

namespace {

/// OpenCL's address spaces, as LLVM's SPIR-V backend numbers them.
enum AddressSpace : unsigned {
  Private = 0,
  Global = 1,
  Constant = 2,
  Local = 3
};

constexpr llvm::StringLiteral barrierName = "_Z7barrierj";

class ConvertSAKernelsToPointers
    : public sa::impl::ConvertSAKernelsToPointersBase<
          ConvertSAKernelsToPointers> {
  void runOnOperation() override {
    if (failed(verifyFlat()))
      return signalPassFailure();
    getOperation().walk([](RecordErrorOp op) { expandRecordError(op); });
    getOperation().walk([](RecordPrintOp op) { expandRecordPrint(op); });
    getOperation().walk([&](Operation *op) {
      if (auto load = dyn_cast<memref::LoadOp>(op))
        lowerLoad(op, load.getMemRef(), load.getIndices());
      else if (auto load = dyn_cast<vector::LoadOp>(op))
        lowerLoad(op, load.getBase(), load.getIndices());
      else if (auto store = dyn_cast<memref::StoreOp>(op))
        lowerStore(op, store.getMemRef(), store.getIndices());
      else if (auto store = dyn_cast<vector::StoreOp>(op))
        lowerStore(op, store.getBase(), store.getIndices());
      else if (auto prefetch = dyn_cast<memref::PrefetchOp>(op))
        lowerPrefetch(prefetch);
      else if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
        lowerUpdate(update);
      else if (auto use = dyn_cast<memref::GetGlobalOp>(op))
        lowerGetGlobal(use);
      else if (auto global = dyn_cast<memref::GlobalOp>(op))
        lowerGlobal(global);
      else if (auto alloca = dyn_cast<memref::AllocaOp>(op))
        lowerAlloca(alloca);
      else if (auto barrier = dyn_cast<gpu::BarrierOp>(op))
        lowerBarrier(barrier);
    });
    // Accesses use casts of the arguments to pointers, which become redundant
    // when the arguments are pointers.
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      lowerSignature(kernel);
  }

  /// Fails, with a diagnostic, if memory is not flat, or not only accessed by
  /// loads, stores and prefetches.
  LogicalResult verifyFlat() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      if (isa<memref::LoadOp, memref::StoreOp, memref::PrefetchOp,
              memref::AtomicRMWOp, RecordErrorOp, RecordPrintOp, vector::LoadOp,
              vector::StoreOp>(op)) {
        bool isLoad = isa<memref::LoadOp, memref::PrefetchOp, RecordErrorOp,
                          RecordPrintOp, vector::LoadOp>(op);
        Value memref = op->getOperand(isLoad ? 0 : 1);
        if (cast<MemRefType>(memref.getType()).getRank() == 1)
          return WalkResult::advance();
      } else if (auto global = dyn_cast<memref::GlobalOp>(op)) {
        if (global.getType().getRank() == 1 && global.getInitialValue() &&
            isa<DenseElementsAttr>(*global.getInitialValue()))
          return WalkResult::advance();
      } else if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
        if (llvm::all_of(kernel.getArguments(), [&](BlockArgument argument) {
              return isa<MemRefType>(argument.getType()) ==
                     static_cast<bool>(kernel.getArgAttr(
                         argument.getArgNumber(), arrayAttrName));
            }))
          return WalkResult::advance();
      } else if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
        if (alloca.getType().hasStaticShape())
          return WalkResult::advance();
      } else if (isa<memref::GetGlobalOp>(op) ||
                 llvm::none_of(op->getOperandTypes(),
                               llvm::IsaPred<MemRefType>)) {
        return WalkResult::advance();
      }
      op->emitOpError() << "cannot be lowered: kernels load from and store to "
                           "flat memory only";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Returns the size of an element, also for vectors.
  static unsigned getAlignment(Type type) {
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8;
  }

  /// Returns the address of `memref[index]`.
  Value
  getAddress(OpBuilder &builder, Location loc, Value memref, Value index,
             LLVM::GEPNoWrapFlags flags = LLVM::GEPNoWrapFlags::inbounds) {
    auto type = cast<MemRefType>(memref.getType());
    // What is not an argument has become a pointer already.
    auto source = memref.getDefiningOp<UnrealizedConversionCastOp>();
    auto pointerType =
        source ? cast<LLVM::LLVMPointerType>(source.getOperand(0).getType())
               : LLVM::LLVMPointerType::get(&getContext(), Global);
    Value base =
        UnrealizedConversionCastOp::create(builder, loc, pointerType, memref)
            .getResult(0);
    if (type.hasStaticShape() && type.getNumElements() == 1)
      return base;
    Value offset =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
    return LLVM::GEPOp::create(builder, loc, pointerType, type.getElementType(),
                               base, ArrayRef<LLVM::GEPArg>{offset}, flags);
  }

  void lowerLoad(Operation *load, Value memref, ValueRange indices) {
    OpBuilder builder(load);
    Type type = load->getResult(0).getType();
    Value address =
        getAddress(builder, load->getLoc(), memref, indices.front());
    Value value = LLVM::LoadOp::create(builder, load->getLoc(), type, address,
                                       getAlignment(type));
    load->getResult(0).replaceAllUsesWith(value);
    load->erase();
  }

  void lowerStore(Operation *store, Value memref, ValueRange indices) {
    OpBuilder builder(store);
    Value value = store->getOperand(0);
    Value address =
        getAddress(builder, store->getLoc(), memref, indices.front());
    bool isOrdered = store->hasAttr(orderedAttrName);
    if (auto vectors = dyn_cast<vector::StoreOp>(store);
        vectors && vectors.getNontemporal() && !isOrdered &&
        canPassCaches(value.getType(), address))
      storePastCaches(builder, store->getLoc(), value, address);
    else
      LLVM::StoreOp::create(builder, store->getLoc(), value, address,
                            getAlignment(value.getType()), isOrdered);
    store->erase();
  }

  /// Devices have such stores for vectors of at least 16 bytes.
  static bool canPassCaches(Type type, Value address) {
    int64_t bytes =
        cast<VectorType>(type).getNumElements() * getAlignment(type);
    auto pointer = cast<LLVM::LLVMPointerType>(address.getType());
    return bytes >= 16 && llvm::isPowerOf2_64(bytes) &&
           pointer.getAddressSpace() == Global;
  }

  /// Stores a vector past the caches where its address is a multiple of its
  /// size, which devices ask for. Elsewhere each half is stored for itself: if
  /// both stores were alike, compilers would make one of them.
  void storePastCaches(OpBuilder &builder, Location loc, Value value,
                       Value address) {
    auto type = cast<VectorType>(value.getType());
    int64_t lanes = type.getNumElements();
    int64_t elementBytes = getAlignment(type);
    Type integer = builder.getI64Type();
    auto constant = [&](int64_t number) {
      return LLVM::ConstantOp::create(builder, loc, integer, number);
    };
    Value number = LLVM::PtrToIntOp::create(builder, loc, integer, address);
    Value rest = LLVM::AndOp::create(builder, loc, number,
                                     constant(lanes * elementBytes - 1));
    Value isAligned = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::eq, rest, constant(0));
    auto choice = scf::IfOp::create(builder, loc, isAligned,
                                    /*withElseRegion=*/true);
    OpBuilder inside = choice.getThenBodyBuilder();
    LLVM::StoreOp::create(inside, loc, value, address, lanes * elementBytes,
                          /*isVolatile=*/false, /*isNonTemporal=*/true);
    inside = choice.getElseBodyBuilder();
    auto positions = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
    int64_t half = lanes / 2;
    for (int64_t first : {int64_t(0), half}) {
      Value part = vector::ShuffleOp::create(
          inside, loc, value, value, ArrayRef(positions).slice(first, half));
      Value start = LLVM::GEPOp::create(
          inside, loc, address.getType(), type.getElementType(), address,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(first)},
          LLVM::GEPNoWrapFlags::inbounds);
      LLVM::StoreOp::create(inside, loc, part, start, elementBytes);
    }
  }

  void lowerUpdate(memref::AtomicRMWOp update) {
    OpBuilder builder(update);
    lowerAtomic(update, getAddress(builder, update.getLoc(), update.getMemref(),
                                   update.getIndices().front()));
  }

  /// OpenCL has a prefetch for global memory only.
  void lowerPrefetch(memref::PrefetchOp prefetch) {
    OpBuilder builder(prefetch);
    Location loc = prefetch.getLoc();
    // The element may lie outside of the array.
    Value address =
        getAddress(builder, loc, prefetch.getMemref(),
                   prefetch.getIndices().front(), LLVM::GEPNoWrapFlags::none);
    auto pointer = cast<LLVM::LLVMPointerType>(address.getType());
    if (pointer.getAddressSpace() == Global) {
      Value one =
          LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
      // void prefetch(const global char *, size_t)
      createBuiltinCall(builder, loc, getOperation(), "_Z8prefetchPU3AS1Kcm",
                        LLVM::LLVMVoidType::get(&getContext()), {address, one});
    }
    prefetch.erase();
  }

  /// Vendor bug mlir-barrier-fence: MLIR's own conversion orders accesses to
  /// local memory only.
  void lowerBarrier(gpu::BarrierOp barrier) {
    OpBuilder builder(barrier);
    Location loc = barrier.getLoc();
    // CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
    Value fences =
        LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(3));
    // void barrier(cl_mem_fence_flags)
    LLVM::CallOp call =
        createBuiltinCall(builder, loc, getOperation(), barrierName,
                          LLVM::LLVMVoidType::get(&getContext()), fences);
    call.setConvergent(true);
    getOperation()
        .lookupSymbol<LLVM::LLVMFuncOp>(barrierName)
        .setConvergent(true);
    barrier.erase();
  }

  void lowerGetGlobal(memref::GetGlobalOp use) {
    OpBuilder builder(use);
    Value address = LLVM::AddressOfOp::create(
        builder, use.getLoc(),
        LLVM::LLVMPointerType::get(&getContext(), Constant), use.getName());
    replace(use, address);
  }

  void lowerAlloca(memref::AllocaOp alloca) {
    OpBuilder builder(alloca);
    MemRefType type = alloca.getType();
    Location loc = alloca.getLoc();
    if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type)) {
      replace(alloca, createLocal(builder, alloca));
      return;
    }
    // One array, because a number of elements needs an extension of SPIR-V.
    // LLVM keeps a single element in a register.
    Value one =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
    Type allocated = type.getElementType();
    if (type.getNumElements() != 1)
      allocated = LLVM::LLVMArrayType::get(allocated, type.getNumElements());
    Value address = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(&getContext(), Private),
        allocated, one);
    replace(alloca, address);
  }

  /// Replaces the result of `op` by a cast of `address`.
  void replace(Operation *op, Value address) {
    OpBuilder builder(op);
    op->replaceAllUsesWith(UnrealizedConversionCastOp::create(
        builder, op->getLoc(), op->getResultTypes(), address));
    op->erase();
  }

  /// Creates the global variable for local memory, of which each work-group has
  /// an instance.
  Value createLocal(OpBuilder &builder, memref::AllocaOp alloca) {
    MemRefType type = alloca.getType();
    auto kernel = alloca->getParentOfType<gpu::GPUFuncOp>();
    auto name = alloca->getAttrOfType<StringAttr>(nameAttrName);
    OpBuilder moduleBuilder(kernel);
    auto variable = LLVM::GlobalOp::create(
        moduleBuilder, alloca.getLoc(),
        LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements()),
        /*isConstant=*/false, LLVM::Linkage::Internal,
        (kernel.getName() + "_" + (name ? name.getValue() : "local")).str(),
        Attribute(), /*alignment=*/0, Local);
    SymbolTable(getOperation()).insert(variable);
    return LLVM::AddressOfOp::create(
        builder, alloca.getLoc(),
        LLVM::LLVMPointerType::get(&getContext(), Local),
        variable.getSymName());
  }

  void lowerGlobal(memref::GlobalOp global) {
    OpBuilder builder(global);
    MemRefType type = global.getType();
    LLVM::GlobalOp::create(
        builder, global.getLoc(),
        LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements()),
        /*isConstant=*/true, LLVM::Linkage::Internal, global.getSymName(),
        *global.getInitialValue(), /*alignment=*/0, Constant);
    global.erase();
  }

  void lowerSignature(gpu::GPUFuncOp kernel) {
    OpBuilder builder(kernel.getBody());
    auto pointerType = LLVM::LLVMPointerType::get(&getContext(), Global);
    SmallVector<Type> types(kernel.getArgumentTypes());
    bool hasBarrier = kernel
                          .walk([](LLVM::CallOp call) {
                            return call.getCallee() == barrierName
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
    for (BlockArgument argument : kernel.getArguments()) {
      unsigned position = argument.getArgNumber();
      auto array = kernel.getArgAttrOfType<TypeAttr>(position, arrayAttrName);
      if (!array)
        continue;
      types[position] = pointerType;
      bool isWritable = cast<ArrayType>(array.getValue()).isWritable();
      // Vendor bug llvm-noalias-barrier: LLVM assumes that a call changes
      // nothing behind such a pointer, and makes no exception of barriers.
      if (!isWritable || !hasBarrier)
        kernel.setArgAttr(position, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
      if (!isWritable)
        kernel.setArgAttr(position, LLVM::LLVMDialect::getReadonlyAttrName(),
                          builder.getUnitAttr());
      argument.setType(pointerType);
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
        user->getResult(0).replaceAllUsesWith(argument);
        user->erase();
      }
    }
    kernel.setFunctionType(builder.getFunctionType(types, {}));
    // The next conversion keeps only attributes of LLVM's functions.
    if (std::optional<ArrayRef<int32_t>> sizes = kernel.getKnownBlockSize())
      kernel->setAttr("reqd_work_group_size",
                      builder.getDenseI32ArrayAttr(*sizes));
  }
};

} // namespace
