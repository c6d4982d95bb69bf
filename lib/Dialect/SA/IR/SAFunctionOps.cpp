// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BodyOps.h"
#include "Count.h"
#include "NamedArguments.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "sa/Dialect/SA/IR/ArrayValues.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Support/CppNames.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sa;

std::string sa::getSizeName(Value array, unsigned dim) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return cast<FuncOp>(argument.getOwner()->getParentOp())
        .getSizeName(argument.getArgNumber(), dim);
  return cast<ArrayType>(array.getType()).getSizeName(dim).str();
}

Value sa::createSize(OpBuilder &builder, Location loc, FuncOp func,
                     StringRef name) {
  for (BlockArgument argument : func.getBody().getArguments())
    if (isSizeArgument(argument) &&
        func.getArgName(argument.getArgNumber()) == name)
      return argument;
  for (BlockArgument argument : func.getBody().getArguments()) {
    auto array = dyn_cast<ArrayType>(argument.getType());
    for (int64_t i = 0, rank = array ? array.getRank() : 0; i < rank; ++i)
      if (array.getShape()[i] == ShapedType::kDynamic &&
          func.getSizeName(argument.getArgNumber(), i) == name)
        return DimOp::create(builder, loc, argument, i);
  }
  llvm_unreachable("an argument has every run-time size");
}

std::string sa::getArrayName(Value array) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    if (auto func = dyn_cast<FuncOp>(argument.getOwner()->getParentOp()))
      return func.getArgName(argument.getArgNumber()).str();
  if (auto op = array.getDefiningOp<ConstOp>())
    return op.getName().str();
  if (auto op = array.getDefiningOp<TempOp>())
    return op.getName().str();
  if (auto op = array.getDefiningOp<BufferOp>())
    return op.getName().str();
  if (auto op = array.getDefiningOp<LoopCacheOp>())
    return op.getName().str();
  if (auto op = array.getDefiningOp<CacheOp>())
    return op.getName().str();
  return "array";
}

void sa::setArrayType(Value array, ArrayType type) {
  array.setType(type);
  for (Operation *user : array.getUsers())
    if (auto cache = dyn_cast<CacheOp>(user))
      setArrayType(cache.getCached(), type);
}

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   ArrayRef<Type> argTypes, ArrayRef<StringRef> argNames) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.function_type =
      TypeAttr::get(builder.getFunctionType(argTypes, {}));
  properties.arg_names = builder.getStrArrayAttr(argNames);
  Region *body = state.addRegion();
  Block &block = body->emplaceBlock();
  for (Type type : argTypes)
    block.addArgument(type, state.location);
  ensureTerminator(*body, builder, state.location);
}

StringRef FuncOp::getArgName(unsigned index) {
  return cast<StringAttr>(getArgNames()[index]).getValue();
}

std::string FuncOp::getSizeName(unsigned index, unsigned dim) {
  if (StringAttr name =
          cast<ArrayType>(getArgumentTypes()[index]).getSizeName(dim))
    return name.str();
  return (getArgName(index) + "_size" + Twine(dim)).str();
}

std::string FuncOp::getStrideName(unsigned index, unsigned dim) {
  return sa::getStrideName(getArgName(index), dim);
}

SmallVector<std::string> FuncOp::getSizeNames() {
  SmallVector<std::string> names;
  // A size that is passed is an argument.
  auto isPassed = [&](StringRef name) {
    for (unsigned index = 0; index < getNumArguments(); ++index)
      if (getArgumentTypes()[index].isIndex() &&
          getArgAttr(index, sizeAttrName) && getArgName(index) == name)
        return true;
    return false;
  };
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    auto array = dyn_cast<ArrayType>(type);
    if (!array)
      continue;
    for (unsigned dim = 0; dim < array.getRank(); ++dim) {
      if (array.getShape()[dim] != ShapedType::kDynamic)
        continue;
      std::string name = getSizeName(index, dim);
      if (!isPassed(name) && !llvm::is_contained(names, name))
        names.push_back(std::move(name));
    }
  }
  return names;
}

void FuncOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (auto [argument, name] :
       llvm::zip(region.getArguments(), getArgNames().getAsRange<StringAttr>()))
    setName(argument, name.getValue());
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> names;
  Properties &properties = result.getOrAddProperties<Properties>();
  auto parseArgument = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    NamedAttrList attributes;
    if (parseNamedArgument(parser, argument, names) ||
        parser.parseColonType(argument.type) ||
        parser.parseOptionalAttrDict(attributes))
      return failure();
    argument.attrs = attributes.getDictionary(parser.getContext());
    return success();
  };
  if (parser.parseSymbolName(name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseArgument) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Builder &builder = parser.getBuilder();
  SmallVector<Type> types = llvm::map_to_vector(
      arguments, [](OpAsmParser::Argument &argument) { return argument.type; });
  properties.sym_name = name;
  properties.function_type = TypeAttr::get(builder.getFunctionType(types, {}));
  properties.arg_names = builder.getArrayAttr(names);
  call_interface_impl::addArgAndResultAttrs(builder, result, arguments, {},
                                            getArgAttrsAttrName(result.name),
                                            getResAttrsAttrName(result.name));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

void FuncOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << "(";
  llvm::interleaveComma(
      getBody().getArguments(), printer, [&](BlockArgument argument) {
        unsigned index = argument.getArgNumber();
        printNamedArgument(printer, argument, getArgName(index));
        printer << ": " << argument.getType();
        printer.printOptionalAttrDict(
            ::mlir::function_interface_impl::getArgAttrs(*this, index));
      });
  printer << ")";
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getFunctionTypeAttrName(), getArgNamesAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

LogicalResult FuncOp::verify() {
  if (getArgNames().size() != getNumArguments())
    return emitOpError() << "has "
                         << count(getNumArguments(), "argument", "arguments")
                         << ", but names for " << getArgNames().size();
  // C3
  if (getNumResults() != 0)
    return emitOpError() << "cannot have results: a function writes its "
                            "'inout' arrays";
  // C4
  if (!isCppFunctionName(getSymName()))
    return emitOpError() << "is named '" << getSymName()
                         << "', which cannot be the name of a function in C++";
  // C1
  for (BlockArgument argument : getBody().getArguments()) {
    StringRef name = getArgName(argument.getArgNumber());
    Type type = argument.getType();
    if (auto array = dyn_cast<ArrayType>(type)) {
      if (!array.isExternal())
        return mlir::emitError(argument.getLoc())
               << "'" << name << "' is a '" << stringifyRole(array.getRole())
               << "' array and cannot be in the signature: make it in the "
                  "body with sa."
               << stringifyRole(array.getRole());
    } else if (isa<ComplexType>(type)) {
      return mlir::emitError(argument.getLoc())
             << "'" << name << "' has the type " << type
             << ", but a scalar argument is no complex number: pass an array "
                "of one element, or the two parts";
    } else if (!type.isIndex() &&
               (!isElementType(type) || type.isUnsignedInteger())) {
      return mlir::emitError(argument.getLoc())
             << "'" << name << "' has the type " << type
             << ", but an argument is an array, an index or a signless scalar";
    }
  }
  // C2
  llvm::StringSet<> seen;
  for (StringAttr name : getArgNames().getAsRange<StringAttr>())
    if (!seen.insert(name.getValue()).second)
      return emitOpError() << "has two arguments named '" << name.getValue()
                           << "'";
  for (StringRef name : getSizeNames())
    if (seen.contains(name))
      return emitOpError() << "has an argument and a size that are both named '"
                           << name << "'";
  // Generated names must differ from others.
  SmallVector<std::string> made;
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    auto array = dyn_cast<ArrayType>(type);
    for (unsigned dim = 0; array && dim < array.getRank(); ++dim) {
      if (array.isOpen(dim))
        made.push_back(getSizeName(index, dim));
      else if (StringAttr name = array.getShape()[dim] == ShapedType::kDynamic
                                     ? array.getSizeName(dim)
                                     : StringAttr())
        seen.insert(name.getValue());
      if (isa_and_present<AnyLayoutAttr>(array.getLayout()))
        made.push_back(getStrideName(index, dim));
    }
  }
  for (StringRef name : made)
    if (!seen.insert(name).second)
      return emitOpError() << "has two sizes or strides that are both named '"
                           << name << "'";
  return success();
}

/// Rule C4 of temporaries: one nest, with enough indices, uses a private one.
static LogicalResult verifyPrivateUses(TempOp temp) {
  if (!temp.getPrivateIndices())
    return success();
  NestOp nest;
  for (Operation *user : temp.getResult().getUsers()) {
    auto usingNest = user->getParentOfType<NestOp>();
    if (!usingNest || isa<DimOp>(user))
      continue;
    if (nest && nest != usingNest)
      return temp.emitOpError() << "is private, but two nests use it";
    nest = usingNest;
  }
  if (nest && temp.getPrivateIndices() > nest.getRank())
    return temp.emitOpError()
           << "is private to the points of the first "
           << *temp.getPrivateIndices() << " indices of a nest that has "
           << nest.getRank();
  return success();
}

/// Rules C2 and C4 of loops and swaps: the names of loops are unique, and no
/// temporary trades places with two arguments.
static LogicalResult verifyLoops(FuncOp func) {
  llvm::StringSet<> names;
  for (StringAttr name : func.getArgNames().getAsRange<StringAttr>())
    names.insert(name.getValue());
  for (StringRef name : func.getSizeNames())
    names.insert(name);
  // The argument that each temporary trades places with; the arrays of a swap
  // have one representative.
  llvm::EquivalenceClasses<Value> places;
  llvm::MapVector<Value, Value> arguments;
  WalkResult result = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<LoopOp>(op))
      if (!names.insert(loop.getIndexName()).second) {
        loop.emitOpError() << "counts its rounds with '" << loop.getIndexName()
                           << "', which is the name of an argument, a size or "
                              "another loop";
        return WalkResult::interrupt();
      }
    auto swap = dyn_cast<SwapOp>(op);
    if (!swap)
      return WalkResult::advance();
    places.unionSets(swap.getLhs(), swap.getRhs());
    for (Value array : {swap.getLhs(), swap.getRhs()})
      if (isa<BlockArgument>(array))
        arguments.insert({array, array});
    for (auto &[one, unused] : arguments)
      for (auto &[other, alsoUnused] : arguments)
        if (one != other && places.isEquivalent(one, other)) {
          swap.emitOpError()
              << "lets '" << getArrayName(one) << "' and '"
              << getArrayName(other)
              << "' trade places by way of temporaries: a temporary trades "
                 "places with one argument at the most";
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

LogicalResult FuncOp::verifyRegions() {
  for (Operation &op : getBody().front()) {
    if (isa<affine::AffineForOp, affine::AffineIfOp>(op)) {
      // C6
      if (failed(verifyLoopOp(&op)))
        return failure();
      continue;
    }
    // C5
    if (!isa<ConstOp, TempOp, NestOp, CallOp, PlanOp, LoopOp, LoopCacheOp,
             DimOp, RequireOp, RoundOp, IfMovedOp, ReturnOp>(op) &&
        failed(verifyBodyOp(&op)))
      return failure();
  }
  for (auto temp : getOps<TempOp>())
    if (failed(verifyPrivateUses(temp)))
      return failure();
  return verifyLoops(*this);
}
