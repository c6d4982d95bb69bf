// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launches of a call with loops of rounds. Their number need not be known
// before they run, and what a round launches, it launches again in the next
// one, maybe on exchanged memory.

#ifndef SA_RUNTIME_LAUNCH_HOSTSTEPS_H
#define SA_RUNTIME_LAUNCH_HOSTSTEPS_H

#include "sa/Runtime/Checks/Arguments.h"
#include "sa/Runtime/Manifest/FunctionManifest.h"

#include <cstdint>
#include <vector>

namespace sa::runtime {

class Temporaries;

/// What the host does next, with its sizes filled in.
struct HostStep {
  enum class Kind {
    /// Runs the launch at `position` of the resolved launches.
    Launch,
    /// Runs the only one of `bodies` `count` times, or each of as many bodies
    /// once.
    Loop,
    /// Exchanges the memory of `first` and `second`.
    Exchange,
    /// In every n-th round but the last one of the loop around it, ends the
    /// loop if an element of `first` is zero.
    Stop,
    /// Runs the only one of `bodies` if the temporary `second` is in the memory
    /// that the argument `first` had.
    Moved
  };

  Kind kind = Kind::Launch;
  size_t position = 0;
  int64_t count = 0;
  std::vector<std::vector<HostStep>> bodies;
  KernelOperand first, second;
  /// The element that a Stop reads: its distance in bytes, and its size.
  int64_t offset = 0;
  int64_t bytes = 0;
  int64_t every = 1;
};

/// Where the arrays of a call are, while exchanges move them.
class ArrayPlaces {
public:
  /// `temporaries` is null when there are none.
  ArrayPlaces(const ArgumentValues &arguments, const Temporaries *temporaries);

  /// The memory of an operand that is an array argument or a temporary.
  void *get(const KernelOperand &operand) const;
  void exchange(const KernelOperand &first, const KernelOperand &second);
  /// True if the temporary is in the memory that the argument had at first.
  bool standsFor(const KernelOperand &temporary,
                 const KernelOperand &argument) const;

private:
  void *&find(const KernelOperand &operand);

  std::vector<void *> given, arguments, temporaries;
};

/// Runs steps. `launch(position)` submits a launch, and `isZero(step)` waits
/// for all of them and reads the element of a Stop.
template <typename LaunchT, typename IsZeroT> class HostStepRunner {
public:
  HostStepRunner(ArrayPlaces &places, LaunchT launch, IsZeroT isZero)
      : places(places), launch(launch), isZero(isZero) {}

  void run(const std::vector<HostStep> &steps) { run(steps, 0, 1); }

private:
  /// Runs the steps of a round. Returns false if it is to be the last one.
  bool run(const std::vector<HostStep> &steps, int64_t round, int64_t count) {
    bool goesOn = true;
    for (const HostStep &step : steps) {
      switch (step.kind) {
      case HostStep::Kind::Launch:
        launch(step.position);
        break;
      case HostStep::Kind::Loop:
        for (int64_t i = 0; i < step.count; ++i) {
          const auto &body =
              step.bodies[step.bodies.size() == 1 ? 0 : static_cast<size_t>(i)];
          if (!run(body, i, step.count))
            break;
        }
        break;
      case HostStep::Kind::Exchange:
        places.exchange(step.first, step.second);
        break;
      case HostStep::Kind::Stop:
        if ((round + 1) % step.every == 0 && round + 1 < count && isZero(step))
          goesOn = false;
        break;
      case HostStep::Kind::Moved:
        if (places.standsFor(step.second, step.first))
          run(step.bodies.front(), 0, 1);
        break;
      }
    }
    return goesOn;
  }

  ArrayPlaces &places;
  LaunchT launch;
  IsZeroT isZero;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_HOSTSTEPS_H
