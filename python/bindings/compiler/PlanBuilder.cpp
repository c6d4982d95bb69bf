// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanBuilder.h"

#include "ModuleBuilder.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/RehearsePlan.h"
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace mlir;
using namespace sa;
using namespace sa::python;

PlanBuilder::PlanBuilder(OpBuilder &outer, Location loc, bool strict)
    : builder(outer), schedule(strict ? Proofs::Strict : Proofs::Results) {
  auto plan = PlanOp::create(outer, loc);
  builder.setInsertionPointToStart(&plan.getBody().emplaceBlock());
}

void PlanBuilder::setLocalMemory(int64_t bytes) {
  builder.getInsertionBlock()->getParentOp()->setAttr(
      localMemoryAttrName, builder.getI64IntegerAttr(bytes));
}

void PlanBuilder::setMaxWorkItems(int64_t count) {
  builder.getInsertionBlock()->getParentOp()->setAttr(
      maxWorkItemsAttrName, builder.getI64IntegerAttr(count));
}

//===----------------------------------------------------------------------===//
// Arguments of steps
//===----------------------------------------------------------------------===//

/// The argument `key`, or nothing when it is None or missing.
template <typename T>
static std::optional<T> getOptional(const py::dict &arguments,
                                    const char *key) {
  if (!arguments.contains(key) || arguments[key].is_none())
    return std::nullopt;
  return arguments[key].cast<T>();
}

template <typename T> static T get(const py::dict &arguments, const char *key) {
  std::optional<T> value = getOptional<T>(arguments, key);
  if (!value)
    throw py::value_error(std::string("the step has no '") + key + "'");
  return *value;
}

static bool getFlag(const py::dict &arguments, const char *key) {
  return getOptional<bool>(arguments, key).value_or(false);
}

Value PlanBuilder::getLoop(const Handle &handle) const {
  auto found = values.find(handle);
  if (found == values.end())
    throw py::value_error("unknown loop '" + handle + "'");
  return found->second;
}

Value PlanBuilder::getLoop(const py::dict &arguments, const char *key) const {
  return getLoop(get<Handle>(arguments, key));
}

SmallVector<Value> PlanBuilder::getLoops(const py::dict &arguments,
                                         const char *key) const {
  SmallVector<Value> loops;
  for (const Handle &handle : get<std::vector<Handle>>(arguments, key))
    loops.push_back(getLoop(handle));
  return loops;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Operation *PlanBuilder::createCache(const py::dict &arguments, Location loc) {
  MLIRContext *context = builder.getContext();
  Value source = py::isinstance<py::str>(arguments["source"])
                     ? getLoop(arguments, "source")
                     : arguments["source"].cast<BuiltValue>().value;
  auto getOptionalLoop = [&](const char *key) {
    std::optional<Handle> handle = getOptional<Handle>(arguments, key);
    return handle ? getLoop(*handle) : Value();
  };
  auto getText = [&](const char *key) {
    std::optional<std::string> text = getOptional<std::string>(arguments, key);
    return text ? builder.getStringAttr(*text) : StringAttr();
  };
  LayoutAttrInterface layout;
  if (std::optional<std::string> text =
          getOptional<std::string>(arguments, "layout")) {
    layout =
        dyn_cast_or_null<LayoutAttrInterface>(parseAttribute(*text, context));
    if (!layout)
      throw py::value_error("'" + *text + "' is not a layout");
  }
  TypeAttr elementType;
  if (std::optional<std::string> text =
          getOptional<std::string>(arguments, "element_type")) {
    std::optional<ScalarType> type = getScalarType(context, *text);
    if (!type)
      throw py::value_error("unknown type '" + *text + "'");
    elementType = TypeAttr::get(type->element);
  }
  IntegerAttr maxElements;
  if (std::optional<int64_t> number =
          getOptional<int64_t>(arguments, "max_elements"))
    maxElements = builder.getI64IntegerAttr(*number);
  return CacheOp::create(
      builder, loc, source, get<std::string>(arguments, "name"),
      getOptionalLoop("loop"), getOptionalLoop("trigger"), maxElements, layout,
      elementType, getFlag(arguments, "thrifty"), getText("location"),
      getFlag(arguments, "double_buffer"), getText("double_buffer_location"),
      getFlag(arguments, "vectorize"));
}

Operation *PlanBuilder::create(const std::string &kind,
                               const py::dict &arguments, Location loc) {
  auto loopType = LoopType::get(builder.getContext());
  if (kind == "loops") {
    size_t count = get<std::vector<Handle>>(arguments, "loops").size();
    return LoopsOp::create(builder, loc, SmallVector<Type>(count, loopType),
                           get<std::string>(arguments, "nest"));
  }
  if (kind == "split")
    return SplitOp::create(builder, loc, loopType, getLoop(arguments, "loop"),
                           get<int64_t>(arguments, "size"),
                           get<std::string>(arguments, "name"));
  if (kind == "reorder")
    return ReorderOp::create(builder, loc, getFlag(arguments, "unsafe"),
                             getLoops(arguments, "loops"));
  if (kind == "pad")
    return PadOp::create(builder, loc, getLoop(arguments, "loop"),
                         get<int64_t>(arguments, "size"));
  if (kind == "skew")
    return SkewOp::create(builder, loc, getLoop(arguments, "loop"),
                          getLoop(arguments, "reference"));
  if (kind == "fuse") {
    auto names = get<std::vector<std::string>>(arguments, "names");
    SmallVector<StringRef> refs(names.begin(), names.end());
    return FuseOp::create(
        builder, loc, SmallVector<Type>(names.size(), loopType),
        getFlag(arguments, "unsafe"), getLoops(arguments, "schedules"),
        get<int64_t>(arguments, "partial"), builder.getStrArrayAttr(refs));
  }
  if (kind == "unroll")
    return UnrollOp::create(builder, loc, getLoop(arguments, "loop"));
  if (kind == "vectorize")
    return VectorizeOp::create(builder, loc, getFlag(arguments, "unsafe"),
                               getLoop(arguments, "loop"));
  if (kind == "parallelize") {
    std::optional<int64_t> threads =
        getOptional<int64_t>(arguments, "max_threads");
    std::optional<std::string> policy =
        getOptional<std::string>(arguments, "policy");
    return ParallelizeOp::create(
        builder, loc, getFlag(arguments, "unsafe"),
        getLoops(arguments, "loops"),
        threads ? builder.getI64IntegerAttr(*threads) : IntegerAttr(),
        policy ? builder.getStringAttr(*policy) : StringAttr());
  }
  if (kind == "bind") {
    std::optional<GridUnit> unit =
        symbolizeGridUnit(get<std::string>(arguments, "unit"));
    if (!unit)
      throw py::value_error("unknown unit of the grid");
    return BindOp::create(builder, loc, getLoop(arguments, "loop"), *unit);
  }
  if (kind == "tensorize") {
    SmallVector<Value> loops = getLoops(arguments, "loops");
    if (loops.size() != 3)
      throw py::value_error("a product of matrices has three loops");
    return TensorizeOp::create(builder, loc, loops[0], loops[1], loops[2]);
  }
  if (kind == "prefetch")
    return PrefetchOp::create(
        builder, loc, arguments["array"].cast<BuiltValue>().value,
        getLoop(arguments, "loop"), get<int64_t>(arguments, "distance"));
  if (kind == "cache")
    return createCache(arguments, loc);
  throw py::value_error("unknown step '" + kind + "'");
}

/// True when only the loops show whether a step can be taken: where copies,
/// groups or partial sums are.
static bool needsRehearsal(Operation *step, const Schedule &schedule) {
  return isa<CacheOp, ParallelizeOp, BindOp>(step) ||
         !schedule.getCaches().empty() ||
         llvm::any_of(schedule.getLoops(), [](const ScheduleLoop &loop) {
           return !loop.reductions.empty();
         });
}

LogicalResult PlanBuilder::rehearse(Operation *step) {
  if (!needsRehearsal(step, schedule))
    return success();
  return rehearsePlans(
      builder.getBlock()->getParentOp()->getParentOfType<FuncOp>());
}

void PlanBuilder::step(const std::string &kind, const py::dict &arguments,
                       const UserLocation &location) {
  ErrorCollector errors(builder.getContext());
  Operation *op =
      create(kind, arguments, getLocation(builder.getContext(), location));
  // A step that is refused changes nothing; what is rehearsed after it has been
  // taken does.
  std::optional<Schedule> before;
  if (needsRehearsal(op, schedule))
    before = schedule;
  if (failed(verify(op)) || failed(schedule.apply(op)) ||
      failed(rehearse(op))) {
    if (before)
      schedule = std::move(*before);
    op->erase();
    errors.raise();
  }
  // What the step makes is known by its handles from now on.
  std::vector<Handle> handles;
  if (kind == "loops" || kind == "fuse")
    handles = get<std::vector<Handle>>(arguments, "loops");
  else if (kind == "split")
    handles = {get<Handle>(arguments, "inner")};
  else if (kind == "cache")
    handles = {get<Handle>(arguments, "cache")};
  for (auto [handle, result] : llvm::zip_equal(handles, op->getResults()))
    values[handle] = result;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::string PlanBuilder::getText(const Handle &loop) const {
  return schedule.getText(schedule.getLoop(getLoop(loop)));
}

std::vector<Handle> PlanBuilder::getOrder(const Handle &loop) const {
  std::vector<Handle> order;
  for (unsigned number : schedule.getOrder(schedule.getLoop(getLoop(loop))))
    for (const auto &[handle, value] : values)
      if (isa<LoopType>(value.getType()) && schedule.getLoop(value) == number)
        order.push_back(handle);
  return order;
}

std::optional<int64_t> PlanBuilder::getTripCount(const Handle &loop) const {
  return schedule.getTripCount(schedule.getLoop(getLoop(loop)));
}

std::optional<int64_t> PlanBuilder::getBlockSize(Value array,
                                                 const Handle &loop) const {
  return schedule.getBlockSize(array, schedule.getLoop(getLoop(loop)));
}
