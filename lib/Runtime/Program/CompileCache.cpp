// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Program/CompileCache.h"

#include "sa/Runtime/Program/Sha256.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <random>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sa::runtime;

namespace {

/// What an entry begins with, then its checksum and a line feed.
constexpr std::string_view header = "saopt compile cache, version 1\n";
constexpr size_t checksumLength = 64;
/// Larger files are nobody's entries.
constexpr off_t mostEntryBytes = 1 << 30;
/// Unfinished files of processes that are gone for sure.
constexpr time_t unfinishedAge = 3600;
/// Files that are being written.
constexpr std::string_view unfinishedPrefix = ".unfinished-";

class File {
public:
  explicit File(int descriptor) : descriptor(descriptor) {}
  File(File &&other) : descriptor(std::exchange(other.descriptor, -1)) {}
  File &operator=(File &&other) {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~File() {
    if (descriptor >= 0)
      close(descriptor);
  }

  explicit operator bool() const { return descriptor >= 0; }
  int get() const { return descriptor; }

private:
  int descriptor;
};

/// True when nobody but this user can change the file or the folder.
bool isPrivate(const struct stat &info) {
  return info.st_uid == geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The folder, when it is there and private. Everything else goes through this
/// descriptor, so that nobody can put another folder in its place meanwhile.
File openFolder(const std::string &path) {
  File folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat info;
  if (!folder || fstat(folder.get(), &info) != 0 || !isPrivate(info))
    return File(-1);
  return folder;
}

/// Makes a folder and those that lead to it, for this user only.
void makeFolder(const std::string &path) {
  for (size_t end = path.find('/', 1); end != std::string::npos;
       end = path.find('/', end + 1))
    mkdir(path.substr(0, end).c_str(), 0700);
  mkdir(path.c_str(), 0700);
}

std::string nameEntry(std::string_view key) {
  return computeSha256(key) + ".bin";
}

/// The checksum is over the key too: an entry under another's name is damaged.
std::string computeChecksum(std::string_view key, std::string_view content) {
  return computeSha256(computeSha256(key) + computeSha256(content));
}

std::optional<std::string> readFile(int folder, const std::string &name) {
  // A pipe in place of a file must not stop the process.
  File file(openat(folder, name.c_str(),
                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info;
  if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      !isPrivate(info) || info.st_size > mostEntryBytes)
    return std::nullopt;
  std::string content(static_cast<size_t>(info.st_size), '\0');
  size_t done = 0;
  while (done != content.size()) {
    ssize_t count =
        ::read(file.get(), content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    done += static_cast<size_t>(count);
  }
  return content;
}

bool writeFile(int file, std::string_view content) {
  while (!content.empty()) {
    ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    content.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

std::string findUserFolder() {
  if (const char *chosen = std::getenv("SAOPT_CACHE_DIR"))
    return chosen;
  // As the XDG specification has it, which ignores relative paths.
  const char *caches = std::getenv("XDG_CACHE_HOME");
  if (caches && caches[0] == '/')
    return std::string(caches) + "/saopt";
  const char *home = std::getenv("HOME");
  if (!home || home[0] != '/') {
    const struct passwd *user = getpwuid(geteuid());
    home = user ? user->pw_dir : nullptr;
  }
  return home && home[0] == '/' ? std::string(home) + "/.cache/saopt" : "";
}

} // namespace

CompileCache::CompileCache(std::string path, uint64_t mostBytes)
    : path(std::move(path)), mostBytes(mostBytes) {}

CompileCache &CompileCache::getUserCache() {
  // Never destroyed: programs may be built while the process ends.
  static auto *cache = new CompileCache(findUserFolder());
  return *cache;
}

std::optional<std::string> CompileCache::read(std::string_view key) {
  if (path.empty())
    return std::nullopt;
  File folder = openFolder(path);
  if (!folder)
    return std::nullopt;
  std::string name = nameEntry(key);
  std::optional<std::string> entry = readFile(folder.get(), name);
  if (!entry)
    return std::nullopt;
  std::string_view rest(*entry);
  size_t start = header.size() + checksumLength + 1;
  if (rest.size() < start || rest.substr(0, header.size()) != header ||
      rest[start - 1] != '\n' ||
      rest.substr(header.size(), checksumLength) !=
          computeChecksum(key, rest.substr(start))) {
    unlinkat(folder.get(), name.c_str(), 0);
    return std::nullopt;
  }
  // The time of the last use is what decides who has to go.
  utimensat(folder.get(), name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  return std::string(rest.substr(start));
}

void CompileCache::write(std::string_view key, std::string_view content) {
  if (path.empty())
    return;
  File folder = openFolder(path);
  if (!folder) {
    makeFolder(path);
    folder = openFolder(path);
  }
  if (!folder)
    return;
  // 1. All of it into a file of its own.
  static std::atomic<unsigned> counter{std::random_device()()};
  std::string unfinished = std::string(unfinishedPrefix) +
                           std::to_string(getpid()) + "-" +
                           std::to_string(counter++);
  {
    File file(openat(folder.get(), unfinished.c_str(),
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     0600));
    if (!file)
      return;
    std::string entry(header);
    entry += computeChecksum(key, content) + "\n";
    entry += content;
    if (!writeFile(file.get(), entry)) {
      unlinkat(folder.get(), unfinished.c_str(), 0);
      return;
    }
  }
  // 2. Under its name at once.
  if (renameat(folder.get(), unfinished.c_str(), folder.get(),
               nameEntry(key).c_str()) != 0)
    unlinkat(folder.get(), unfinished.c_str(), 0);
  // 3. Room for others, looked after once in a while.
  if (numWrites++ % 64 == 0)
    removeOldest(folder.get());
}

void CompileCache::remove(std::string_view key) {
  File folder = openFolder(path);
  if (folder)
    unlinkat(folder.get(), nameEntry(key).c_str(), 0);
}

void CompileCache::removeOldest(int folder) const {
  struct Item {
    time_t used;
    uint64_t bytes;
    std::string name;
  };
  DIR *listing = fdopendir(dup(folder));
  if (!listing)
    return;
  rewinddir(listing);
  std::vector<Item> items;
  uint64_t total = 0;
  time_t now = time(nullptr);
  while (const dirent *found = readdir(listing)) {
    std::string name = found->d_name;
    struct stat info;
    if (fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(info.st_mode))
      continue;
    if (name.rfind(unfinishedPrefix, 0) == 0) {
      if (now - info.st_mtime > unfinishedAge)
        unlinkat(folder, name.c_str(), 0);
      continue;
    }
    uint64_t bytes = static_cast<uint64_t>(info.st_size);
    total += bytes;
    items.push_back({info.st_mtime, bytes, std::move(name)});
  }
  closedir(listing);
  if (total <= mostBytes)
    return;
  std::sort(items.begin(), items.end(), [](const Item &lhs, const Item &rhs) {
    return lhs.used < rhs.used;
  });
  for (const Item &item : items) {
    // A fifth is made free, so that this does not happen at every write.
    if (total <= mostBytes / 5 * 4)
      return;
    if (unlinkat(folder, item.name.c_str(), 0) == 0)
      total -= item.bytes;
  }
}
