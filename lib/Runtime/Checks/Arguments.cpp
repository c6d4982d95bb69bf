// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Arguments.h"

#include "ArrayRules.h"
#include "sa/Runtime/Error.h"

#include <cassert>

using namespace sa::runtime;

namespace {

/// The arrays among the arguments, nothing about them checked.
CallCheck collectArrays(const FunctionPlan &plan,
                        const std::vector<CallArgument> &arguments,
                        Program &program) {
  assert(arguments.size() == plan.arguments.size() && "checked by the caller");
  CallCheck call{plan, program, {}, {}, {}, nullptr};
  call.arrays.reserve(arguments.size());
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&plan.arguments[i]);
    const auto *descriptor = std::get_if<ArrayDescriptor>(&arguments[i]);
    if (descriptor)
      call.arrays.push_back(
          {i, *array, *descriptor, Form::Shaped, {}, {}, 0, {}, 0, {}});
    else if (array)
      call.omitted.push_back(i);
  }
  if (call.arrays.empty() && call.omitted.empty())
    throw Error(ErrorKind::Placement, "function '" + plan.name +
                                          "' has no array argument that says "
                                          "where to run");
  return call;
}

OutputNeed findNeed(const CallCheck &call, size_t position) {
  const auto &array = std::get<ArrayArgument>(call.plan.arguments[position]);
  std::optional<Placement> placement = array.place(call.sizes);
  std::optional<int64_t> storage = array.storage.evaluate(call.sizes);
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

/// What to look at again when only the pointer of the array has changed.
ArraySpan getSpan(const ArrayCheck &array) {
  ArraySpan span;
  span.position = array.position;
  span.isEmpty = array.extent.empty;
  span.isWritten = array.argument.isWritten();
  span.alignment = getAlignment(array.argument.elementType);
  // Differences of addresses, modulo 2^64.
  span.storage = array.storage - array.descriptor.pointer;
  span.begin = array.bytes.begin - array.descriptor.pointer;
  span.bytes = array.bytes.end - array.bytes.begin;
  return span;
}

} // namespace

CheckedCall
sa::runtime::checkArguments(const FunctionPlan &plan,
                            const std::vector<CallArgument> &arguments,
                            Program &program) {
  CallCheck call = collectArrays(plan, arguments, program);
  validate(call);
  assert(call.target && call.omitted.empty() && "checked by the caller");
  CheckedCall checked{call.target, std::move(call.sizes), {}, {}};
  auto array = call.arrays.begin();
  for (const CallArgument &argument : arguments) {
    if (const auto *scalar = std::get_if<ScalarBits>(&argument)) {
      checked.values.emplace_back(*scalar);
      continue;
    }
    checked.values.emplace_back(reinterpret_cast<void *>(array->storage));
    checked.spans.push_back(getSpan(*array++));
  }
  return checked;
}

OutputNeeds
sa::runtime::findOutputNeeds(const FunctionPlan &plan,
                             const std::vector<CallArgument> &arguments,
                             Program &program) {
  CallCheck call = collectArrays(plan, arguments, program);
  validate(call);
  OutputNeeds needs;
  if (!call.arrays.empty())
    needs.queue = call.arrays.front().descriptor.queue;
  for (size_t position : call.omitted)
    needs.outputs.push_back(findNeed(call, position));
  return needs;
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
