// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ArrayRules.h"
#include "Sizes.h"
#include "sa/Runtime/Error.h"

using namespace sa::runtime;

/// Compute follows data: the queue of the arguments is where to run.
void sa::runtime::checkQueues(CallCheck &call) {
  const ArrayCheck *first = nullptr;
  for (const ArrayCheck &array : call.arrays) {
    if (!array.descriptor.queue)
      continue;
    if (!first)
      first = &array;
    const sycl::queue &where = *first->descriptor.queue;
    const sycl::queue &queue = *array.descriptor.queue;
    if (queue == where)
      continue;
    bool oneContext = queue.get_context() == where.get_context();
    throw Error(ErrorKind::Placement,
                "argument '" + array.argument.name + "': syclobj is " +
                    (oneContext ? "another queue (of the same context)"
                                : "a queue of another context") +
                    " than that of argument '" + first->argument.name +
                    "'; all arguments must be on one queue: asarray(" +
                    array.argument.name +
                    ", device=queue) of saopt hands an array over to a queue " +
                    (oneContext ? "of its context without a copy"
                                : "of another context by copying it"));
  }
  if (first && call.program)
    call.target = &call.program->getTarget(*first->descriptor.queue);
}

void sa::runtime::checkSizes(CallCheck &call) { resolveSizes(call); }

void sa::runtime::checkOverlaps(CallCheck &call) {
  for (const ArrayCheck &written : call.arrays) {
    if (!written.argument.isWritten())
      continue;
    for (const ArrayCheck &other : call.arrays) {
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
