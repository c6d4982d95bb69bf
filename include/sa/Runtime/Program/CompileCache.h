// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that keeps the output of device compilers between processes.
//
// Entries run as code: folders and files that another user owns or can write to
// are not used. An entry is named by the hash of everything that it was made
// from, carries a checksum, and appears under its name only when it is
// complete, so that killed processes, full disks, concurrent writers and
// damaged files lead to a missing entry. Nothing in here throws.

#ifndef SA_RUNTIME_PROGRAM_COMPILECACHE_H
#define SA_RUNTIME_PROGRAM_COMPILECACHE_H

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

#endif // SA_RUNTIME_PROGRAM_COMPILECACHE_H
