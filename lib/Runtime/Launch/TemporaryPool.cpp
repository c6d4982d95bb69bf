// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/TemporaryPool.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <sycl/usm.hpp>

using namespace sa::runtime;

/// The part of a device's memory that idle blocks may take.
static constexpr size_t idlePart = 8;

TemporaryBlock::TemporaryBlock(const sycl::queue &queue, void *memory,
                               size_t bytes)
    : context(queue.get_context()), device(queue.get_device()), memory(memory),
      bytes(bytes) {}

TemporaryBlock::~TemporaryBlock() { sycl::free(memory, context); }

/// The bytes of a new block. Sizes that change a little from call to call share
/// a block; at most an eighth is wasted, of which nothing is touched.
static size_t getCapacity(size_t bytes) {
  size_t grain = 4096;
  while (grain <= bytes / 16)
    grain *= 2;
  return (bytes + grain - 1) / grain * grain;
}

/// True when a block of `capacity` serves `bytes` without wasting most of it.
static bool suits(size_t capacity, size_t bytes) {
  return capacity >= bytes && capacity / 4 <= getCapacity(bytes);
}

TemporaryPool &TemporaryPool::get() {
  static auto *pool = new TemporaryPool;
  return *pool;
}

/// A block that goes back to the pool when nobody has it any more.
TemporaryPool::Block
TemporaryPool::lend(std::unique_ptr<TemporaryBlock> block) {
  return {block.release(), [this](TemporaryBlock *pointer) {
            giveBack(std::unique_ptr<TemporaryBlock>(pointer));
          }};
}

void TemporaryPool::giveBack(std::unique_ptr<TemporaryBlock> block) {
  size_t most =
      block->device.get_info<sycl::info::device::global_mem_size>() / idlePart;
  sycl::context context = block->context;
  // Freed after the lock is released.
  std::vector<std::unique_ptr<TemporaryBlock>> surplus;
  std::vector<Lent> ended;
  std::lock_guard<std::mutex> guard(lock);
  auto expired =
      std::partition(lent.begin(), lent.end(),
                     [](const Lent &entry) { return !entry.block.expired(); });
  std::move(expired, lent.end(), std::back_inserter(ended));
  lent.erase(expired, lent.end());
  size_t total = block->bytes;
  idle.push_back(std::move(block));
  // The newest ones stay.
  for (size_t i = idle.size() - 1; i-- != 0;) {
    if (idle[i]->context != context)
      continue;
    total += idle[i]->bytes;
    if (total <= most)
      continue;
    surplus.push_back(std::move(idle[i]));
    idle.erase(idle.begin() + i);
  }
  if (idle.back()->bytes > most) {
    surplus.push_back(std::move(idle.back()));
    idle.pop_back();
  }
}

bool TemporaryPool::Lent::isOneOf(const std::vector<Block> &blocks) const {
  return std::any_of(blocks.begin(), blocks.end(), [&](const Block &other) {
    return !block.owner_before(other) && !other.owner_before(block);
  });
}

/// A block of an earlier call on the queue, which need not have ended.
TemporaryPool::Block TemporaryPool::takeLent(const sycl::queue &queue,
                                             size_t bytes,
                                             const std::vector<Block> &taken) {
  for (const Lent &entry : lent)
    if (entry.queue == queue && suits(entry.bytes, bytes) &&
        !entry.isOneOf(taken))
      // Not dropped here: the last owner of a block takes the lock.
      if (Block block = entry.block.lock())
        return block;
  return nullptr;
}

TemporaryPool::Block TemporaryPool::takeIdle(const sycl::queue &queue,
                                             size_t bytes) {
  auto best = idle.end();
  for (auto block = idle.begin(); block != idle.end(); ++block)
    if (suits((*block)->bytes, bytes) && (*block)->isFor(queue) &&
        (best == idle.end() || (*block)->bytes <= (*best)->bytes))
      best = block;
  if (best == idle.end())
    return nullptr;
  std::unique_ptr<TemporaryBlock> block = std::move(*best);
  idle.erase(best);
  return lend(std::move(block));
}

TemporaryPool::Block TemporaryPool::allocate(const sycl::queue &queue,
                                             size_t bytes) {
  size_t capacity = getCapacity(bytes);
  void *memory = sycl::malloc_device(capacity, queue);
  if (!memory) {
    // Idle memory may be what is missing.
    release();
    capacity = bytes;
    memory = sycl::malloc_device(capacity, queue);
  }
  if (!memory)
    return nullptr;
  {
    std::lock_guard<std::mutex> guard(lock);
    ++numAllocations;
  }
  return lend(std::make_unique<TemporaryBlock>(queue, memory, capacity));
}

std::shared_ptr<Temporaries>
TemporaryPool::take(const sycl::queue &queue, const std::vector<int64_t> &bytes,
                    Use use) {
  auto temporaries = std::make_shared<Temporaries>();
  std::vector<Block> &taken = temporaries->blocks;
  for (int64_t size : bytes) {
    if (size == 0) {
      temporaries->memory.push_back(nullptr);
      continue;
    }
    std::unique_lock<std::mutex> guard(lock);
    Block block = takeLent(queue, size, taken);
    if (!block)
      block = takeIdle(queue, size);
    guard.unlock();
    if (!block)
      block = allocate(queue, size);
    if (!block)
      break;
    temporaries->memory.push_back(block->memory);
    taken.push_back(std::move(block));
  }
  std::lock_guard<std::mutex> guard(lock);
  lent.erase(
      std::remove_if(lent.begin(), lent.end(),
                     [&](const Lent &entry) { return entry.isOneOf(taken); }),
      lent.end());
  if (use == Use::Ordered)
    for (const Block &block : taken)
      lent.push_back({queue, block, block->bytes});
  return temporaries;
}

size_t TemporaryPool::release() {
  std::deque<std::unique_ptr<TemporaryBlock>> freed;
  {
    std::lock_guard<std::mutex> guard(lock);
    freed.swap(idle);
  }
  size_t bytes = 0;
  for (const std::unique_ptr<TemporaryBlock> &block : freed)
    bytes += block->bytes;
  return bytes;
}

size_t TemporaryPool::getNumAllocations() {
  std::lock_guard<std::mutex> guard(lock);
  return numAllocations;
}
