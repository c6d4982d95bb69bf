// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks run in an order in which each may rely on those before it:
//   1. what a descriptor says by itself
//   2. where to run: one queue for all arguments
//   3. the run-time sizes, from the shapes
//   4. every array against its layout and its memory
//   5. written arrays against all others
// The rules about one array are in a table of their own (ArrayRules).

#include "sa/Runtime/Arguments.h"

#include "ArrayRules.h"
#include "sa/Runtime/Error.h"

#include <cassert>

using namespace sa::runtime;

namespace {

class Checker {
public:
  Checker(const FunctionPlan &plan, const std::vector<CallArgument> &arguments)
      : plan(plan), arguments(arguments) {}

  CheckedCall run(Program &program);

private:
  void collectArrays();
  void checkQueues() const;
  void resolveSizes();
  void bindSize(unsigned position, const ArrayCheck &array, size_t dimension);
  void checkOverlaps() const;

  const FunctionPlan &plan;
  const std::vector<CallArgument> &arguments;
  std::vector<ArrayCheck> arrays;
  std::vector<int64_t> sizes;
};

} // namespace

void Checker::collectArrays() {
  assert(arguments.size() == plan.arguments.size() && "checked by the caller");
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&plan.arguments[i]);
    const auto *descriptor = std::get_if<ArrayDescriptor>(&arguments[i]);
    assert(!array == !descriptor && "checked by the caller");
    if (array)
      arrays.push_back({*array, *descriptor, {}, {}, 0, {}, 0, {}});
  }
  if (arrays.empty())
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

void Checker::bindSize(unsigned position, const ArrayCheck &array,
                       size_t dimension) {
  // Who gave a size its value is only needed for the message, so it is looked
  // up again when there is one to write.
  int64_t value = array.descriptor.shape[dimension];
  if (sizes[position] < 0)
    sizes[position] = value;
  if (sizes[position] == value)
    return;
  for (const ArrayCheck &other : arrays)
    for (size_t d = 0; d != other.argument.shape.size(); ++d)
      if (other.argument.shape[d].getSizePosition() == position)
        array.fail("shape[" + std::to_string(dimension) + "] is " +
                   std::to_string(value) + ", but shape[" + std::to_string(d) +
                   "] of argument '" + other.argument.name + "' says that " +
                   plan.sizes[position] + " is " +
                   std::to_string(sizes[position]));
}

void Checker::resolveSizes() {
  sizes.assign(plan.sizes.size(), -1);
  for (const ArrayCheck &array : arrays) {
    const std::vector<SizeExpr> &shape = array.argument.shape;
    // Other forms do not tell the dimensions apart.
    if (array.descriptor.rawBytes ||
        array.descriptor.shape.size() != shape.size())
      continue;
    for (size_t d = 0; d != shape.size(); ++d)
      if (std::optional<unsigned> position = shape[d].getSizePosition())
        bindSize(*position, array, d);
  }
  for (size_t i = 0; i != sizes.size(); ++i)
    if (sizes[i] < 0)
      throw Error(ErrorKind::Argument, "function '" + plan.name +
                                           "': no argument's shape says what "
                                           "size " +
                                           plan.sizes[i] + " is");

  for (ArrayCheck &array : arrays) {
    bool valid = true;
    auto evaluate = [&](const SizeExpr &size) {
      std::optional<int64_t> value = size.evaluate(sizes);
      valid &= value.has_value();
      return value.value_or(0);
    };
    for (const SizeExpr &size : array.argument.shape) {
      array.shape.push_back(evaluate(size));
      valid &= array.shape.back() >= 0;
    }
    for (const SizeExpr &stride : array.argument.strides)
      array.strides.push_back(evaluate(stride));
    array.offset = evaluate(array.argument.offset);
    std::optional<Extent> extent =
        valid ? computeExtent(array.shape, array.strides, array.offset)
              : std::nullopt;
    if (!extent || !computeRowMajorStrides(array.shape))
      array.fail("shape is not possible for these sizes");
    array.extent = *extent;
  }
}

void Checker::checkOverlaps() const {
  for (const ArrayCheck &written : arrays) {
    if (!written.argument.written)
      continue;
    for (const ArrayCheck &other : arrays)
      if (&other != &written && mayOverlap(written.footprint, other.footprint))
        written.fail("data overlaps argument '" + other.argument.name +
                     "', but the function writes to this array");
  }
}

CheckedCall Checker::run(Program &program) {
  collectArrays();
  for (const ArrayCheck &array : arrays)
    checkDescriptor(array);
  checkQueues();
  resolveSizes();
  const sycl::queue &queue = arrays.front().descriptor.queue;
  Target &target = program.getTarget(queue);
  for (ArrayCheck &array : arrays)
    checkLayout(array, target.getAllocations());
  checkOverlaps();

  CheckedCall call{queue, &target, std::move(sizes), {}};
  auto array = arrays.begin();
  for (const CallArgument &argument : arguments) {
    if (const auto *scalar = std::get_if<ScalarBits>(&argument))
      call.values.emplace_back(*scalar);
    else
      call.values.emplace_back(reinterpret_cast<void *>((array++)->storage));
  }
  return call;
}

CheckedCall
sa::runtime::checkArguments(const FunctionPlan &plan,
                            const std::vector<CallArgument> &arguments,
                            Program &program) {
  return Checker(plan, arguments).run(program);
}
