// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sa → loops: nests become loops, arrays become flat memory.

#include "AccessLowering.h"
#include "CheckLowering.h"
#include "HostLowering.h"
#include "IndexToArith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "sa/Conversion/Passes.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

namespace sa {
#define GEN_PASS_DEF_CONVERTSATOLOOPS
#include "sa/Conversion/Passes.h.inc"
} // namespace sa

using namespace mlir;
using namespace sa;

/// Returns the type of an argument with a name for every run-time size.
static ArrayType nameSizes(FuncOp func, ArrayType type, unsigned argument) {
  Builder builder(func.getContext());
  SmallVector<StringAttr> names;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      names.push_back(builder.getStringAttr(func.getSizeName(argument, dim)));
  return type.withSizes(names);
}

/// Creates the `func.func` of `state.func`: its arguments are the arrays, the
/// scalars, and the run-time sizes and strides.
static void lowerSignature(LoweringState &state) {
  FuncOp func = state.func;
  OpBuilder &builder = state.builder;
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
          TypeAttr::get(nameSizes(func, array, argument.getArgNumber())),
          argument.getLoc(),
          func.getArgAttr(argument.getArgNumber(), filledAttrName) != nullptr);
    else {
      // With its sign, where that is not the one of most integers.
      auto type = func.getArgAttrOfType<TypeAttr>(argument.getArgNumber(),
                                                  scalarAttrName);
      add(getStorageType(argument.getType()), name,
          builder.getStringAttr(scalarAttrName),
          type ? type : TypeAttr::get(argument.getType()), argument.getLoc());
      if (isSizeArgument(argument)) {
        NamedAttrList attribute(attributes.back());
        attribute.set(passedSizeAttrName, builder.getUnitAttr());
        attributes.back() = attribute.getDictionary(builder.getContext());
      }
    }
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
    state.mapping.map(argument, isa<ArrayType>(argument.getType())
                                    ? stored
                                    : fromStorage(builder, argument.getLoc(),
                                                  stored, argument.getType()));
  }
  for (auto [name, value] : llvm::zip_equal(
           sizeNames, entry->getArguments().drop_front(numArguments)))
    state.sizes[name] = value;
  for (BlockArgument argument : func.getBody().getArguments())
    if (isSizeArgument(argument))
      state.sizes[func.getArgName(argument.getArgNumber())] =
          state.mapping.lookup(argument);
}

namespace {
class ConvertSAToLoops
    : public sa::impl::ConvertSAToLoopsBase<ConvertSAToLoops> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    KernelConstants constants;
    for (FuncOp func :
         llvm::make_early_inc_range(getOperation().getOps<FuncOp>())) {
      convertIndexToArith(func);
      LoweringState state(func);
      lowerSignature(state);
      createErrorRecord(state);
      HostLowering host(state, symbols, constants);
      if (failed(host.lowerBlock(func.getBody().front())))
        return signalPassFailure();
      func::ReturnOp::create(state.builder, func.getLoc());
      Operation *lowered = state.builder.getInsertionBlock()->getParentOp();
      symbols.erase(func);
      symbols.insert(lowered);
    }
  }
};
} // namespace
