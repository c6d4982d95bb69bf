// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device memory of temporaries, which the process keeps for later calls: an
// allocation for each call would fault in all of its pages again. A block of
// memory is given to another call when the work that used it has ended, or, on
// the same queue, when that call runs after it.

#ifndef SA_RUNTIME_LAUNCH_TEMPORARYPOOL_H
#define SA_RUNTIME_LAUNCH_TEMPORARYPOOL_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include <sycl/queue.hpp>

namespace sa::runtime {

/// Memory of one device in one context.
struct TemporaryBlock {
  TemporaryBlock(const sycl::queue &queue, void *memory, size_t bytes);
  TemporaryBlock(const TemporaryBlock &) = delete;
  TemporaryBlock &operator=(const TemporaryBlock &) = delete;
  ~TemporaryBlock();

  bool isFor(const sycl::queue &queue) const {
    return queue.get_device() == device && queue.get_context() == context;
  }

  sycl::context context;
  sycl::device device;
  void *memory;
  size_t bytes;
};

/// Device memory for the temporaries of a call. What was taken goes back to the
/// pool when this is destroyed, which must not be before the work that uses it
/// has ended.
class Temporaries {
public:
  /// One for each temporary of the function; null where there are no bytes.
  std::vector<void *> memory;

private:
  friend class TemporaryPool;

  std::vector<std::shared_ptr<TemporaryBlock>> blocks;
};

/// All functions may be called from several threads at once.
class TemporaryPool {
public:
  /// The pool of the process. Never destroyed: threads may call until the
  /// process ends.
  static TemporaryPool &get();

  /// Who else may use the memory while a call has it.
  enum class Use {
    /// Later calls on the same queue: the queue orders them.
    Ordered,
    /// Nobody: the call runs beside the order of the queue, which is idle.
    Exclusive
  };

  /// Takes memory with at least `bytes[i]` bytes for each i. The caller holds
  /// the lock of submissions until it has submitted an ordered call. `memory`
  /// of the result ends before the first temporary that the device has no
  /// memory for.
  std::shared_ptr<Temporaries> take(const sycl::queue &queue,
                                    const std::vector<int64_t> &bytes, Use use);

  /// Frees the memory that no call has, and returns its bytes.
  size_t release();

  /// How often memory was allocated so far.
  size_t getNumAllocations();

private:
  using Block = std::shared_ptr<TemporaryBlock>;

  /// A block that calls on a queue have; expired when they have ended.
  struct Lent {
    sycl::queue queue;
    std::weak_ptr<TemporaryBlock> block;
    size_t bytes;

    bool isOneOf(const std::vector<Block> &blocks) const;
  };

  Block takeLent(const sycl::queue &queue, size_t bytes,
                 const std::vector<Block> &taken);
  Block takeIdle(const sycl::queue &queue, size_t bytes);
  Block allocate(const sycl::queue &queue, size_t bytes);
  Block lend(std::unique_ptr<TemporaryBlock> block);
  void giveBack(std::unique_ptr<TemporaryBlock> block);

  std::mutex lock;
  /// Those that no call has, the one used last at the end.
  std::deque<std::unique_ptr<TemporaryBlock>> idle;
  std::vector<Lent> lent;
  size_t numAllocations = 0;
};

} // namespace sa::runtime

#endif // SA_RUNTIME_LAUNCH_TEMPORARYPOOL_H
