// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sa → loops: nests become loops, arrays become flat memory.

#include "ConstantStorage.h"
#include "FunctionLowering.h"
#include "OffsetLowering.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Support/CppNames.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSATOLOOPS
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// Constants of more bytes are not compiled into the kernels.
static constexpr int64_t maxKernelConstantBytes = 4096;

LogicalResult FunctionLowering::run() {
  lowerSignature();
  if (failed(lowerHostBlock(func.getBody().front())))
    return failure();
  func::ReturnOp::create(builder, func.getLoc());
  Operation *lowered = builder.getInsertionBlock()->getParentOp();
  symbols.erase(func);
  symbols.insert(lowered);
  return success();
}

ArrayType FunctionLowering::nameSizes(ArrayType type, unsigned argument) {
  SmallVector<StringAttr> names;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      names.push_back(builder.getStringAttr(func.getSizeName(argument, dim)));
  return type.withSizes(names);
}

void FunctionLowering::lowerSignature() {
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<Location> locations;
  auto add = [&](Type type, StringRef name, StringAttr kind, Attribute value,
                 Location loc, bool isFilled = false) {
    types.push_back(type);
    locations.push_back(loc);
    SmallVector<NamedAttribute> named = {
        builder.getNamedAttr(nameAttrName, builder.getStringAttr(name)),
        NamedAttribute(kind, value)};
    if (isFilled)
      named.push_back(
          builder.getNamedAttr(filledAttrName, builder.getUnitAttr()));
    attributes.push_back(builder.getDictionaryAttr(named));
  };
  for (BlockArgument argument : func.getBody().getArguments()) {
    StringRef name = func.getArgName(argument.getArgNumber());
    if (auto array = dyn_cast<ArrayType>(argument.getType()))
      add(getMemRefType(array), name, builder.getStringAttr(arrayAttrName),
          TypeAttr::get(nameSizes(array, argument.getArgNumber())),
          argument.getLoc(),
          func.getArgAttr(argument.getArgNumber(), filledAttrName) != nullptr);
    else
      add(getStorageType(argument.getType()), name,
          builder.getStringAttr(scalarAttrName),
          TypeAttr::get(argument.getType()), argument.getLoc());
  }
  SmallVector<std::string> sizeNames = func.getSizeNames();
  size_t numSizes = sizeNames.size();
  for (BlockArgument argument : func.getBody().getArguments())
    if (auto array = dyn_cast<ArrayType>(argument.getType());
        array && isa_and_present<AnyLayoutAttr>(array.getLayout()))
      for (unsigned dim = 0; dim < array.getRank(); ++dim)
        sizeNames.push_back(func.getStrideName(argument.getArgNumber(), dim));
  for (auto [position, name] : llvm::enumerate(sizeNames))
    add(builder.getIndexType(), name, builder.getStringAttr(sizeAttrName),
        position < numSizes ? Attribute(builder.getUnitAttr())
                            : builder.getStringAttr("stride"),
        func.getLoc());

  auto lowered = func::FuncOp::create(builder, func.getLoc(), func.getSymName(),
                                      builder.getFunctionType(types, {}));
  lowered.setAllArgAttrs(attributes);
  lowered->setDiscardableAttrs(func->getDiscardableAttrDictionary());
  Block *entry = lowered.addEntryBlock();
  for (auto [argument, loc] : llvm::zip_equal(entry->getArguments(), locations))
    argument.setLoc(loc);
  builder.setInsertionPointToStart(entry);
  unsigned numArguments = func.getNumArguments();
  for (BlockArgument argument : func.getBody().getArguments()) {
    Value stored = entry->getArgument(argument.getArgNumber());
    mapping.map(argument, isa<ArrayType>(argument.getType())
                              ? stored
                              : fromStorage(argument.getLoc(), stored,
                                            argument.getType()));
  }
  for (auto [name, value] : llvm::zip_equal(
           sizeNames, entry->getArguments().drop_front(numArguments)))
    sizes[name] = value;
}

LogicalResult FunctionLowering::lowerConst(ConstOp op) {
  FailureOr<DenseElementsAttr> storage = getConstantStorage(op);
  if (failed(storage))
    return failure();
  auto type = cast<ArrayType>(op.getResult().getType());
  // A large constant is data, not code: kernels would take long to compile.
  int64_t bytes =
      type.getStorageSize() * getElementBytes(type.getElementType());
  if (bytes > maxKernelConstantBytes) {
    mapping.map(op.getResult(),
                UploadOp::create(builder, op.getLoc(), getMemRefType(type),
                                 op.getName(), *storage, type.getElementType())
                    .getResult());
    return success();
  }
  memref::GlobalOp global = getGlobal(op, *storage);
  mapping.map(op.getResult(),
              memref::GetGlobalOp::create(builder, op.getLoc(),
                                          global.getType(), global.getSymName())
                  .getResult());
  return success();
}

memref::GlobalOp FunctionLowering::getGlobal(ConstOp op,
                                             DenseElementsAttr storage) {
  auto type = cast<ArrayType>(op.getResult().getType());
  memref::GlobalOp &global = constants[{storage, type.getElementType()}];
  if (global)
    return global;
  OpBuilder moduleBuilder(func);
  // No kernel is called like this, and C++ can use it as it is.
  global = memref::GlobalOp::create(
      moduleBuilder, op.getLoc(), getCppConstantName(op.getName()),
      moduleBuilder.getStringAttr("private"),
      MemRefType::get(storage.getType().getShape(), type.getStorageType()),
      storage,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  global->setAttr(nameAttrName, op.getNameAttr());
  global->setAttr(arrayAttrName, TypeAttr::get(type));
  symbols.insert(global);
  return global;
}

void FunctionLowering::lowerTemp(TempOp op) {
  if (op.getPrivateIndices())
    return; // made in the nest that uses it
  auto type = cast<ArrayType>(op.getResult().getType());
  Location loc = op.getLoc();
  Value elements =
      lowerSize(builder, loc, type.getStorage(), [&](unsigned dim) {
        return getSize(loc, op.getResult(), dim);
      });
  mapping.map(op.getResult(),
              AllocOp::create(builder, loc, getMemRefType(type), op.getName(),
                              elements, type.getElementType(),
                              op.getUninitialized() ||
                                  op->hasAttr(writtenFirstAttrName))
                  .getResult());
}

Value FunctionLowering::getSize(Location loc, Value array, unsigned dim) {
  auto type = cast<ArrayType>(array.getType());
  if (dim >= type.getRank())
    return sizes.lookup(func.getStrideName(
        cast<BlockArgument>(array).getArgNumber(), dim - type.getRank()));
  int64_t size = type.getShape()[dim];
  if (size != ShapedType::kDynamic)
    return getIndex(loc, size);
  return sizes.lookup(getSizeName(array, dim));
}

namespace {
class ConvertSAToLoops
    : public sa::impl::ConvertSAToLoopsBase<ConvertSAToLoops> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    KernelConstants constants;
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>())) {
      if (failed(FunctionLowering(func, symbols, constants).run()))
        return signalPassFailure();
    }
  }
};
} // namespace
