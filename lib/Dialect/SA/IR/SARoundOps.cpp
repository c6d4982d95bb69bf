// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops around nests, and what they become on the host.

#include "BodyOps.h"
#include "Count.h"
#include "LoopSyntax.h"
#include "NamedArguments.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "sa/Dialect/SA/IR/Rounds.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"

using namespace mlir;
using namespace sa;

/// The runtime reads manifests with at most 64 loops around each other, some of
/// which plans make.
static constexpr unsigned maxLoopDepth = 16;

std::optional<OpFoldResult> sa::getRoundLimit(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument)
    return std::nullopt;
  if (auto loop = dyn_cast<LoopOp>(argument.getOwner()->getParentOp()))
    return loop.getLimit();
  for (Operation *user : index.getUsers())
    if (auto round = dyn_cast<RoundOp>(user);
        round && round.getIndex() == index)
      return OpFoldResult(round.getLimit());
  return std::nullopt;
}

bool sa::isSizeArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument ? dyn_cast<FuncOp>(argument.getOwner()->getParentOp())
                       : FuncOp();
  return func && value.getType().isIndex() &&
         func.getArgAttr(argument.getArgNumber(), sizeAttrName);
}

StringRef sa::getScalarName(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<LoopOp>(parent))
    return loop.getIndexName();
  if (auto func = dyn_cast<FuncOp>(parent))
    return func.getArgName(argument.getArgNumber());
  return {};
}

//===----------------------------------------------------------------------===//
// LoopOp
//===----------------------------------------------------------------------===//

void LoopOp::build(OpBuilder &builder, OperationState &state,
                   StringRef indexName, OpFoldResult limit, Value flag,
                   ArrayRef<int64_t> flagIndex, int64_t every) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.indexName = builder.getStringAttr(indexName);
  if (auto number = dyn_cast<Attribute>(limit))
    properties.staticLimit =
        builder.getI64IntegerAttr(cast<IntegerAttr>(number).getInt());
  else
    state.addOperands(cast<Value>(limit));
  if (flag) {
    state.addOperands(flag);
    properties.flagIndex = builder.getDenseI64ArrayAttr(flagIndex);
    properties.every = builder.getI64IntegerAttr(every);
  }
  properties.operandSegmentSizes = {isa<Value>(limit) ? 1 : 0, flag ? 1 : 0};
  Region *body = state.addRegion();
  body->emplaceBlock().addArgument(builder.getIndexType(), state.location);
  ensureTerminator(*body, builder, state.location);
}

OpFoldResult LoopOp::getLimit() {
  if (Value limit = getDynamicLimit())
    return limit;
  return Builder(getContext()).getIndexAttr(getStaticLimit().value_or(0));
}

void LoopOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, getIndexName());
}

ParseResult
sa::parseLoop(OpAsmParser &parser, StringAttr &indexName,
              std::optional<OpAsmParser::UnresolvedOperand> &dynamicLimit,
              IntegerAttr &staticLimit,
              std::optional<OpAsmParser::UnresolvedOperand> &flag,
              Type &flagType, DenseI64ArrayAttr &flagIndex, IntegerAttr &every,
              Region &body) {
  Builder &builder = parser.getBuilder();
  OpAsmParser::Argument index;
  index.type = builder.getIndexType();
  SmallVector<Attribute> names;
  if (parser.parseLParen() || parseNamedArgument(parser, index, names) ||
      parser.parseRParen() || parser.parseKeyword("to") || parser.parseLParen())
    return failure();
  indexName = cast<StringAttr>(names.front());
  int64_t number;
  OptionalParseResult isNumber = parser.parseOptionalInteger(number);
  if (!isNumber.has_value()) {
    if (parser.parseOperand(dynamicLimit.emplace()))
      return failure();
  } else {
    if (failed(*isNumber))
      return failure();
    staticLimit = builder.getI64IntegerAttr(number);
  }
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("while"))) {
    SmallVector<int64_t> position;
    int64_t rounds;
    auto parsePosition = [&] {
      return parser.parseInteger(position.emplace_back());
    };
    if (parser.parseOperand(flag.emplace()) ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parsePosition) ||
        parser.parseKeyword("every") || parser.parseInteger(rounds) ||
        parser.parseColonType(flagType))
      return failure();
    flagIndex = builder.getDenseI64ArrayAttr(position);
    every = builder.getI64IntegerAttr(rounds);
  }
  SMLoc bodyLoc = parser.getCurrentLocation();
  if (parser.parseRegion(body, {index}))
    return failure();
  LoopOp::ensureTerminator(body, builder, parser.getEncodedSourceLoc(bodyLoc));
  return success();
}

void sa::printLoop(OpAsmPrinter &printer, LoopOp op, StringAttr indexName,
                   Value dynamicLimit, IntegerAttr staticLimit, Value flag,
                   Type flagType, DenseI64ArrayAttr flagIndex,
                   IntegerAttr every, Region &body) {
  printer << "(";
  printNamedArgument(printer, op.getIndex(), indexName.getValue());
  printer << ") to (";
  if (dynamicLimit)
    printer << dynamicLimit;
  else
    printer << staticLimit.getInt();
  printer << ")";
  if (flag) {
    printer << " while " << flag << "[";
    llvm::interleaveComma(flagIndex.asArrayRef(), printer);
    printer << "] every " << every.getInt() << " : " << flagType;
  }
  printer << " ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

/// Rule C4.
static LogicalResult verifyFlag(LoopOp op) {
  Value flag = op.getFlag();
  if (!flag != !op.getEvery() || !flag != !op.getFlagIndex())
    return op.emitOpError() << "reads an element without its place or without "
                               "a number of rounds";
  if (!flag)
    return success();
  auto type = cast<ArrayType>(flag.getType());
  std::string name = getArrayName(flag);
  if (type.getRole() != Role::InOut && type.getRole() != Role::Temp)
    return op.emitOpError() << "runs while an element of '" << name
                            << "' is not zero, which has the role '"
                            << stringifyRole(type.getRole())
                            << "': it has to be 'inout' or 'temp'";
  if (!isa<IntegerType>(type.getElementType()))
    return op.emitOpError()
           << "runs while an element of '" << name << "' is not zero, which is "
           << type.getElementType() << " and no integer";
  ArrayRef<int64_t> position = *op.getFlagIndex();
  if (position.size() != static_cast<size_t>(type.getRank()))
    return op.emitOpError()
           << "reads an element of '" << name << "', which has "
           << count(type.getRank(), "dimension", "dimensions") << ", with "
           << count(position.size(), "index", "indices");
  for (auto [dim, index] : llvm::enumerate(position)) {
    int64_t size = type.getShape()[dim];
    if (size == ShapedType::kDynamic)
      return op.emitOpError()
             << "reads an element of '" << name
             << "', which need not exist: the size of its dimension " << dim
             << " is not a number";
    if (index < 0 || index >= size)
      return op.emitOpError()
             << "reads '" << name << "' at index " << index << " of dimension "
             << dim << ", whose size is " << size;
  }
  for (AffineExpr constraint : type.getDomainConstraints()) {
    SmallVector<AffineExpr> indices;
    for (int64_t index : position)
      indices.push_back(getAffineConstantExpr(index, op.getContext()));
    auto value = dyn_cast<AffineConstantExpr>(constraint.replaceDims(indices));
    if (!value || value.getValue() < 0)
      return op.emitOpError() << "reads an element of '" << name
                              << "' that is outside of its domain";
  }
  if (static_cast<int64_t>(*op.getEvery()) <= 0)
    return op.emitOpError() << "reads '" << name << "' every "
                            << static_cast<int64_t>(*op.getEvery())
                            << " rounds: at least 1 is possible";
  return success();
}

LogicalResult LoopOp::verify() {
  if (getBody().getNumArguments() != 1 || !getIndex().getType().isIndex())
    return emitOpError() << "has no index";
  // C3
  if (!getDynamicLimit() == !getStaticLimit())
    return emitOpError() << "has no limit, or two";
  if (Value limit = getDynamicLimit())
    if (auto argument = dyn_cast<BlockArgument>(limit);
        argument && !isa<FuncOp, LoopOp>(argument.getOwner()->getParentOp()))
      return emitOpError() << "has a limit that its function does not compute";
  // C6
  unsigned depth = 0;
  for (Operation *parent = *this; isa<LoopOp>(parent);
       parent = parent->getParentOp())
    ++depth;
  if (depth > maxLoopDepth)
    return emitOpError() << "stands in " << depth - 1
                         << " loops: " << maxLoopDepth - 1 << " are possible";
  return verifyFlag(*this);
}

/// Rules C1 of a loop and C2 of `sa.if_moved`.
static LogicalResult verifyRoundBody(Block &block) {
  bool hasSwap = false;
  for (Operation &op : block.without_terminator()) {
    if (isa<affine::AffineForOp, affine::AffineIfOp>(op)) {
      if (failed(verifyLoopOp(&op)))
        return failure();
    } else if (!isa<NestOp, CallOp, PlanOp, LoopOp, SwapOp, LoopCacheOp, DimOp>(
                   op) &&
               failed(verifyBodyOp(&op))) {
      return failure();
    }
    // C5
    if (hasSwap && !isa<SwapOp>(op))
      return op.emitOpError() << "stands after a swap: arrays trade places at "
                                 "the end of the loop's body";
    hasSwap |= isa<SwapOp>(op);
  }
  return success();
}

LogicalResult LoopOp::verifyRegions() {
  return verifyRoundBody(getBody().front());
}

//===----------------------------------------------------------------------===//
// SwapOp, RoundOp, IfMovedOp
//===----------------------------------------------------------------------===//

LogicalResult SwapOp::verify() {
  // C1
  auto isInout = [](Value array) {
    return isa<BlockArgument>(array) &&
           cast<ArrayType>(array.getType()).getRole() == Role::InOut;
  };
  auto isTemp = [](Value array) {
    return isa_and_nonnull<TempOp>(array.getDefiningOp());
  };
  Value lhs = getLhs(), rhs = getRhs();
  bool isFine = lhs != rhs && (isTemp(lhs) || isTemp(rhs)) &&
                (isTemp(lhs) || isInout(lhs)) && (isTemp(rhs) || isInout(rhs));
  if (!isFine)
    return emitOpError()
           << "swaps '" << getArrayName(lhs) << "' and '" << getArrayName(rhs)
           << "': two temporaries trade places, or an 'inout' and a temporary";
  // C2
  auto type = cast<ArrayType>(lhs.getType());
  auto other = cast<ArrayType>(rhs.getType());
  bool isEqual = type.getElementType() == other.getElementType() &&
                 type.getShape() == other.getShape() &&
                 type.getLayout() == other.getLayout() &&
                 type.getDomain() == other.getDomain();
  for (unsigned dim = 0; isEqual && dim < type.getRank(); ++dim)
    if (type.getShape()[dim] == ShapedType::kDynamic)
      isEqual = getSizeName(lhs, dim) == getSizeName(rhs, dim);
  if (!isEqual)
    return emitOpError() << "swaps '" << getArrayName(lhs) << "', which is "
                         << type << ", and '" << getArrayName(rhs)
                         << "', which is " << other
                         << ": shape, element type and layout must be equal";
  return success();
}

LogicalResult RoundOp::verify() {
  auto argument = dyn_cast<BlockArgument>(getIndex());
  if (!argument || !isa<FuncOp>(argument.getOwner()->getParentOp()))
    return emitOpError() << "is about a value that is not an argument of the "
                            "function";
  return success();
}

void IfMovedOp::build(OpBuilder &builder, OperationState &state, Value array,
                      Value temporary) {
  state.addOperands({array, temporary});
  Region *body = state.addRegion();
  body->emplaceBlock();
  ensureTerminator(*body, builder, state.location);
}

LogicalResult IfMovedOp::verify() {
  if (isa<BlockArgument>(getArray()) &&
      isa_and_nonnull<TempOp>(getTemporary().getDefiningOp()))
    return success();
  return emitOpError() << "asks whether '" << getArrayName(getArray())
                       << "' moved to '" << getArrayName(getTemporary())
                       << "': an argument moves to a temporary";
}

LogicalResult IfMovedOp::verifyRegions() {
  for (Operation &op : getBody().front())
    if (isa<LoopOp, SwapOp>(op))
      return op.emitOpError() << "stands under a condition of swaps";
  return verifyRoundBody(getBody().front());
}

//===----------------------------------------------------------------------===//
// ExchangeOp, StandsForOp, StopUnlessOp
//===----------------------------------------------------------------------===//

/// Returns true for an argument of the function.
static bool isArgument(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && isa_and_present<FunctionOpInterface>(
                         argument.getOwner()->getParentOp());
}

LogicalResult ExchangeOp::verify() {
  for (Value memory : {getLhs(), getRhs()})
    if (!isArgument(memory) && !memory.getDefiningOp<AllocOp>())
      return emitOpError() << "exchanges memory that is neither an argument "
                              "nor a temporary of the function";
  return success();
}

LogicalResult StandsForOp::verify() {
  if (isArgument(getArray()) && getTemporary().getDefiningOp<AllocOp>())
    return success();
  return emitOpError() << "asks about memory other than that of an argument "
                          "and of a temporary of the function";
}

LogicalResult StopUnlessOp::verify() {
  // C1
  auto loop = dyn_cast<scf::ForOp>((*this)->getParentOp());
  if (!loop || !matchPattern(loop.getLowerBound(), m_Zero()) ||
      !matchPattern(loop.getStep(), m_One()))
    return emitOpError() << "stands outside of a loop of the host that counts "
                            "its rounds";
  // C2
  if (static_cast<int64_t>(getEvery()) <= 0)
    return emitOpError() << "is read every " << static_cast<int64_t>(getEvery())
                         << " rounds: at least 1 is possible";
  return success();
}
