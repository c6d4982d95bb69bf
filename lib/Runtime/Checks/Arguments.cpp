// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Checks/Arguments.h"

#include "ArrayRules.h"
#include "sa/Runtime/Checks/StorageSizes.h"
#include "sa/Runtime/Error.h"

#include <cassert>

using namespace sa::runtime;

namespace {

/// The arrays among the arguments, nothing about them checked.
CallCheck collectArrays(const FunctionManifest &manifest,
                        const std::vector<CallArgument> &arguments,
                        Program *program, const NeedFinder &findNeed = {}) {
  assert(arguments.size() == manifest.arguments.size() &&
         "checked by the caller");
  CallCheck call{manifest, program, findNeed, {}, {}, {}, nullptr};
  call.arrays.reserve(arguments.size());
  call.sizes.assign(manifest.sizes.size(), unknownSize);
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&manifest.arguments[i]);
    const auto *descriptor = std::get_if<ArrayDescriptor>(&arguments[i]);
    const auto *scalar = std::get_if<ScalarArgument>(&manifest.arguments[i]);
    if (scalar && scalar->size) {
      auto size = static_cast<int64_t>(std::get<ScalarBits>(arguments[i]).bits);
      if (size < 0)
        throw Error(ErrorKind::Argument, "argument '" + scalar->name +
                                             "': " + std::to_string(size) +
                                             " is no size, which is not "
                                             "negative");
      call.sizes[*scalar->size] = size;
    }
    if (descriptor)
      call.arrays.push_back(
          {i, *array, *descriptor, Form::Shaped, {}, {}, 0, {}, 0, {}});
    else if (array)
      call.omitted.push_back(i);
  }
  if (program && call.arrays.empty() && call.omitted.empty())
    throw Error(ErrorKind::Placement, "function '" + manifest.name +
                                          "' has no array argument that says "
                                          "where to run");
  return call;
}

OutputNeed findOutputNeed(const CallCheck &call, size_t position) {
  const auto &array =
      std::get<ArrayArgument>(call.manifest.arguments[position]);
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

OutputNeeds getNeeds(const CallCheck &call) {
  OutputNeeds needs;
  for (const ArrayCheck &array : call.arrays)
    if (!needs.queue)
      needs.queue = array.descriptor.queue;
  for (size_t position : call.omitted)
    needs.outputs.push_back(findOutputNeed(call, position));
  return needs;
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
sa::runtime::checkArguments(const FunctionManifest &manifest,
                            const std::vector<CallArgument> &arguments,
                            Program &program) {
  CallCheck call = collectArrays(manifest, arguments, &program);
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
sa::runtime::findOutputNeeds(const FunctionManifest &manifest,
                             const std::vector<CallArgument> &arguments,
                             Program &program) {
  CallCheck call = collectArrays(manifest, arguments, &program);
  validate(call);
  return getNeeds(call);
}

HostCall
sa::runtime::checkHostArguments(const FunctionManifest &manifest,
                                const std::vector<CallArgument> &arguments,
                                const NeedFinder &findNeed) {
  CallCheck call = collectArrays(manifest, arguments, nullptr, findNeed);
  validate(call);
  HostCall checked;
  checked.needs = getNeeds(call);
  for (ArrayCheck &array : call.arrays) {
    HostElements elements;
    elements.position = array.position;
    elements.shape = std::move(array.shape);
    if (array.argument.layout == Layout::Open)
      elements.strides = std::move(array.strides);
    if (!array.extent.empty) {
      elements.first = array.extent.lowest;
      elements.length = array.extent.highest - array.extent.lowest + 1;
    }
    checked.arrays.push_back(std::move(elements));
  }
  checked.sizes = std::move(call.sizes);
  return checked;
}

bool sa::runtime::isContiguous(const FunctionManifest &manifest,
                               const std::vector<CallArgument> &arguments) {
  for (size_t i = 0; i != arguments.size(); ++i) {
    const auto *array = std::get_if<ArrayArgument>(&manifest.arguments[i]);
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
