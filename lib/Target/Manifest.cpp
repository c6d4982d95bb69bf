// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/Manifest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/ConstantPool.h"
#include "sa/Target/Cpp.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace sa;
namespace json = llvm::json;

namespace {

/// The manifest's entry of one function.
class FunctionEntry {
public:
  FunctionEntry(func::FuncOp func, const ConstantPool &pool)
      : func(func), pool(pool) {}
  FailureOr<json::Object> get();

private:
  json::Value getArgument(unsigned index);
  json::Object getArray(StringRef name, ArrayType type);
  /// A size as an expression; null when there is none, or none that is short.
  json::Value getExpression(Value value);
  json::Value getExpression(Value value, unsigned &budget);
  json::Value getComparison(arith::CmpIOp op, unsigned &budget);
  FailureOr<json::Value> getLaunch(LaunchOp launch);
  FailureOr<json::Value> getLoop(scf::ForOp loop);
  FailureOr<json::Value> getCondition(scf::IfOp op);
  /// The launches of a block, and the loops and conditions around others.
  FailureOr<json::Array> getSteps(Block &block);
  /// The position of the argument called `name`.
  unsigned findArgument(StringRef name);

  func::FuncOp func;
  const ConstantPool &pool;
  /// What a loop around launches is called: its name, or one that is like it
  /// where the function has that already.
  llvm::DenseMap<Value, std::string> loopNames;
  llvm::StringSet<> names;

  json::Array temporaries, constants, requirements;
  /// How a launch names the memory that the function has for itself.
  llvm::DenseMap<Value, json::Object> internal;
};

} // namespace

/// An expression over the sizes of an argument, in the names of the function.
static json::Value getSizeExpression(const OffsetExpr &expr, ArrayType type) {
  using Kind = OffsetExpr::Kind;
  if (std::optional<int64_t> value = expr.getConstant())
    return *value;
  if (expr.getKind() == Kind::Size)
    return json::fixUTF8(type.getSizeName(expr.getDim()).getValue());
  StringRef token;
  switch (expr.getKind()) {
  case Kind::Add:
    token = "+";
    break;
  case Kind::Mul:
    token = "*";
    break;
  case Kind::FloorDiv:
    token = "floordiv";
    break;
  case Kind::Mod:
    token = "mod";
    break;
  case Kind::Min:
    token = "min";
    break;
  default:
    token = "max";
    break;
  }
  return json::Array{token, getSizeExpression(expr.getLHS(), type),
                     getSizeExpression(expr.getRHS(), type)};
}

json::Object FunctionEntry::getArray(StringRef name, ArrayType type) {
  Layout layout = type.getMemoryLayout();
  json::Array shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    shape.push_back(type.getShape()[dim] == ShapedType::kDynamic
                        ? getSizeExpression(OffsetExpr::size(dim), type)
                        : json::Value(type.getShape()[dim]));
  json::Object array{
      {"kind", "array"},
      {"name", json::fixUTF8(name)},
      {"role", stringifyRole(type.getRole())},
      {"element_type", getElementTypeName(type.getElementType())},
      {"shape", std::move(shape)},
      {"strides", nullptr},
      {"offset", 0},
      {"storage", getSizeExpression(type.getStorage(), type)}};
  if (isa_and_present<AnyLayoutAttr>(type.getLayout())) {
    array["strides"] = "open";
    json::Array names;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      names.push_back(json::fixUTF8(getStrideName(name, dim)));
    array["stride_sizes"] = std::move(names);
  } else if (layout.takesShapedDescriptor()) {
    json::Array strides;
    auto exprs = layout.getStrides(type.getShape());
    for (const OffsetExpr &stride : *exprs)
      strides.push_back(getSizeExpression(stride, type));
    array["strides"] = std::move(strides);
    SmallVector<OffsetExpr> first(type.getRank(), 0);
    array["offset"] =
        getSizeExpression(type.getOffset().replaceIndices(first), type);
  }
  return array;
}

json::Value FunctionEntry::getArgument(unsigned index) {
  StringRef name =
      func.getArgAttrOfType<StringAttr>(index, nameAttrName).getValue();
  if (auto array = func.getArgAttrOfType<TypeAttr>(index, arrayAttrName)) {
    auto type = cast<ArrayType>(array.getValue());
    json::Object entry = getArray(name, type);
    if (type.getRole() == Role::Output)
      entry["filled"] = func.getArgAttr(index, filledAttrName) != nullptr;
    return entry;
  }
  auto scalar = func.getArgAttrOfType<TypeAttr>(index, scalarAttrName);
  return json::Object{{"kind", "scalar"},
                      {"name", json::fixUTF8(name)},
                      {"type", scalar.getValue().isIndex()
                                   ? std::string("i64")
                                   : getElementTypeName(scalar.getValue())}};
}

json::Value FunctionEntry::getExpression(Value value) {
  unsigned budget = 1000;
  return getExpression(value, budget);
}

json::Value FunctionEntry::getExpression(Value value, unsigned &budget) {
  if (budget == 0)
    return nullptr;
  --budget;
  if (auto found = loopNames.find(value); found != loopNames.end())
    return found->second;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return json::fixUTF8(
        func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), nameAttrName)
            .getValue());
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
    return constant.value();
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && constant.getType().isInteger(1))
    return cast<IntegerAttr>(constant.getValue()).getValue().isZero() ? 0 : 1;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return getComparison(compare, budget);
  // Conditions are 0 or 1.
  if (isa<arith::AndIOp>(op) && !value.getType().isInteger(1))
    return nullptr;
  StringRef token = TypeSwitch<Operation *, StringRef>(op)
                        .Case([](arith::AndIOp) { return "min"; })
                        .Case([](arith::AddIOp) { return "+"; })
                        .Case([](arith::SubIOp) { return "-"; })
                        .Case([](arith::MulIOp) { return "*"; })
                        .Case([](arith::FloorDivSIOp) { return "floordiv"; })
                        .Case([](arith::CeilDivSIOp) { return "ceildiv"; })
                        .Case([](arith::MinSIOp) { return "min"; })
                        .Case([](arith::MaxSIOp) { return "max"; })
                        .Default([](Operation *) { return ""; });
  if (token.empty())
    return nullptr;
  json::Value lhs = getExpression(op->getOperand(0), budget);
  json::Value rhs = getExpression(op->getOperand(1), budget);
  if (lhs == nullptr || rhs == nullptr)
    return nullptr;
  return json::Array{token, std::move(lhs), std::move(rhs)};
}

json::Value FunctionEntry::getComparison(arith::CmpIOp op, unsigned &budget) {
  json::Value lhs = getExpression(op.getLhs(), budget);
  json::Value rhs = getExpression(op.getRhs(), budget);
  if (lhs == nullptr || rhs == nullptr)
    return nullptr;
  using Predicate = arith::CmpIPredicate;
  switch (op.getPredicate()) {
  case Predicate::eq:
    return json::Array{"==", std::move(lhs), std::move(rhs)};
  case Predicate::ne:
    return json::Array{"-", 1,
                       json::Array{"==", std::move(lhs), std::move(rhs)}};
  case Predicate::slt:
    return json::Array{"<", std::move(lhs), std::move(rhs)};
  case Predicate::sle:
    return json::Array{"<=", std::move(lhs), std::move(rhs)};
  case Predicate::sgt:
    return json::Array{"<", std::move(rhs), std::move(lhs)};
  case Predicate::sge:
    return json::Array{"<=", std::move(rhs), std::move(lhs)};
  default:
    return nullptr;
  }
}

FailureOr<json::Value> FunctionEntry::getLoop(scf::ForOp loop) {
  json::Value lower = getExpression(loop.getLowerBound());
  json::Value upper = getExpression(loop.getUpperBound());
  json::Value step = getExpression(loop.getStep());
  if (lower == nullptr || upper == nullptr || step == nullptr)
    return loop.emitOpError() << "has bounds that a manifest cannot express";
  auto given = loop->getAttrOfType<StringAttr>(indexAttrName);
  std::string base = json::fixUTF8(given ? given.getValue() : "index");
  std::string name = base;
  for (unsigned number = 1; !names.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  loopNames[loop.getInductionVar()] = name;
  FailureOr<json::Array> steps = getSteps(*loop.getBody());
  if (failed(steps))
    return failure();
  return json::Value(json::Object{{"for", name},
                                  {"from", std::move(lower)},
                                  {"to", std::move(upper)},
                                  {"step", std::move(step)},
                                  {"steps", std::move(*steps)}});
}

FailureOr<json::Value> FunctionEntry::getCondition(scf::IfOp op) {
  json::Value condition = getExpression(op.getCondition());
  if (condition == nullptr)
    return op.emitOpError() << "has a condition that a manifest cannot express";
  FailureOr<json::Array> then = getSteps(*op.thenBlock());
  FailureOr<json::Array> otherwise = json::Array();
  if (op.elseBlock())
    otherwise = getSteps(*op.elseBlock());
  if (failed(then) || failed(otherwise))
    return failure();
  return json::Value(json::Object{{"if", std::move(condition)},
                                  {"then", std::move(*then)},
                                  {"else", std::move(*otherwise)}});
}

FailureOr<json::Array> FunctionEntry::getSteps(Block &block) {
  json::Array steps;
  for (Operation &op : block) {
    FailureOr<json::Value> step = failure();
    if (auto launch = dyn_cast<LaunchOp>(op))
      step = getLaunch(launch);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      step = getLoop(loop);
    else if (auto condition = dyn_cast<scf::IfOp>(op))
      step = getCondition(condition);
    else
      continue;
    if (failed(step))
      return failure();
    steps.push_back(std::move(*step));
  }
  return steps;
}

FailureOr<json::Value> FunctionEntry::getLaunch(LaunchOp launch) {
  auto getRange = [&](ValueRange values, json::Array &range) -> LogicalResult {
    for (Value value : values) {
      range.push_back(getExpression(value));
      if (range.back() == nullptr)
        return launch.emitOpError()
               << "has a range that a manifest cannot express";
    }
    return success();
  };
  json::Array range, local, arguments;
  if (failed(getRange(launch.getRange(), range)) ||
      failed(getRange(launch.getLocal(), local)))
    return failure();
  for (Value value : launch.getKernelOperands()) {
    if (auto found = internal.find(value); found != internal.end()) {
      arguments.push_back(json::Object(found->second));
      continue;
    }
    unsigned number = cast<BlockArgument>(value).getArgNumber();
    if (loopNames.contains(value) || func.getArgAttr(number, sizeAttrName))
      arguments.push_back(json::Object{{"size", getExpression(value)}});
    else
      arguments.push_back(json::Object{{"argument", number}});
  }
  return json::Value(
      json::Object{{"kernel", launch.getKernel().getLeafReference().getValue()},
                   {"range", std::move(range)},
                   {"local", local.empty() ? json::Value(nullptr)
                                           : json::Value(std::move(local))},
                   {"arguments", std::move(arguments)}});
}

/// What the function's kernels need of a device beyond SYCL's minimum.
static json::Array getAspects(func::FuncOp func) {
  bool half = false, wide = false;
  auto visit = [&](Type type) {
    if (auto memref = dyn_cast<MemRefType>(type))
      type = memref.getElementType();
    half |= type.isF16();
    wide |= type.isF64();
  };
  func.walk([&](LaunchOp launch) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    llvm::for_each(kernel.getArgumentTypes(), visit);
    kernel.walk(
        [&](Operation *op) { llvm::for_each(op->getResultTypes(), visit); });
  });
  json::Array aspects;
  if (half)
    aspects.push_back("fp16");
  if (wide)
    aspects.push_back("fp64");
  return aspects;
}

unsigned FunctionEntry::findArgument(StringRef name) {
  unsigned index = 0;
  while (func.getArgAttrOfType<StringAttr>(index, nameAttrName).getValue() !=
         name)
    ++index;
  return index;
}

FailureOr<json::Object> FunctionEntry::get() {
  json::Array arguments, sizes;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    names.insert(func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue());
    if (func.getArgAttr(i, sizeAttrName))
      sizes.push_back(json::fixUTF8(
          func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue()));
    else
      arguments.push_back(getArgument(i));
  }
  for (Operation &op : func.getBody().front()) {
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      json::Value elements = getExpression(alloc.getElements());
      assert(elements != nullptr && "the storage of a layout is short to say");
      internal[alloc.getResult()] =
          json::Object{{"temporary", temporaries.size()}};
      json::Object temporary{
          {"name", json::fixUTF8(alloc.getName())},
          {"element_type", getElementTypeName(alloc.getElementType())},
          {"elements", std::move(elements)}};
      if (alloc.getUninitialized())
        temporary["uninitialized"] = true;
      temporaries.push_back(std::move(temporary));
    } else if (auto upload = dyn_cast<UploadOp>(op)) {
      internal[upload.getResult()] =
          json::Object{{"constant", constants.size()}};
      constants.push_back(
          json::Object{{"name", json::fixUTF8(upload.getName())},
                       {"offset", pool.getOffset(upload)},
                       {"bytes", ConstantPool::getSize(upload)}});
    } else if (auto require = dyn_cast<RequireOp>(op)) {
      json::Value least = getExpression(require.getLeast());
      if (least == nullptr)
        return require.emitOpError()
               << "has a size that a manifest cannot express";
      requirements.push_back(
          json::Object{{"argument", findArgument(require.getArray())},
                       {"dimension", require.getDimension()},
                       {"at_least", std::move(least)}});
    }
  }
  FailureOr<json::Array> steps = getSteps(func.getBody().front());
  if (failed(steps))
    return failure();
  json::Object entry{{"name", func.getSymName()},
                     {"signature", getCppSignature(func, /*oneLine=*/true)},
                     {"aspects", getAspects(func)},
                     {"arguments", std::move(arguments)},
                     {"sizes", std::move(sizes)},
                     {"requirements", std::move(requirements)},
                     {"temporaries", std::move(temporaries)},
                     {"constants", std::move(constants)},
                     {"steps", std::move(*steps)}};
  if (auto dense = func->getAttrOfType<FlatSymbolRefAttr>(contiguousAttrName))
    entry["contiguous"] = dense.getValue();
  if (func->hasAttr(internalAttrName))
    entry["internal"] = true;
  return entry;
}

LogicalResult sa::emitManifest(ModuleOp module, raw_ostream &os) {
  ConstantPool pool(module);
  json::Array functions;
  for (auto func : module.getOps<func::FuncOp>()) {
    FailureOr<json::Object> entry = FunctionEntry(func, pool).get();
    if (failed(entry))
      return failure();
    functions.push_back(std::move(*entry));
  }
  json::Value manifest =
      json::Object{{"version", 3}, {"functions", std::move(functions)}};
  os << llvm::formatv("{0:2}", manifest) << "\n";
  return success();
}
