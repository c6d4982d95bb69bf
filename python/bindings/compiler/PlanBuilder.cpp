// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlanBuilder.h"

#include "mlir/IR/Verifier.h"
#include "sa/Dialect/SA/Analysis/Schedule/Proven.h"
#include "sa/Dialect/SA/Analysis/Schedule/ScheduleText.h"
#include "sa/Dialect/SA/IR/CacheAttributes.h"
#include "sa/Dialect/SA/IR/SAAttributeNames.h"
#include "sa/Dialect/SA/Transforms/Plans/PlanLoops.h"

namespace py = pybind11;
using namespace mlir;
using namespace sa;
using namespace sa::python;

PlanBuilder::PlanBuilder(OpBuilder &outer, Location loc, bool strict)
    : builder(outer), strict(strict),
      steps(schedule, strict ? Proofs::Strict : Proofs::Results) {
  auto plan = PlanOp::create(outer, loc);
  markProven(plan, strict ? Proofs::Strict : Proofs::Results);
  builder.setInsertionPointToStart(&plan.getBody().emplaceBlock());
}

void PlanBuilder::setProven(bool proven) {
  isProven = proven && !strict;
  steps.setProofs(isProven ? Proofs::None
                  : strict ? Proofs::Strict
                           : Proofs::Results);
}

void PlanBuilder::setLocalMemory(int64_t bytes) {
  builder.getInsertionBlock()->getParentOp()->setAttr(
      localMemoryAttrName, builder.getI64IntegerAttr(bytes));
}

void PlanBuilder::setPrivateMemory(int64_t bytes) {
  builder.getInsertionBlock()->getParentOp()->setAttr(
      privateMemoryAttrName, builder.getI64IntegerAttr(bytes));
}

void PlanBuilder::setMaxWorkItems(int64_t count) {
  builder.getInsertionBlock()->getParentOp()->setAttr(
      maxWorkItemsAttrName, builder.getI64IntegerAttr(count));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The member of an enumeration that is called `name`.
template <typename Enum>
static Enum getEnum(std::optional<Enum> (*symbolize)(StringRef),
                    const std::string &name) {
  if (std::optional<Enum> found = symbolize(name))
    return *found;
  throw py::value_error("a step has no '" + name + "'");
}

Loops PlanBuilder::loops(const std::string &nest, unsigned count,
                         const UserLocation &location) {
  return take(LoopsOp::create(builder, at(location),
                              SmallVector<Type>(count, getLoopType()), nest));
}

BuiltValue PlanBuilder::split(BuiltValue loop, int64_t size,
                              const std::string &name,
                              const UserLocation &location) {
  return take(SplitOp::create(builder, at(location), getLoopType(), loop.value,
                              size, name))
      .front();
}

void PlanBuilder::reorder(const Loops &loops, bool unsafe,
                          const UserLocation &location) {
  take(ReorderOp::create(builder, at(location), unsafe, unwrap(loops)));
}

void PlanBuilder::pad(BuiltValue loop, int64_t size,
                      const UserLocation &location) {
  take(PadOp::create(builder, at(location), loop.value, size));
}

void PlanBuilder::skew(BuiltValue loop, BuiltValue reference,
                       const UserLocation &location) {
  take(SkewOp::create(builder, at(location), loop.value, reference.value));
}

Loops PlanBuilder::fuse(const Loops &schedules, int64_t partial,
                        const std::vector<std::string> &names, bool unsafe,
                        const UserLocation &location) {
  SmallVector<StringRef> refs(names.begin(), names.end());
  return take(FuseOp::create(
      builder, at(location), SmallVector<Type>(names.size(), getLoopType()),
      unsafe, unwrap(schedules), partial, builder.getStrArrayAttr(refs)));
}

void PlanBuilder::unroll(BuiltValue loop, const UserLocation &location) {
  take(UnrollOp::create(builder, at(location), loop.value));
}

void PlanBuilder::vectorize(BuiltValue loop, bool unsafe,
                            const UserLocation &location) {
  take(VectorizeOp::create(builder, at(location), unsafe, loop.value));
}

void PlanBuilder::parallelize(const Loops &loops,
                              std::optional<int64_t> maxThreads,
                              const std::string &policy, bool unsafe,
                              const UserLocation &location) {
  take(ParallelizeOp::create(
      builder, at(location), unsafe, unwrap(loops),
      maxThreads ? builder.getI64IntegerAttr(*maxThreads) : IntegerAttr(),
      ThreadPolicyAttr::get(builder.getContext(),
                            getEnum(symbolizeThreadPolicy, policy))));
}

void PlanBuilder::bind(BuiltValue loop, const std::string &unit,
                       const UserLocation &location) {
  take(BindOp::create(builder, at(location), loop.value,
                      getEnum(symbolizeGridUnit, unit)));
}

void PlanBuilder::tensorize(BuiltValue row, BuiltValue column, BuiltValue sum,
                            const UserLocation &location) {
  take(TensorizeOp::create(builder, at(location), row.value, column.value,
                           sum.value));
}

void PlanBuilder::prefetch(BuiltValue array, BuiltValue loop, int64_t distance,
                           const UserLocation &location) {
  take(PrefetchOp::create(builder, at(location), array.value, loop.value,
                          distance));
}

void PlanBuilder::nontemporal(BuiltValue array, const UserLocation &location) {
  take(NontemporalOp::create(builder, at(location), array.value));
}

BuiltValue PlanBuilder::cache(BuiltValue source, const std::string &name,
                              const CacheSpec &spec,
                              const UserLocation &location) {
  auto getMemory = [&](const std::optional<std::string> &memory) {
    return memory ? MemorySpaceAttr::get(builder.getContext(),
                                         getEnum(symbolizeMemorySpace, *memory))
                  : MemorySpaceAttr();
  };
  auto step = CacheOp::create(
      builder, at(location), source.value, name,
      spec.loop ? spec.loop->value : Value(),
      spec.trigger ? spec.trigger->value : Value(),
      spec.maxElements ? builder.getI64IntegerAttr(*spec.maxElements)
                       : IntegerAttr(),
      spec.layout,
      spec.elementType ? TypeAttr::get(spec.elementType) : TypeAttr(),
      spec.thrifty, getMemory(spec.memory), spec.doubleBuffer,
      getMemory(spec.doubleBufferMemory), spec.vectorize);
  if (spec.isUnsafe)
    step->setAttr(unsafeAttrName, builder.getUnitAttr());
  return take(step).front();
}

LogicalResult PlanBuilder::checkLoops(Operation *step) const {
  // Which caches are possible depends on the loops around them that run in
  // parallel.
  if (isProven || schedule.getCaches().empty() ||
      !isa<CacheOp, ParallelizeOp, BindOp>(step))
    return success();
  return checkCaches(cast<PlanOp>(step->getParentOp()), schedule);
}

Loops PlanBuilder::take(Operation *step) {
  ErrorCollector errors(builder.getContext());
  if (failed(verify(step)) || failed(steps.take(step)) ||
      failed(checkLoops(step))) {
    step->erase();
    errors.raise();
  }
  for (Value value : step->getResults())
    if (isa<LoopType>(value.getType()))
      made.push_back(value);
  return wrap(step->getResults());
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::string PlanBuilder::getText(BuiltValue loop) const {
  return sa::getText(schedule, schedule.getLoop(loop.value));
}

Loops PlanBuilder::getOrder(BuiltValue loop) const {
  Loops order;
  for (unsigned number : schedule.getWrittenOrder(schedule.getLoop(loop.value)))
    for (Value value : made)
      if (schedule.getLoop(value) == number)
        order.push_back({value});
  return order;
}

std::optional<int64_t> PlanBuilder::getTripCount(BuiltValue loop) const {
  return schedule.getTripCount(schedule.getLoop(loop.value));
}

std::pair<std::optional<int64_t>, int64_t>
PlanBuilder::getRange(BuiltValue loop) const {
  unsigned number = schedule.getLoop(loop.value);
  return {schedule.getSize(number), schedule.getLoops()[number].step};
}

std::optional<int64_t> PlanBuilder::getBlockSize(BuiltValue array,
                                                 BuiltValue loop) const {
  return schedule.getBlockSize(array.value, schedule.getLoop(loop.value));
}

std::optional<int64_t> PlanBuilder::getGroupBlockSize(BuiltValue array,
                                                      BuiltValue loop) const {
  unsigned number = schedule.getLoop(loop.value);
  return schedule.getGroupBlockSize(array.value,
                                    schedule.getPlace(number).value_or(number));
}

bool PlanBuilder::areTogether(BuiltValue loop, BuiltValue other) const {
  return schedule.areTogether(schedule.getLoop(loop.value),
                              schedule.getLoop(other.value));
}
