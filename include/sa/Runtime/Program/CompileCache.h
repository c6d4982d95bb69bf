// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that keeps what compilers made, from one process to the next.
//
// What is in there runs as code, so the folder belongs to the user and to
// nobody else: a folder or a file that another user owns or could write to is
// not used. An entry is named by the hash of all that it was made from and
// carries a checksum, and it appears under its name only when it is complete:
// processes that are killed, disks that are full, several writers at once and
// damaged files all end in an entry that is not there. Nothing in here throws,
// and nothing depends on it but time.

#ifndef SA_RUNTIME_COMPILECACHE_H
#define SA_RUNTIME_COMPILECACHE_H

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sa::runtime {

class CompileCache {
public:
  /// A cache in the folder `path`, which is made when something is first
  /// written. An empty path stands for no cache. When the entries take more
  /// than `mostBytes`, those that were not used for longest are removed.
  explicit CompileCache(std::string path, uint64_t mostBytes = 1ull << 28);

  /// The user's cache: in the folder that SAOPT_CACHE_DIR names, or in `saopt`
  /// in the user's folder for caches. There is none when the variable is set
  /// and empty.
  static CompileCache &getUserCache();

  /// The entry that was written for `key`, if there is one and it is sound.
  std::optional<std::string> read(std::string_view key);

  /// Keeps `content` for `key`.
  void write(std::string_view key, std::string_view content);

  /// Removes an entry that turned out to be of no use.
  void remove(std::string_view key);

private:
  void removeOldest(int folder) const;

  const std::string path;
  const uint64_t mostBytes;
  std::atomic<unsigned> numWrites{0};
};

} // namespace sa::runtime

#endif // SA_RUNTIME_COMPILECACHE_H
