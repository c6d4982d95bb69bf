// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks run in an order in which each may rely on those before it:
//   1. what a descriptor says by itself
//   2. where to run: one queue for all arguments
//   3. the run-time sizes, from the shapes (Sizes)
//   4. every array against its layout and its memory (ArrayRules)
//   5. what the loops need of open dimensions (Requirements)
//   6. written arrays against all others

#include "sa/Runtime/Arguments.h"

#include "ArrayRules.h"
#include "Requirements.h"
#include "Sizes.h"
#include "sa/Runtime/Error.h"

#include <cassert>

using namespace sa::runtime;

namespace {

class Checker {
public:
  Checker(const FunctionPlan &plan, const std::vector<CallArgument> &arguments)
      : plan(plan), arguments(arguments) {}

  CheckedCall run(Program &program);
  OutputNeeds findNeeds(Program &program);

private:
  void collectArrays();
  void checkQueues() const;
  Target *check(Program &program);
  void checkOverlaps() const;
  OutputNeed findNeed(size_t position) const;

  const FunctionPlan &plan;
  const std::vector<CallArgument> &arguments;
  std::vector<ArrayCheck> arrays;
  std::vector<size_t> omitted;
  std::vector<int64_t> sizes;
};

} // namespace

void Checker::collectArrays() {
  assert(arguments.size() == plan.arguments.size() && "checked by the caller");
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&plan.arguments[i]);
    const auto *descriptor = std::get_if<ArrayDescriptor>(&arguments[i]);
    if (descriptor)
      arrays.push_back(
          {i, *array, *descriptor, Form::Shaped, {}, {}, 0, {}, 0, {}});
    else if (array)
      omitted.push_back(i);
  }
  if (arrays.empty() && omitted.empty())
    throw Error(ErrorKind::Placement, "function '" + plan.name +
                                          "' has no array argument that says "
                                          "where to run");
}

void Checker::checkQueues() const {
  const ArrayCheck &first = arrays.front();
  for (const ArrayCheck &array : arrays) {
    const sycl::queue &queue = array.descriptor.queue;
    if (queue == first.descriptor.queue)
      continue;
    bool oneContext =
        queue.get_context() == first.descriptor.queue.get_context();
    throw Error(ErrorKind::Placement,
                "argument '" + array.argument.name + "': syclobj is " +
                    (oneContext ? "another queue (of the same context)"
                                : "a queue of another context") +
                    " than that of argument '" + first.argument.name +
                    "'; all arguments must be on one queue");
  }
}

void Checker::checkOverlaps() const {
  for (const ArrayCheck &written : arrays) {
    if (!written.argument.isWritten())
      continue;
    for (const ArrayCheck &other : arrays) {
      if (&other == &written || !written.bytes.meets(other.bytes))
        continue;
      Answer answer = overlap(getMemory(written), getMemory(other));
      if (answer != Answer::No)
        written.fail(std::string(answer == Answer::Yes ? "data overlaps"
                                                       : "data may overlap") +
                     " argument '" + other.argument.name +
                     "', but the function writes to this array");
    }
  }
}

/// Checks the arrays that are given; null when there are none.
Target *Checker::check(Program &program) {
  collectArrays();
  for (const ArrayCheck &array : arrays)
    checkDescriptor(array);
  if (!arrays.empty())
    checkQueues();
  sizes = resolveSizes(plan, arrays, omitted);
  if (arrays.empty())
    return nullptr;
  Target &target = program.getTarget(arrays.front().descriptor.queue);
  for (ArrayCheck &array : arrays)
    checkLayout(array, sizes, hasOpenDimension(plan, array.position),
                target.getAllocations());
  checkRequirements(plan, arrays, sizes);
  checkOverlaps();
  return &target;
}

CheckedCall Checker::run(Program &program) {
  Target *target = check(program);
  assert(target && omitted.empty() && "checked by the caller");
  CheckedCall call{
      arrays.front().descriptor.queue, target, std::move(sizes), {}};
  auto array = arrays.begin();
  for (const CallArgument &argument : arguments) {
    if (const auto *scalar = std::get_if<ScalarBits>(&argument))
      call.values.emplace_back(*scalar);
    else
      call.values.emplace_back(reinterpret_cast<void *>((array++)->storage));
  }
  return call;
}

OutputNeed Checker::findNeed(size_t position) const {
  const auto &array = std::get<ArrayArgument>(plan.arguments[position]);
  std::optional<Placement> placement = array.place(sizes);
  std::optional<int64_t> storage = array.storage.evaluate(sizes);
  if (placement && array.layout == Layout::Open) {
    if (auto strides = computeRowMajorStrides(placement->shape))
      placement->strides = std::move(*strides);
    else
      placement.reset();
  }
  if (!placement || !storage || *storage < 0)
    throw Error(ErrorKind::Argument,
                "argument '" + array.name +
                    "': shape is not possible for these sizes");
  OutputNeed need;
  need.position = position;
  need.shape = std::move(placement->shape);
  if (array.layout != Layout::FlatOnly)
    need.strides = std::move(placement->strides);
  need.offset = placement->offset;
  need.storage = *storage;
  need.filled = array.filled;
  return need;
}

OutputNeeds Checker::findNeeds(Program &program) {
  check(program);
  OutputNeeds needs;
  if (!arrays.empty())
    needs.queue = arrays.front().descriptor.queue;
  for (size_t position : omitted)
    needs.outputs.push_back(findNeed(position));
  return needs;
}

CheckedCall
sa::runtime::checkArguments(const FunctionPlan &plan,
                            const std::vector<CallArgument> &arguments,
                            Program &program) {
  return Checker(plan, arguments).run(program);
}

OutputNeeds
sa::runtime::findOutputNeeds(const FunctionPlan &plan,
                             const std::vector<CallArgument> &arguments,
                             Program &program) {
  return Checker(plan, arguments).findNeeds(program);
}

bool sa::runtime::isContiguous(const FunctionPlan &plan,
                               const std::vector<CallArgument> &arguments) {
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&plan.arguments[i]);
    const auto *descriptor = std::get_if<ArrayDescriptor>(&arguments[i]);
    // Storage by itself is dense, and so is what is still to be allocated.
    if (!array || !descriptor || array->layout != Layout::Open ||
        !descriptor->strides || descriptor->shape.size() != array->shape.size())
      continue;
    if (!isRowMajor(descriptor->shape, *descriptor->strides))
      return false;
  }
  return true;
}
