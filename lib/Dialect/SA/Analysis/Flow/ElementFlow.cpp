// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Dialect/SA/Analysis/Flow/ElementFlow.h"

using namespace mlir;
using namespace sa;

namespace {

/// An element that the body has written, named by the access that did so.
struct Known {
  const Access *write;
  /// A later write that may have touched it as well.
  const Access *spoiler = nullptr;
};

/// Walks over the accesses of one body in their order.
class Tracer {
public:
  Tracer(const NestAccesses &nest, Value array, ElementFlow &flow)
      : nest(nest), array(array), flow(flow) {}

  std::optional<FlowObstacle> run();

private:
  std::optional<FlowObstacle> visitRead(const Access &read);
  void visitWrite(const Access &write);
  Known *find(const Access &access);
  bool canMeet(const Access &first, const Access &second);

  const NestAccesses &nest;
  Value array;
  ElementFlow &flow;
  SmallVector<Known> known;
  /// Bodies repeat their subscripts; each pair is proven once.
  DenseMap<std::pair<AffineMap, AffineMap>, bool> meetings;
};

} // namespace

std::optional<FlowObstacle> Tracer::run() {
  for (const Access &access : nest.getAccesses()) {
    if (access.array != array)
      continue;
    if (access.reads())
      if (std::optional<FlowObstacle> obstacle = visitRead(access))
        return obstacle;
    if (access.writes)
      visitWrite(access);
  }
  return std::nullopt;
}

Known *Tracer::find(const Access &access) {
  auto *found = llvm::find_if(known, [&](const Known &element) {
    return isSameElement(nest, *element.write, access);
  });
  return found == known.end() ? nullptr : found;
}

bool Tracer::canMeet(const Access &first, const Access &second) {
  auto [entry, isNew] = meetings.try_emplace({first.map, second.map}, true);
  if (isNew)
    entry->second = canMeetInPlace(nest, first, second);
  return entry->second;
}

std::optional<FlowObstacle> Tracer::visitRead(const Access &read) {
  if (Known *element = find(read)) {
    if (element->spoiler)
      return FlowObstacle{&read, element->spoiler, /*isElsewhere=*/false};
    flow[read.op] = element->write->op;
    return std::nullopt;
  }
  // Nothing in the body wrote exactly this element: it is zero, unless
  // something may have written it after all.
  for (const Known &element : known)
    if (canMeet(*element.write, read))
      return FlowObstacle{&read, element.write, /*isElsewhere=*/false};
  for (const Access &write : nest.getAccesses())
    if (write.array == array && write.writes &&
        canMeetBefore(nest, write, read))
      return FlowObstacle{&read, &write, /*isElsewhere=*/true};
  flow[read.op] = nullptr;
  return std::nullopt;
}

void Tracer::visitWrite(const Access &write) {
  Known *same = find(write);
  for (Known &element : known)
    if (&element != same && canMeet(write, *element.write))
      element.spoiler = &write;
  if (same)
    *same = {&write};
  else
    known.push_back({&write});
}

std::optional<FlowObstacle> sa::traceElements(const NestAccesses &nest,
                                              Value array, ElementFlow &flow) {
  return Tracer(nest, array, flow).run();
}
