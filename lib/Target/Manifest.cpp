// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Target/Manifest.h"

#include "ManifestSizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "sa/Target/ConstantPool.h"
#include "sa/Target/Cpp.h"
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
      : func(func), pool(pool), sizeWriter(func) {}
  FailureOr<json::Object> get();

private:
  json::Value getArgument(unsigned index);
  FailureOr<json::Value> getLaunch(LaunchOp launch);
  FailureOr<json::Value> getLoop(scf::ForOp loop);
  FailureOr<json::Value> getCondition(scf::IfOp op);
  FailureOr<json::Value> getStop(StopUnlessOp op);
  /// Returns an operand of a launch that is an array: an argument, a temporary
  /// or a constant.
  json::Object getMemory(Value value);
  /// Returns the launches, loops and conditions of a block.
  FailureOr<json::Array> getLaunches(Block &block);
  /// Returns the position of the argument `name`.
  unsigned findArgument(StringRef name);

  func::FuncOp func;
  const ConstantPool &pool;
  SizeWriter sizeWriter;
  json::Array temporaries, constants, requirements, checks;
  /// The operands of launches for temporaries, constants and error records.
  llvm::DenseMap<Value, json::Object> internal;
};

} // namespace

json::Value FunctionEntry::getArgument(unsigned index) {
  StringRef name =
      func.getArgAttrOfType<StringAttr>(index, nameAttrName).getValue();
  if (auto array = func.getArgAttrOfType<TypeAttr>(index, arrayAttrName)) {
    auto type = cast<ArrayType>(array.getValue());
    json::Object entry = getArrayEntry(name, type);
    if (type.getRole() == Role::Output)
      entry["filled"] = func.getArgAttr(index, filledAttrName) != nullptr;
    return entry;
  }
  auto scalar = func.getArgAttrOfType<TypeAttr>(index, scalarAttrName);
  json::Object entry{{"kind", "scalar"},
                     {"name", json::fixUTF8(name)},
                     {"type", scalar.getValue().isIndex()
                                  ? std::string("i64")
                                  : getElementTypeName(scalar.getValue())}};
  if (func.getArgAttr(index, passedSizeAttrName))
    entry["size"] = true;
  return entry;
}

/// Fails, with a diagnostic, if more operations of one kind are nested than the
/// runtime reads.
template <typename OpT>
static LogicalResult checkDepth(OpT op, StringRef what) {
  constexpr unsigned deepest = 64;
  unsigned depth = 1;
  for (OpT around = op->template getParentOfType<OpT>(); around;
       around = around->template getParentOfType<OpT>())
    if (++depth > deepest)
      return op.emitOpError() << "is inside of " << deepest << " other " << what
                              << ": a manifest has no more around a launch";
  return success();
}

FailureOr<json::Value> FunctionEntry::getLoop(scf::ForOp loop) {
  if (failed(checkDepth(loop, "loops")))
    return failure();
  json::Value lower = sizeWriter.get(loop.getLowerBound());
  json::Value upper = sizeWriter.get(loop.getUpperBound());
  json::Value increment = sizeWriter.get(loop.getStep());
  if (lower == nullptr || upper == nullptr || increment == nullptr)
    return loop.emitOpError() << "has bounds that a manifest cannot express";
  std::string name = sizeWriter.addLoop(loop);
  FailureOr<json::Array> launches = getLaunches(*loop.getBody());
  if (failed(launches))
    return failure();
  return json::Value(json::Object{{"for", name},
                                  {"from", std::move(lower)},
                                  {"to", std::move(upper)},
                                  {"increment", std::move(increment)},
                                  {"launches", std::move(*launches)}});
}

json::Object FunctionEntry::getMemory(Value value) {
  if (auto found = internal.find(value); found != internal.end())
    return json::Object(found->second);
  return json::Object{{"argument", cast<BlockArgument>(value).getArgNumber()}};
}

FailureOr<json::Value> FunctionEntry::getStop(StopUnlessOp op) {
  json::Value offset = sizeWriter.get(op.getOffset());
  if (offset == nullptr)
    return op.emitOpError() << "has an offset that a manifest cannot express";
  Type type = cast<MemRefType>(op.getMemory().getType()).getElementType();
  return json::Value(
      json::Object{{"stop_unless", getMemory(op.getMemory())},
                   {"offset", std::move(offset)},
                   {"element_type", getElementTypeName(type)},
                   {"every", static_cast<int64_t>(op.getEvery())}});
}

FailureOr<json::Value> FunctionEntry::getCondition(scf::IfOp op) {
  if (failed(checkDepth(op, "conditions")))
    return failure();
  if (auto moved = op.getCondition().getDefiningOp<StandsForOp>()) {
    FailureOr<json::Array> then = getLaunches(*op.thenBlock());
    if (failed(then))
      return failure();
    return json::Value(json::Object{{"if_moved", getMemory(moved.getArray())},
                                    {"place", getMemory(moved.getTemporary())},
                                    {"then", std::move(*then)}});
  }
  json::Value condition = sizeWriter.get(op.getCondition());
  if (condition == nullptr)
    return op.emitOpError() << "has a condition that a manifest cannot express";
  FailureOr<json::Array> then = getLaunches(*op.thenBlock());
  FailureOr<json::Array> otherwise = json::Array();
  if (op.elseBlock())
    otherwise = getLaunches(*op.elseBlock());
  if (failed(then) || failed(otherwise))
    return failure();
  return json::Value(json::Object{{"if", std::move(condition)},
                                  {"then", std::move(*then)},
                                  {"else", std::move(*otherwise)}});
}

FailureOr<json::Array> FunctionEntry::getLaunches(Block &block) {
  json::Array launches;
  for (Operation &op : block) {
    FailureOr<json::Value> entry = failure();
    if (auto launch = dyn_cast<LaunchOp>(op))
      entry = getLaunch(launch);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      entry = getLoop(loop);
    else if (auto condition = dyn_cast<scf::IfOp>(op))
      entry = getCondition(condition);
    else if (auto exchange = dyn_cast<ExchangeOp>(op))
      entry = json::Value(json::Object{
          {"exchange", json::Array{getMemory(exchange.getLhs()),
                                   getMemory(exchange.getRhs())}}});
    else if (auto stop = dyn_cast<StopUnlessOp>(op))
      entry = getStop(stop);
    else
      continue;
    if (failed(entry))
      return failure();
    launches.push_back(std::move(*entry));
  }
  return launches;
}

FailureOr<json::Value> FunctionEntry::getLaunch(LaunchOp launch) {
  auto getRange = [&](ValueRange values, json::Array &range) -> LogicalResult {
    for (Value value : values) {
      range.push_back(sizeWriter.get(value));
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
    // The index of a loop that runs once on the host is a constant.
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || sizeWriter.isLoopIndex(value) ||
        func.getArgAttr(argument.getArgNumber(), sizeAttrName)) {
      json::Value size = sizeWriter.get(value);
      if (size == nullptr)
        return launch.emitOpError()
               << "has an operand that a manifest cannot express";
      arguments.push_back(json::Object{{"size", std::move(size)}});
    } else {
      arguments.push_back(json::Object{{"argument", argument.getArgNumber()}});
    }
  }
  return json::Value(
      json::Object{{"kernel", launch.getKernel().getLeafReference().getValue()},
                   {"range", std::move(range)},
                   {"local", local.empty() ? json::Value(nullptr)
                                           : json::Value(std::move(local))},
                   {"arguments", std::move(arguments)}});
}

/// Returns what the runtime says about an error at a site of an error record.
static json::Object getCheck(DictionaryAttr site) {
  json::Object check;
  if (auto texts = site.getAs<ArrayAttr>("texts")) {
    json::Array given, types;
    for (StringRef text : texts.getAsValueRange<StringAttr>())
      given.push_back(json::fixUTF8(text));
    for (StringRef type :
         site.getAs<ArrayAttr>("types").getAsValueRange<StringAttr>())
      types.push_back(type);
    check["print"] = std::move(given);
    check["types"] = std::move(types);
    return check;
  }
  json::Array indices;
  for (auto name : site.getAs<ArrayAttr>("indices").getAsRange<StringAttr>())
    indices.push_back(json::fixUTF8(name.getValue()));
  check["indices"] = std::move(indices);
  if (auto assumption = site.getAs<StringAttr>("assumption")) {
    check["assumption"] = json::fixUTF8(assumption.getValue());
    if (auto told = site.getAs<ArrayAttr>("told")) {
      json::Array types;
      for (auto type : told.getAsRange<StringAttr>())
        types.push_back(type.getValue());
      check["told"] = std::move(types);
    }
    return check;
  }
  check["array"] = json::fixUTF8(site.getAs<StringAttr>("array").getValue());
  check["dimension"] = site.getAs<IntegerAttr>("dimension").getInt();
  if (site.contains("unsigned"))
    check["unsigned"] = true;
  return check;
}

/// Returns the optional features of devices that the function's kernels need.
static json::Array getAspects(func::FuncOp func) {
  bool half = false, wide = false, wideAtomics = false;
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
    kernel.walk([&](Operation *op) {
      llvm::for_each(op->getResultTypes(), visit);
      if (auto update = dyn_cast<memref::AtomicRMWOp>(op))
        wideAtomics |=
            update.getValue().getType().getIntOrFloatBitWidth() == 64;
    });
  });
  json::Array aspects;
  if (half)
    aspects.push_back("fp16");
  if (wide)
    aspects.push_back("fp64");
  if (wideAtomics)
    aspects.push_back("atomic64");
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
    if (func.getArgAttr(i, sizeAttrName))
      sizes.push_back(json::fixUTF8(
          func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue()));
    else
      arguments.push_back(getArgument(i));
    if (func.getArgAttr(i, passedSizeAttrName))
      sizes.push_back(json::fixUTF8(
          func.getArgAttrOfType<StringAttr>(i, nameAttrName).getValue()));
  }
  for (Operation &op : func.getBody().front()) {
    if (auto alloc = dyn_cast<AllocOp>(op)) {
      json::Value elements = sizeWriter.get(alloc.getElements());
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
    } else if (auto errors = dyn_cast<ErrorRecordOp>(op)) {
      internal[errors.getResult()] = json::Object{{"error_record", 0}};
      for (auto site : errors.getSites().getAsRange<DictionaryAttr>())
        checks.push_back(getCheck(site));
    } else if (auto require = dyn_cast<RequireOp>(op)) {
      json::Value least = sizeWriter.get(require.getLeast());
      if (least == nullptr)
        return require.emitOpError()
               << "has a size that a manifest cannot express";
      json::Object requirement{{"argument", findArgument(require.getArray())},
                               {"dimension", require.getDimension()},
                               {"at_least", std::move(least)}};
      auto type = cast<ArrayType>(
          func.getArgAttrOfType<TypeAttr>(findArgument(require.getArray()),
                                          arrayAttrName)
              .getValue());
      // The lowering names open sizes after their arrays.
      unsigned dim = require.getDimension();
      if (!type.isOpen(dim) && !type.getSizeName(dim).getValue().ends_with(
                                   "_size" + std::to_string(dim)))
        requirement["named"] = true;
      requirements.push_back(std::move(requirement));
    }
  }
  FailureOr<json::Array> launches = getLaunches(func.getBody().front());
  if (failed(launches))
    return failure();
  json::Object entry{{"name", func.getSymName()},
                     {"signature", getCppSignature(func, /*oneLine=*/true)},
                     {"aspects", getAspects(func)},
                     {"arguments", std::move(arguments)},
                     {"sizes", std::move(sizes)},
                     {"requirements", std::move(requirements)},
                     {"temporaries", std::move(temporaries)},
                     {"constants", std::move(constants)},
                     {"launches", std::move(*launches)}};
  if (!checks.empty())
    entry["checks"] = std::move(checks);
  if (auto dense = func->getAttrOfType<FlatSymbolRefAttr>(contiguousAttrName))
    entry["contiguous"] = dense.getValue();
  if (func->hasAttr(internalAttrName))
    entry["internal"] = true;
  return entry;
}

static void writeManifest(json::Array functions, raw_ostream &os) {
  json::Value manifest =
      json::Object{{"version", 5}, {"functions", std::move(functions)}};
  os << llvm::formatv("{0:2}", manifest) << "\n";
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
  writeManifest(std::move(functions), os);
  return success();
}

void sa::emitArgumentManifest(FuncOp func, raw_ostream &os) {
  json::Array arguments, sizes, requirements;
  for (const std::string &size : func.getSizeNames())
    sizes.push_back(json::fixUTF8(size));
  for (auto [index, argument] : llvm::enumerate(func.getArgumentTypes())) {
    auto type = cast<ArrayType>(argument);
    SmallVector<StringAttr> names;
    for (unsigned dim = 0; dim < type.getRank(); ++dim) {
      if (type.getShape()[dim] == ShapedType::kDynamic)
        names.push_back(
            StringAttr::get(func.getContext(), func.getSizeName(index, dim)));
      if (type.isOpen(dim))
        requirements.push_back(json::Object{
            {"argument", index}, {"dimension", dim}, {"at_least", nullptr}});
      if (isa_and_present<AnyLayoutAttr>(type.getLayout()))
        sizes.push_back(json::fixUTF8(func.getStrideName(index, dim)));
    }
    arguments.push_back(
        getArrayEntry(func.getArgName(index), type.withSizes(names)));
  }
  json::Array functions;
  functions.push_back(json::Object{{"name", func.getSymName()},
                                   {"signature", ""},
                                   {"aspects", json::Array()},
                                   {"arguments", std::move(arguments)},
                                   {"sizes", std::move(sizes)},
                                   {"requirements", std::move(requirements)},
                                   {"temporaries", json::Array()},
                                   {"launches", json::Array()}});
  writeManifest(std::move(functions), os);
}
