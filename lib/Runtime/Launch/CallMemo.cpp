// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/CallMemo.h"

#include "sa/Runtime/Checks/Footprint.h"

using namespace sa::runtime;

/// Calls with more launches than this are resolved anew each time.
static constexpr size_t mostLaunches = 256;

RememberedCall::RememberedCall(const FunctionManifest &manifest,
                               const std::vector<CallArgument> &arguments,
                               const CheckedCall &checked,
                               Launchable launchable)
    : spans(checked.spans), target(checked.target),
      launchable(std::move(launchable)) {
  for (size_t i = 0; i != arguments.size(); ++i) {
    if (const auto *d = std::get_if<ArrayDescriptor>(&arguments[i])) {
      this->arguments.emplace_back(Geometry{d->version, d->readOnly, d->typestr,
                                            d->shape, d->strides, d->offset,
                                            d->rawBytes});
      continue;
    }
    const auto &scalar = std::get<ScalarArgument>(manifest.arguments[i]);
    if (scalar.type == ElementType::I64)
      this->arguments.emplace_back(std::get<ScalarBits>(arguments[i]).bits);
    else
      this->arguments.emplace_back(std::monostate());
  }
}

bool RememberedCall::matches(const Geometry &geometry,
                             const ArrayDescriptor &descriptor) {
  return geometry.shape == descriptor.shape &&
         geometry.strides == descriptor.strides &&
         geometry.typestr == descriptor.typestr &&
         geometry.offset == descriptor.offset &&
         geometry.readOnly == descriptor.readOnly &&
         geometry.rawBytes == descriptor.rawBytes &&
         geometry.version == descriptor.version;
}

bool RememberedCall::resembles(const std::vector<CallArgument> &others,
                               const Target &where) const {
  if (target != &where)
    return false;
  for (size_t i = 0; i != arguments.size(); ++i) {
    if (const auto *geometry = std::get_if<Geometry>(&arguments[i])) {
      const auto *other = std::get_if<ArrayDescriptor>(&others[i]);
      if (!other || !matches(*geometry, *other))
        return false;
    } else if (const auto *bits = std::get_if<uint64_t>(&arguments[i])) {
      if (std::get<ScalarBits>(others[i]).bits != *bits)
        return false;
    }
  }
  return true;
}

std::optional<ArgumentValues>
RememberedCall::check(const std::vector<CallArgument> &others) const {
  ArgumentValues values;
  values.reserve(others.size());
  for (const CallArgument &other : others) {
    if (const auto *scalar = std::get_if<ScalarBits>(&other))
      values.emplace_back(*scalar);
    else
      values.emplace_back(nullptr);
  }
  const AllocationFinder &allocations = target->getAllocations();
  const std::optional<sycl::queue> *queue = nullptr;
  std::vector<Interval> intervals;
  intervals.reserve(spans.size());
  for (const ArraySpan &span : spans) {
    const auto &descriptor = std::get<ArrayDescriptor>(others[span.position]);
    if (queue && descriptor.queue != *queue)
      return std::nullopt;
    queue = &descriptor.queue;
    intervals.emplace_back();
    if (span.isEmpty)
      continue;
    uint64_t pointer = descriptor.pointer;
    uint64_t storage = pointer + span.storage;
    Interval bytes{pointer + span.begin, pointer + span.begin + span.bytes};
    std::optional<Allocation> allocation = allocations.find(pointer);
    if (!allocation || storage % span.alignment != 0 ||
        bytes.end < bytes.begin || bytes.begin < allocation->base ||
        bytes.end > allocation->base + allocation->size)
      return std::nullopt;
    intervals.back() = bytes;
    values[span.position] = reinterpret_cast<void *>(storage);
  }
  for (size_t i = 0; i != spans.size(); ++i)
    for (size_t j = 0; spans[i].isWritten && j != spans.size(); ++j)
      if (i != j && intervals[i].meets(intervals[j]))
        return std::nullopt;
  return values;
}

std::shared_ptr<const RememberedCall>
CallMemo::find(const std::vector<CallArgument> &arguments,
               const Target &target) {
  std::lock_guard<std::mutex> guard(lock);
  for (const std::shared_ptr<const RememberedCall> &call : calls)
    if (call && call->resembles(arguments, target))
      return call;
  return nullptr;
}

void CallMemo::add(std::shared_ptr<const RememberedCall> call) {
  if (call->getLaunchable().launches->launches.size() > mostLaunches)
    return;
  std::lock_guard<std::mutex> guard(lock);
  std::swap(calls[oldest], call);
  oldest = (oldest + 1) % calls.size();
}
