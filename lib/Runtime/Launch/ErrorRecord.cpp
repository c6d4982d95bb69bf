// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Launch/ErrorRecord.h"

#include "PrintedLines.h"
#include "sa/Runtime/Launch/Submitting.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <sycl/usm.hpp>

using namespace sa::runtime;

namespace {

/// The words of every record, as the kernels write them: the flag, the number
/// of the site, and two each for the value, the size and the indices.
constexpr size_t numWords = 2 + 2 * (2 + maxPointIndices);
/// How many words lines have, behind the number of those in use and the number
/// of lines that are lost.
constexpr size_t lineWords = 1 << 16;
using Words = std::array<uint32_t, numWords>;

int64_t readNumber(const uint32_t *words) {
  return static_cast<int64_t>(words[0] | uint64_t(words[1]) << 32);
}

/// Returns a number of an error record as text, with all of its digits.
std::string printNumber(int64_t bits, const std::string &type) {
  char text[40];
  if (type == "f32") {
    float value;
    const auto low = static_cast<uint32_t>(bits);
    std::memcpy(&value, &low, sizeof(value));
    std::snprintf(text, sizeof(text), "%.9g", value);
  } else if (type == "f64") {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    std::snprintf(text, sizeof(text), "%.17g", value);
  } else {
    return type == "u64" ? std::to_string(static_cast<uint64_t>(bits))
                         : std::to_string(bits);
  }
  return text;
}

} // namespace

/// Memory for one record, with room for lines or without. A CPU's kernels and
/// the host share it; other devices have memory of their own, whose atomics all
/// of them support.
struct ErrorRecord::Memory {
  Memory(const sycl::queue &queue, bool prints)
      : queue(queue), isShared(queue.get_device().is_cpu()), prints(prints),
        words(static_cast<uint32_t *>(
            isShared ? sycl::malloc_host(getBytes(), queue)
                     : sycl::malloc_device(getBytes(), queue))) {
    if (!words)
      throw Error(ErrorKind::Allocation,
                  "there is no memory for the error record of a call");
    clear();
    if (prints)
      clearLines();
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() { sycl::free(words, queue.get_context()); }

  size_t getBytes() const {
    return sizeof(Words) + (prints ? sizeof(uint32_t) * (2 + lineWords) : 0);
  }

  bool isFor(const sycl::queue &other, bool otherPrints) const {
    return prints == otherPrints && queue.get_device() == other.get_device() &&
           queue.get_context() == other.get_context();
  }

  Words read() const {
    Words result;
    if (isShared)
      std::memcpy(result.data(), words, sizeof(Words));
    else
      copyBesideQueue(queue, result.data(), words, sizeof(Words));
    return result;
  }
  void clear() {
    const Words zeros = {};
    write(words, zeros.data(), sizeof(Words));
  }
  /// Returns so many words behind those of the error.
  std::vector<uint32_t> readLines(size_t count) const {
    std::vector<uint32_t> result(count);
    size_t bytes = count * sizeof(uint32_t);
    if (isShared)
      std::memcpy(result.data(), words + numWords, bytes);
    else
      copyBesideQueue(queue, result.data(), words + numWords, bytes);
    return result;
  }
  void clearLines() {
    const uint32_t zeros[2] = {};
    write(words + numWords, zeros, sizeof(zeros));
  }
  void write(uint32_t *target, const uint32_t *source, size_t bytes) {
    if (isShared)
      std::memcpy(target, source, bytes);
    else
      copyBesideQueue(queue, target, source, bytes);
  }

  sycl::queue queue;
  bool isShared;
  bool prints;
  uint32_t *words;
};

/// Records that no call has. Never destroyed, since threads may call until the
/// process ends.
class ErrorRecord::Pool {
public:
  static Pool &get() {
    static auto *pool = new Pool;
    return *pool;
  }

  std::unique_ptr<Memory> take(const sycl::queue &queue, bool prints) {
    {
      std::lock_guard<std::mutex> guard(lock);
      auto found =
          std::find_if(idle.begin(), idle.end(), [&](const auto &memory) {
            return memory->isFor(queue, prints);
          });
      if (found != idle.end()) {
        std::unique_ptr<Memory> memory = std::move(*found);
        idle.erase(found);
        return memory;
      }
    }
    return std::make_unique<Memory>(queue, prints);
  }

  void giveBack(std::unique_ptr<Memory> memory) {
    // Freed after the lock is released.
    std::unique_ptr<Memory> surplus;
    std::lock_guard<std::mutex> guard(lock);
    if (idle.size() == most) {
      surplus = std::move(idle.front());
      idle.erase(idle.begin());
    }
    idle.push_back(std::move(memory));
  }

private:
  static constexpr size_t most = 128;

  std::mutex lock;
  std::vector<std::unique_ptr<Memory>> idle;
};

ErrorRecord::ErrorRecord(const FunctionManifest &manifest)
    : manifest(manifest) {}

ErrorRecord::~ErrorRecord() = default;

std::shared_ptr<ErrorRecord>
ErrorRecord::create(const FunctionManifest &manifest,
                    const sycl::queue &queue) {
  if (manifest.checks.empty())
    return nullptr;
  std::shared_ptr<ErrorRecord> record(new ErrorRecord(manifest));
  bool prints =
      std::any_of(manifest.checks.begin(), manifest.checks.end(),
                  [](const CheckSite &site) { return site.prints(); });
  record->memory = Pool::get().take(queue, prints);
  return record;
}

void *ErrorRecord::getMemory() const { return memory->words; }

Error ErrorRecord::describe(const uint32_t *words) const {
  std::string start = "function '" + manifest.name + "': ";
  if (words[1] >= manifest.checks.size())
    return Error(ErrorKind::Execution, start + "its error record is damaged");
  const CheckSite &site = manifest.checks[words[1]];
  const size_t numIndices = site.indices.size() - site.told.size();
  std::string point;
  for (size_t i = 0; i != numIndices; ++i)
    point += (i == 0 ? " (at " : ", ") + site.indices[i] + " = " +
             std::to_string(readNumber(words + 6 + 2 * i));
  if (!point.empty())
    point += ")";
  std::string told;
  for (size_t i = 0; i != site.told.size(); ++i)
    told +=
        (i == 0 ? ": " : ", ") + site.indices[numIndices + i] + " = " +
        printNumber(readNumber(words + 6 + 2 * (numIndices + i)), site.told[i]);
  if (site.assumption && !told.empty())
    return Error(ErrorKind::Assumption,
                 start + *site.assumption + told + point);
  if (site.assumption)
    return Error(ErrorKind::Assumption, start + "the assumption '" +
                                            *site.assumption +
                                            "' does not hold" + point);
  int64_t value = readNumber(words + 2);
  std::string text = site.isUnsigned
                         ? std::to_string(static_cast<uint64_t>(value))
                         : std::to_string(value);
  return Error(ErrorKind::IndexRange,
               start + "index " + text + " of dimension " +
                   std::to_string(site.dimension) + " of '" + site.array +
                   "' is out of range: the size is " +
                   std::to_string(readNumber(words + 4)) + point);
}

void ErrorRecord::print() const {
  std::vector<uint32_t> head = memory->readLines(2);
  if (head[0] == 0)
    return;
  size_t count = std::min<size_t>(head[0], lineWords);
  std::vector<uint32_t> words = memory->readLines(2 + count);
  printText(formatLines(manifest.checks, words.data() + 2, count, head[1]));
  memory->clearLines();
}

void ErrorRecord::read() {
  if (!memory)
    return;
  if (memory->prints)
    print();
  // A flag that is not set is all that most calls look at.
  if (memory->isShared && *memory->words == 0) {
    Pool::get().giveBack(std::move(memory));
    return;
  }
  Words words = memory->read();
  if (words[0] != 0) {
    error = describe(words.data());
    memory->clear();
  }
  Pool::get().giveBack(std::move(memory));
}

std::optional<Error> ErrorRecord::take() {
  std::lock_guard<std::mutex> guard(lock);
  read();
  return std::exchange(error, std::nullopt);
}

bool ErrorRecord::hasError() {
  std::lock_guard<std::mutex> guard(lock);
  read();
  return error.has_value();
}
