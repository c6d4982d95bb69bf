// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessRules.h"
#include "BodyOps.h"
#include "Count.h"
#include "LoopSyntax.h"
#include "NamedArguments.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Dialect/SA/IR/SAToldValues.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sa;

//===----------------------------------------------------------------------===//
// NestOp
//===----------------------------------------------------------------------===//

void NestOp::build(OpBuilder &builder, OperationState &state,
                   ArrayRef<StringRef> indexNames, ArrayRef<OpFoldResult> sizes,
                   IntegerSetAttr where, ValueRange whereSymbols) {
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> staticSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.indexNames = builder.getStrArrayAttr(indexNames);
  properties.staticSizes = builder.getDenseI64ArrayAttr(staticSizes);
  properties.where = where;
  properties.operandSegmentSizes = {static_cast<int32_t>(dynamicSizes.size()),
                                    static_cast<int32_t>(whereSymbols.size()),
                                    0};
  state.addOperands(dynamicSizes);
  state.addOperands(whereSymbols);
  Region *body = state.addRegion();
  Block &block = body->emplaceBlock();
  for (size_t i = 0; i < sizes.size(); ++i)
    block.addArgument(builder.getIndexType(), state.location);
  ensureTerminator(*body, builder, state.location);
}

StringRef NestOp::getIndexName(unsigned position) {
  return cast<StringAttr>(getIndexNames()[position]).getValue();
}

SmallVector<OpFoldResult> NestOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getDynamicSizes(), getContext());
}

bool NestOp::isParallel(unsigned position) {
  return getParallel() &&
         llvm::is_contained(*getParallel(), getIndexNames()[position]);
}

SmallVector<AffineExpr> NestOp::getConstraints() {
  SmallVector<AffineExpr> constraints;
  if (!getWhere())
    return constraints;
  IntegerSet set = *getWhere();
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    constraints.push_back(set.getConstraint(i));
    if (set.isEq(i))
      constraints.push_back(-set.getConstraint(i));
  }
  return constraints;
}

bool NestOp::isSegmented(unsigned position) {
  return getSegmentedAttr() == getIndexNames()[position];
}

void NestOp::setSegments(StringRef name, Value starts, AffineMap segment) {
  setSegmented(name);
  getStartsMutable().assign(starts);
  setSegment(segment);
}

void NestOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(
           region.getArguments(), getIndexNames().getAsRange<StringAttr>()))
    setName(argument, name.getValue());
}

/// nest ::= `(` index-list `)` `to` `(` size-list `)`
///          (`where` set (`[` operand-list `]`)?)?
///          (`parallel` `(` string-list `)`)?
///          (`segments` `(` string `of` operand `at` map `:` type `)`)? region
static ParseResult
parseNest(OpAsmParser &parser, ArrayAttr &indexNames,
          SmallVectorImpl<OpAsmParser::UnresolvedOperand> &dynamicSizes,
          DenseI64ArrayAttr &staticSizes, IntegerSetAttr &where,
          SmallVectorImpl<OpAsmParser::UnresolvedOperand> &whereSymbols,
          ArrayAttr &parallel, StringAttr &segmented,
          std::optional<OpAsmParser::UnresolvedOperand> &starts,
          Type &startsType, AffineMapAttr &segment, Region &body) {
  Builder &builder = parser.getBuilder();
  SmallVector<OpAsmParser::Argument> indices;
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes;
  auto parseIndex = [&]() -> ParseResult {
    OpAsmParser::Argument &index = indices.emplace_back();
    index.type = builder.getIndexType();
    return parseNamedArgument(parser, index, names);
  };
  auto parseSize = [&]() -> ParseResult {
    int64_t size;
    OptionalParseResult number = parser.parseOptionalInteger(size);
    if (!number.has_value()) {
      sizes.push_back(ShapedType::kDynamic);
      return parser.parseOperand(dynamicSizes.emplace_back());
    }
    sizes.push_back(size);
    return *number;
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseIndex) ||
      parser.parseKeyword("to") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseSize))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("where")) &&
      (parser.parseAttribute(where) ||
       parser.parseOperandList(whereSymbols,
                               OpAsmParser::Delimiter::OptionalSquare)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("parallel"))) {
    SmallVector<Attribute> parallelNames;
    auto parseName = [&]() -> ParseResult {
      StringAttr name;
      if (parser.parseAttribute(name))
        return failure();
      parallelNames.push_back(name);
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseName))
      return failure();
    parallel = builder.getArrayAttr(parallelNames);
  }
  if (succeeded(parser.parseOptionalKeyword("segments"))) {
    AffineMap map;
    if (parser.parseLParen() || parser.parseAttribute(segmented) ||
        parser.parseKeyword("of") || parser.parseOperand(starts.emplace()) ||
        parser.parseKeyword("at") || parser.parseAffineMap(map) ||
        parser.parseColonType(startsType) || parser.parseRParen())
      return failure();
    segment = AffineMapAttr::get(map);
  }
  indexNames = builder.getArrayAttr(names);
  staticSizes = builder.getDenseI64ArrayAttr(sizes);
  SMLoc bodyLoc = parser.getCurrentLocation();
  if (parser.parseRegion(body, indices))
    return failure();
  NestOp::ensureTerminator(body, builder, parser.getEncodedSourceLoc(bodyLoc));
  return success();
}

static void printNest(OpAsmPrinter &printer, NestOp op, ArrayAttr indexNames,
                      OperandRange, DenseI64ArrayAttr, IntegerSetAttr where,
                      OperandRange whereSymbols, ArrayAttr parallel,
                      StringAttr segmented, Value starts, Type startsType,
                      AffineMapAttr segment, Region &body) {
  printer << "(";
  llvm::interleaveComma(
      llvm::zip(body.getArguments(), indexNames.getAsRange<StringAttr>()),
      printer, [&](auto pair) {
        printNamedArgument(printer, std::get<0>(pair),
                           std::get<1>(pair).getValue());
      });
  printer << ") to (";
  llvm::interleaveComma(op.getMixedSizes(), printer, [&](OpFoldResult size) {
    if (std::optional<int64_t> number = getConstantIntValue(size);
        number && isa<Attribute>(size))
      printer << *number;
    else
      printer << cast<Value>(size);
  });
  printer << ")";
  if (where)
    printer << " where " << where;
  if (!whereSymbols.empty())
    printer << "[" << whereSymbols << "]";
  if (parallel) {
    printer << " parallel(";
    llvm::interleaveComma(parallel, printer);
    printer << ")";
  }
  if (segmented)
    printer << " segments(" << segmented << " of " << starts << " at "
            << segment.getValue() << " : " << startsType << ")";
  printer << " ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

/// The rules of `segments`.
static LogicalResult verifySegments(NestOp op) {
  if (!op.getSegmented() && !op.getStarts() && !op.getSegment())
    return success();
  if (!op.getSegmented() || !op.getStarts() || !op.getSegment())
    return op.emitOpError() << "has segments without a name, starts or a map";
  // C7
  StringRef name = *op.getSegmented();
  auto *found = llvm::find(op.getIndexNames(), op.getSegmentedAttr());
  if (found == op.getIndexNames().end())
    return op.emitOpError()
           << "has no index '" << name << "' to run over segments";
  unsigned position = found - op.getIndexNames().begin();
  if (op.isParallel(position) ||
      op.getStaticSizes()[position] == ShapedType::kDynamic)
    return op.emitOpError() << "cannot run index '" << name
                            << "' over segments: it is parallel, or its size "
                               "is not a number";
  // C8
  auto type = cast<ArrayType>(op.getStarts().getType());
  if (type.getRole() != Role::Const || type.getRank() != 1 ||
      !isa<IntegerType>(type.getElementType()) ||
      type.getElementType().isInteger(1) || type.getShape()[0] == 0)
    return op.emitOpError() << "needs the starts of its segments as a constant "
                               "of integers with one dimension, not "
                            << type;
  // C9
  AffineMap map = *op.getSegment();
  if (map.getNumDims() != op.getRank() || map.getNumSymbols() != 0 ||
      map.getNumResults() != 1)
    return op.emitOpError()
           << "needs a map from its " << count(op.getRank(), "index", "indices")
           << " to one segment";
  for (unsigned other = 0; other < op.getRank(); ++other)
    if (map.isFunctionOfDim(other) && other >= position &&
        !op.isParallel(other))
      return op.emitOpError()
             << "chooses the segment of '" << name << "' by the index '"
             << op.getIndexName(other) << "', which runs inside of it";
  return success();
}

LogicalResult NestOp::verify() {
  // C1
  unsigned rank = getRank();
  if (getIndexNames().size() != rank || getBody().getNumArguments() != rank)
    return emitOpError() << "has "
                         << count(getBody().getNumArguments(), "index",
                                  "indices")
                         << ", but names for " << getIndexNames().size()
                         << " and sizes for " << rank;
  if (getDynamicSizes().size() !=
      static_cast<size_t>(llvm::count(getStaticSizes(), ShapedType::kDynamic)))
    return emitOpError() << "has a different number of run-time sizes than "
                            "of operands";
  llvm::StringSet<> seen;
  for (StringAttr name : getIndexNames().getAsRange<StringAttr>())
    if (!seen.insert(name.getValue()).second)
      return emitOpError() << "has two indices named '" << name.getValue()
                           << "'";
  for (BlockArgument index : getBody().getArguments())
    if (!index.getType().isIndex())
      return emitOpError() << "has an index of the type " << index.getType();
  // C2
  for (auto [position, size] : llvm::enumerate(getStaticSizes()))
    if (size < 0 && size != ShapedType::kDynamic)
      return emitOpError() << "runs index '" << getIndexName(position)
                           << "' to " << size << ": a size is not negative";
  // C4
  int64_t points = 1;
  bool isEmpty = llvm::is_contained(getStaticSizes(), 0);
  for (int64_t size : getStaticSizes())
    if (size > 0 && !isEmpty && llvm::MulOverflow(points, size, points))
      return emitOpError() << "has more points than 63 bits can count";
  // C6
  unsigned numSymbols = getWhereSymbols().size();
  IntegerSet set =
      getWhere().value_or(IntegerSet::getEmptySet(rank, 0, getContext()));
  if (set.getNumDims() != rank || set.getNumSymbols() != numSymbols)
    return emitOpError() << "has " << count(rank, "index", "indices") << " and "
                         << count(numSymbols, "symbol", "symbols")
                         << ", but a set of "
                         << count(set.getNumDims(), "dimension", "dimensions")
                         << " and "
                         << count(set.getNumSymbols(), "symbol", "symbols");
  // C3
  if (getParallel())
    for (StringAttr name : getParallel()->getAsRange<StringAttr>())
      if (!seen.contains(name.getValue()))
        return emitOpError()
               << "has no index '" << name.getValue() << "' to run in parallel";
  return verifySegments(*this);
}

LogicalResult NestOp::verifyRegions() {
  // C5, C10
  return verifyNestBlock(getBody().front());
}

//===----------------------------------------------------------------------===//
// BoundOp
//===----------------------------------------------------------------------===//

LogicalResult BoundOp::verify() {
  if ((*this)->getParentOfType<NestOp>())
    return success();
  return emitOpError() << "stands outside of a nest";
}

//===----------------------------------------------------------------------===//
// CheckedIndexOp, AssumeOp, ViolateOp, PrintOp
//===----------------------------------------------------------------------===//

/// The most indices of a point that an error record has room for.
static constexpr size_t maxPointIndices = 16;

static LogicalResult verifyPoint(Operation *op, ArrayAttr names,
                                 ValueRange point) {
  // C2
  if (names.size() != point.size())
    return op->emitOpError()
           << "has " << count(names.size(), "name", "names") << " for "
           << count(point.size(), "index", "indices") << " of its point";
  if (point.size() > maxPointIndices)
    return op->emitOpError()
           << "has " << point.size() << " indices of its point, and at most "
           << maxPointIndices << " are told";
  Attribute told = op->getAttr(toldValuesAttrName);
  if (told && !isToldValues(told, names.size()))
    return op->emitOpError()
           << "has the attribute '" << toldValuesAttrName
           << "', which is no list of the types i64, u64, f32 and f64 for the "
              "last of its names";
  return success();
}

/// C1, once loops exist: they have replaced the nest.
static LogicalResult verifyInLoops(Operation *op) {
  if (op->getParentOfType<NestOp>() ||
      !isa_and_present<FuncOp>(op->getParentOp()))
    return success();
  return op->emitOpError() << "stands outside of a nest";
}

LogicalResult CheckedIndexOp::verify() {
  if (failed(verifyInLoops(*this)))
    return failure();
  return verifyPoint(*this, getNames(), getPoint());
}

LogicalResult AssumeOp::verify() {
  if (failed(verifyInLoops(*this)))
    return failure();
  return verifyPoint(*this, getNames(), getPoint());
}

LogicalResult ViolateOp::verify() {
  if (failed(verifyInLoops(*this)))
    return failure();
  return verifyPoint(*this, getNames(), getPoint());
}

bool sa::hasPrints(NestOp nest) {
  return nest.walk([](PrintOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

LogicalResult PrintOp::verify() {
  constexpr size_t mostValues = 16;
  if (failed(verifyInLoops(*this)))
    return failure();
  // C2
  size_t numValues = getValues().size();
  if (getTexts().size() != numValues + 1)
    return emitOpError() << "has " << count(getTexts().size(), "text", "texts")
                         << " around " << count(numValues, "value", "values")
                         << ": one more text than values";
  if (numValues > mostValues)
    return emitOpError() << "prints " << numValues << " values, and at most "
                         << mostValues << " are possible in a line";
  if (getIsUnsigned() && getIsUnsigned()->size() != numValues)
    return emitOpError() << "says of " << getIsUnsigned()->size()
                         << " values whether they are unsigned, and has "
                         << numValues;
  for (StringRef text : getTexts().getAsValueRange<StringAttr>())
    if (text.contains('\0'))
      return emitOpError() << "has a text with a NUL character";
  // C3
  for (Type type : getValues().getTypes())
    if (!type.isIndex() && !isElementType(type))
      return emitOpError() << "prints a value of type " << type
                           << ", which no element has";
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp, StoreOp, AccumulateOp
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  auto array = operands.empty() ? ArrayType()
                                : dyn_cast<ArrayType>(operands[0].getType());
  if (!array)
    return emitOptionalError(location, "'sa.load' reads an array");
  types.push_back(array.getValueType());
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, getArray(), getIndices());
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAccess(*this, getArray(), getIndices())))
    return failure();
  return verifyWrite(*this, getArray());
}

bool sa::hasAtomics(Type type) {
  return isa<IntegerType, FloatType>(type) &&
         (type.getIntOrFloatBitWidth() == 32 ||
          type.getIntOrFloatBitWidth() == 64);
}

LogicalResult AccumulateOp::verify() {
  if (failed(verifyAccess(*this, getArray(), getIndices())) ||
      failed(verifyWrite(*this, getArray())))
    return failure();
  // C4
  Type type = getValue().getType();
  bool logical = getKind() == AccumulateKind::And ||
                 getKind() == AccumulateKind::Or ||
                 getKind() == AccumulateKind::Xor;
  bool ordered =
      getKind() == AccumulateKind::Min || getKind() == AccumulateKind::Max;
  if ((logical ? !isa<IntegerType>(type) : type.isInteger(1)) ||
      (ordered && isa<ComplexType>(type)))
    return emitOpError() << "cannot accumulate " << type << " with '"
                         << stringifyAccumulateKind(getKind()) << "'";
  // C5
  if (getIsAtomic() && !hasAtomics(type))
    return emitOpError() << "cannot be atomic: only accumulations of integers "
                            "and real numbers of 32 or 64 bits are, not of "
                         << type;
  return success();
}

#define GET_OP_CLASSES
#include "sa/Dialect/SA/IR/SAOps.cpp.inc"
