// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch.h"

#include "sa/Runtime/CheckedMath.h"
#include "sa/Runtime/Error.h"
#include "sa/Runtime/RecentQueues.h"
#include "sa/Runtime/WorkGroup.h"

#include <algorithm>

#include <sycl/handler.hpp>
#include <sycl/usm.hpp>

using namespace sa::runtime;

namespace {

/// A step with its sizes filled in.
struct PreparedStep {
  const Step &step;
  std::vector<size_t> range;
  std::optional<std::vector<size_t>> local;
  /// The values of those operands that are sizes, in their order.
  std::vector<int64_t> sizes;

  bool empty() const {
    return std::find(range.begin(), range.end(), 0) != range.end();
  }
};

/// One call while it runs. What it allocated is freed with it, and not before
/// the work that was submitted has ended.
class Launcher {
public:
  Launcher(const FunctionPlan &plan, const CheckedCall &call,
           const char *constants)
      : plan(plan), call(call), constants(constants), queue(call.queue) {}
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;
  ~Launcher();

  void run(const std::vector<sycl::kernel> &kernels);

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(ErrorKind::Execution, "function '" + plan.name + "': " + what);
  }

  /// The value of any expression of a step.
  int64_t compute(const SizeExpr &size, const std::string &where) const;
  /// The value of a size, which is not negative.
  int64_t evaluate(const SizeExpr &size, const std::string &where) const;
  std::vector<size_t> evaluate(const std::vector<SizeExpr> &sizes,
                               const std::string &where) const;
  void prepare();
  /// Prepares the launches of a part of the program, in the order in which they
  /// run, inside of `depth` loops.
  void prepare(const std::vector<HostStep> &program, size_t depth);
  void prepareLoop(const HostStep &loop, size_t depth);
  PreparedStep prepare(const Step &step) const;
  void allocateTemporaries();
  void abandon();
  void submit(const PreparedStep &step, const sycl::kernel &kernel);
  void setOperands(sycl::handler &handler, const PreparedStep &step) const;

  const FunctionPlan &plan;
  const CheckedCall &call;
  const char *constants;
  sycl::queue queue;
  /// The values of the sizes, of the arguments that are sizes, and of the
  /// indices of the loops around what is being prepared.
  std::vector<int64_t> values;
  std::vector<PreparedStep> steps;
  std::vector<int64_t> temporaryBytes;
  std::vector<void *> temporaries;
  /// What the next command has to wait for, beside the order of the queue.
  std::vector<sycl::event> pending;
  /// The memory that is being zeroed for the first step.
  std::vector<sycl::event> zeroed;
  bool finished = false;
};

template <int Rank> sycl::range<Rank> makeRange(const std::vector<size_t> &v) {
  if constexpr (Rank == 1)
    return {v[0]};
  else if constexpr (Rank == 2)
    return {v[0], v[1]};
  else
    return {v[0], v[1], v[2]};
}

template <int Rank>
void parallelFor(sycl::handler &handler, const std::vector<size_t> &range,
                 const std::optional<std::vector<size_t>> &local,
                 const sycl::kernel &kernel) {
  if (local)
    handler.parallel_for(
        sycl::nd_range<Rank>(makeRange<Rank>(range), makeRange<Rank>(*local)),
        kernel);
  else
    handler.parallel_for(makeRange<Rank>(range), kernel);
}

} // namespace

Launcher::~Launcher() {
  if (!finished)
    abandon();
  for (void *temporary : temporaries)
    if (temporary)
      sycl::free(temporary, queue);
  keepAlive(queue);
}

/// Waits for what was submitted before a call failed.
void Launcher::abandon() {
  // The failure that ended the call is already on its way.
  for (std::vector<sycl::event> *events : {&zeroed, &pending})
    for (sycl::event &event : *events)
      try {
        event.wait();
      } catch (const sycl::exception &) {
      }
}

int64_t Launcher::compute(const SizeExpr &size,
                          const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value)
    fail(where + " has a size that does not fit into 64 bits");
  return *value;
}

int64_t Launcher::evaluate(const SizeExpr &size,
                           const std::string &where) const {
  std::optional<int64_t> value = size.evaluate(values);
  if (!value || *value < 0)
    fail(where + " has no valid size for these arguments");
  return *value;
}

std::vector<size_t> Launcher::evaluate(const std::vector<SizeExpr> &sizes,
                                       const std::string &where) const {
  std::vector<size_t> values;
  for (const SizeExpr &size : sizes)
    values.push_back(static_cast<size_t>(evaluate(size, where)));
  return values;
}

PreparedStep Launcher::prepare(const Step &step) const {
  std::string where = "kernel '" + step.kernel + "'";
  PreparedStep prepared{step, evaluate(step.range, where), std::nullopt, {}};
  for (const KernelOperand &operand : step.operands) {
    if (operand.kind != KernelOperand::Kind::Size)
      continue;
    std::optional<int64_t> value = operand.size.evaluate(values);
    if (!value)
      fail(where + " has an argument that does not fit into 64 bits");
    prepared.sizes.push_back(*value);
  }
  if (prepared.empty())
    return prepared;
  if (!step.local) {
    if (call.target->hasUnequalWorkGroups())
      prepared.local =
          chooseWorkGroup(prepared.range, call.target->getComputeUnits());
    return prepared;
  }
  prepared.local = evaluate(*step.local, where);
  for (size_t d = 0; d != prepared.range.size(); ++d) {
    size_t local = (*prepared.local)[d];
    if (local == 0 || prepared.range[d] % local != 0)
      fail(where + " has a work-group that does not divide its range");
  }
  return prepared;
}

void Launcher::prepare() {
  values = call.sizes;
  for (const auto &value : call.values) {
    const auto *scalar = std::get_if<ScalarBits>(&value);
    values.push_back(scalar ? static_cast<int64_t>(scalar->bits) : 0);
  }
  for (const Temporary &temporary : plan.temporaries) {
    std::string where = "temporary '" + temporary.name + "'";
    std::optional<int64_t> bytes = checkedMul(
        evaluate(temporary.elements, where), getSize(temporary.elementType));
    if (!bytes)
      fail(where + " is too large to address");
    temporaryBytes.push_back(*bytes);
  }
  prepare(plan.program, 0);
}

void Launcher::prepare(const std::vector<HostStep> &program, size_t depth) {
  for (const HostStep &item : program) {
    if (item.kind == HostStep::Kind::Loop) {
      prepareLoop(item, depth);
    } else if (item.kind == HostStep::Kind::Condition) {
      bool holds = compute(item.condition, "a condition") != 0;
      prepare(holds ? item.body : item.otherwise, depth);
    } else {
      PreparedStep step = prepare(plan.steps[item.step]);
      if (!step.empty())
        steps.push_back(std::move(step));
    }
  }
}

void Launcher::prepareLoop(const HostStep &loop, size_t depth) {
  int64_t upper = compute(loop.upper, "a loop");
  int64_t stride = compute(loop.stride, "a loop");
  if (stride <= 0)
    fail("a loop does not go forward");
  unsigned index = plan.getLoopSize(depth);
  values.resize(index + 1);
  for (int64_t value = compute(loop.lower, "a loop"); value < upper;) {
    values[index] = value;
    prepare(loop.body, depth + 1);
    // The end may be the largest number there is.
    std::optional<int64_t> next = checkedAdd(value, stride);
    if (!next)
      break;
    value = *next;
  }
}

void Launcher::allocateTemporaries() {
  for (size_t i = 0; i != temporaryBytes.size(); ++i) {
    int64_t bytes = temporaryBytes[i];
    if (bytes == 0) {
      temporaries.push_back(nullptr);
      continue;
    }
    void *memory = sycl::malloc_device(bytes, queue);
    if (!memory)
      fail("the device has no memory for temporary '" +
           plan.temporaries[i].name + "' of " + std::to_string(bytes) +
           " bytes");
    temporaries.push_back(memory);
    if (!plan.temporaries[i].isUninitialized)
      zeroed.push_back(queue.memset(memory, 0, bytes, pending));
  }
  if (!zeroed.empty())
    pending = zeroed;
}

void Launcher::setOperands(sycl::handler &handler,
                           const PreparedStep &step) const {
  int index = 0;
  auto size = step.sizes.begin();
  auto setScalar = [&](const ScalarBits &scalar) {
    switch (scalar.size) {
    case 1:
      return handler.set_arg(index, static_cast<uint8_t>(scalar.bits));
    case 2:
      return handler.set_arg(index, static_cast<uint16_t>(scalar.bits));
    case 4:
      return handler.set_arg(index, static_cast<uint32_t>(scalar.bits));
    default:
      return handler.set_arg(index, scalar.bits);
    }
  };
  for (const KernelOperand &operand : step.step.operands) {
    switch (operand.kind) {
    case KernelOperand::Kind::Argument: {
      const auto &value = call.values[operand.position];
      if (const auto *scalar = std::get_if<ScalarBits>(&value))
        setScalar(*scalar);
      else
        handler.set_arg(index, std::get<void *>(value));
      break;
    }
    case KernelOperand::Kind::Temporary:
      handler.set_arg(index, temporaries[operand.position]);
      break;
    case KernelOperand::Kind::Constant: {
      const void *place = constants + plan.constants[operand.position].offset;
      handler.set_arg(index, place);
      break;
    }
    case KernelOperand::Kind::Size:
      handler.set_arg(index, *size++);
      break;
    }
    ++index;
  }
}

void Launcher::submit(const PreparedStep &step, const sycl::kernel &kernel) {
  const std::vector<size_t> &range = step.range;
  sycl::event event = queue.submit([&](sycl::handler &handler) {
    handler.depends_on(pending);
    setOperands(handler, step);
    if (range.size() == 1)
      parallelFor<1>(handler, range, step.local, kernel);
    else if (range.size() == 2)
      parallelFor<2>(handler, range, step.local, kernel);
    else
      parallelFor<3>(handler, range, step.local, kernel);
  });
  pending = {event};
}

void Launcher::run(const std::vector<sycl::kernel> &kernels) {
  prepare();
  std::string where = "the launch";
  try {
    // Others' commands on an out-of-order queue are not ours to know one by
    // one; a barrier stands for all of them.
    if (!queue.is_in_order())
      pending = {queue.ext_oneapi_submit_barrier()};
    allocateTemporaries();
    for (const PreparedStep &step : steps) {
      where = "kernel '" + step.step.kernel + "'";
      submit(step, kernels[&step.step - plan.steps.data()]);
    }
    where = "the work on the device";
    for (sycl::event &event : pending)
      event.wait_and_throw();
    finished = true;
  } catch (const sycl::exception &exception) {
    fail(where + " failed: " + exception.what());
  }
}

void sa::runtime::launchAndWait(const FunctionPlan &plan,
                                const CheckedCall &call,
                                const std::vector<sycl::kernel> &kernels,
                                const char *constants) {
  Launcher(plan, call, constants).run(kernels);
}
