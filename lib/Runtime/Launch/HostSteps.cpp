// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/HostSteps.h"

#include "sa/Runtime/Launch/TemporaryPool.h"

#include <utility>

using namespace sa::runtime;

ArrayPlaces::ArrayPlaces(const ArgumentValues &arguments,
                         const Temporaries *temporaries) {
  for (const auto &value : arguments) {
    const auto *pointer = std::get_if<void *>(&value);
    given.push_back(pointer ? *pointer : nullptr);
  }
  this->arguments = given;
  if (temporaries)
    this->temporaries = temporaries->memory;
}

void *&ArrayPlaces::find(const KernelOperand &operand) {
  return operand.kind == KernelOperand::Kind::Temporary
             ? temporaries[operand.position]
             : arguments[operand.position];
}

void *ArrayPlaces::get(const KernelOperand &operand) const {
  return const_cast<ArrayPlaces *>(this)->find(operand);
}

void ArrayPlaces::exchange(const KernelOperand &first,
                           const KernelOperand &second) {
  std::swap(find(first), find(second));
}

bool ArrayPlaces::standsFor(const KernelOperand &temporary,
                            const KernelOperand &argument) const {
  return get(temporary) == given[argument.position];
}
