// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sa/Runtime/Program/CompileCache.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sa::runtime;
namespace fs = std::filesystem;

namespace {

class CompileCacheTest : public testing::Test {
protected:
  CompileCacheTest() {
    std::string pattern = testing::TempDir() + "saopt-cache-XXXXXX";
    folder = mkdtemp(pattern.data());
    path = folder + "/made/by/need";
  }
  ~CompileCacheTest() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  std::vector<fs::path> list() const {
    return {fs::directory_iterator(path), fs::directory_iterator()};
  }
  fs::path getOnlyEntry() const {
    EXPECT_EQ(list().size(), 1u);
    return list().front();
  }
  static std::string load(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void store(const fs::path &file, const std::string &content) {
    std::ofstream(file, std::ios::binary) << content;
  }

  std::string folder;
  std::string path;
};

} // namespace

TEST_F(CompileCacheTest, WhatIsWrittenIsRead) {
  CompileCache cache(path);
  EXPECT_EQ(cache.read("key"), std::nullopt);
  std::string content("some\0bytes", 10);
  cache.write("key", content);
  cache.write("empty", "");
  EXPECT_EQ(cache.read("key"), content);
  EXPECT_EQ(cache.read("empty"), "");
  EXPECT_EQ(cache.read("other"), std::nullopt);
  EXPECT_EQ(CompileCache(path).read("key"), content);
}

TEST_F(CompileCacheTest, TheLastWriterWins) {
  CompileCache cache(path);
  cache.write("key", "old");
  cache.write("key", "new");
  EXPECT_EQ(cache.read("key"), "new");
  getOnlyEntry();
}

TEST_F(CompileCacheTest, NobodyElseCanRead) {
  CompileCache(path).write("key", "content");
  for (const fs::path &file : {fs::path(path), getOnlyEntry()})
    EXPECT_EQ(fs::status(file).permissions() &
                  (fs::perms::group_all | fs::perms::others_all),
              fs::perms::none);
}

TEST_F(CompileCacheTest, AnEmptyPathIsNoCache) {
  CompileCache cache("");
  cache.write("key", "content");
  EXPECT_EQ(cache.read("key"), std::nullopt);
}

// Every byte matters, and so does the length.
TEST_F(CompileCacheTest, DamagedEntriesAreRemoved) {
  CompileCache cache(path);
  cache.write("key", "some content");
  fs::path entry = getOnlyEntry();
  std::string sound = load(entry);
  std::vector<std::string> damaged = {"", sound + "x", std::string(5000, 'x')};
  for (size_t i = 0; i != sound.size(); ++i) {
    damaged.push_back(sound);
    damaged.back()[i] ^= 1;
    damaged.push_back(sound.substr(0, i));
  }
  for (const std::string &content : damaged) {
    store(entry, content);
    EXPECT_EQ(cache.read("key"), std::nullopt);
    EXPECT_FALSE(fs::exists(entry));
  }
  store(entry, sound);
  EXPECT_EQ(cache.read("key"), "some content");
}

TEST_F(CompileCacheTest, EntriesDoNotStandForOthers) {
  CompileCache cache(path);
  cache.write("other", "of the other");
  fs::path other = getOnlyEntry();
  cache.write("key", "own");
  for (const fs::path &entry : list())
    if (entry != other)
      fs::copy_file(other, entry, fs::copy_options::overwrite_existing);
  EXPECT_EQ(cache.read("key"), std::nullopt);
  EXPECT_EQ(cache.read("other"), "of the other");
}

TEST_F(CompileCacheTest, WhatOthersCanWriteIsNotUsed) {
  CompileCache cache(path);
  cache.write("key", "content");
  fs::path entry = getOnlyEntry();
  for (mode_t open : {S_IWGRP, S_IWOTH}) {
    chmod(entry.c_str(), 0600 | open);
    EXPECT_EQ(cache.read("key"), std::nullopt);
    chmod(entry.c_str(), 0600);
    chmod(path.c_str(), 0700 | open);
    EXPECT_EQ(cache.read("key"), std::nullopt);
    cache.write("more", "content");
    chmod(path.c_str(), 0700);
    EXPECT_EQ(cache.read("more"), std::nullopt);
    EXPECT_EQ(cache.read("key"), "content");
  }
}

// Only a superuser can give files away; everybody has files of somebody else.
TEST_F(CompileCacheTest, WhatOthersOwnIsNotUsed) {
  CompileCache cache(path);
  cache.write("key", "content");
  fs::path entry = getOnlyEntry();
  if (geteuid() == 0) {
    ASSERT_EQ(chown(entry.c_str(), 12345, 12345), 0);
    EXPECT_EQ(cache.read("key"), std::nullopt);
    ASSERT_EQ(chown(entry.c_str(), 0, 0), 0);
    ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
    EXPECT_EQ(cache.read("key"), std::nullopt);
  } else {
    CompileCache("/usr").write("key", "content");
    EXPECT_EQ(CompileCache("/usr").read("key"), std::nullopt);
  }
}

TEST_F(CompileCacheTest, LinksPipesAndFoldersAreNoEntries) {
  CompileCache cache(path);
  cache.write("key", "content");
  fs::path entry = getOnlyEntry();
  fs::path elsewhere = fs::path(folder) / "elsewhere";
  fs::rename(entry, elsewhere);
  fs::create_symlink(elsewhere, entry);
  EXPECT_EQ(cache.read("key"), std::nullopt);
  fs::remove(entry);
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  EXPECT_EQ(cache.read("key"), std::nullopt);
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_EQ(cache.read("key"), std::nullopt);
  cache.write("key", "content");
  EXPECT_EQ(cache.read("key"), std::nullopt);
}

TEST_F(CompileCacheTest, FoldersThatCannotBeMade) {
  store(folder + "/file", "");
  for (const std::string &where :
       {folder + "/file", folder + "/file/below", std::string("/proc/saopt"),
        std::string("/dev/null"), std::string(5000, 'x')}) {
    CompileCache cache(where);
    cache.write("key", "content");
    EXPECT_EQ(cache.read("key"), std::nullopt);
  }
}

TEST_F(CompileCacheTest, FullDisks) {
  // A limit on the size of files is what a full disk looks like to a writer.
  pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {64, 64};
    setrlimit(RLIMIT_FSIZE, &limit);
    CompileCache cache(path);
    cache.write("key", std::string(1000, 'x'));
    _exit(cache.read("key") ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(list().empty());
}

TEST_F(CompileCacheTest, WritersAndReadersAtOnce) {
  CompileCache cache(path);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t != 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i != 200; ++i) {
        std::string key = std::to_string(i % 5);
        if (t % 2)
          cache.write(key, std::string(5000, 'a' + i % 5));
        else if (auto found = cache.read(key))
          wrong += *found != std::string(5000, 'a' + i % 5);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(list().size(), 5u);
}

// Killed at any moment, a writer leaves a sound entry or none.
TEST_F(CompileCacheTest, KilledWriters) {
  std::string content(1 << 20, 'x');
  CompileCache cache(path);
  cache.write("first", "");
  for (int round = 0; round != 40; ++round) {
    pid_t child = fork();
    if (child == 0)
      while (true)
        cache.write("key", content);
    usleep(500 + 211 * round);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::optional<std::string> found = cache.read("key");
    EXPECT_TRUE(!found || *found == content);
  }
}

TEST_F(CompileCacheTest, UnfinishedFilesAreRemovedInTheEnd) {
  CompileCache(path).write("key", "content");
  fs::path old = fs::path(path) / ".unfinished-1-1";
  fs::path recent = fs::path(path) / ".unfinished-1-2";
  store(old, "x");
  store(recent, "x");
  fs::last_write_time(old,
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  CompileCache(path).write("key", "content");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(recent));
}

TEST_F(CompileCacheTest, TheLeastRecentlyUsedGoFirst) {
  CompileCache cache(path, /*mostBytes=*/20000);
  std::string content(1000, 'x');
  auto age = [&](int hours) {
    for (const fs::path &entry : list())
      fs::last_write_time(entry, fs::last_write_time(entry) -
                                     std::chrono::hours(hours));
  };
  cache.write("used", content);
  cache.write("unused", content);
  age(10);
  EXPECT_TRUE(cache.read("used"));
  for (int i = 0; i != 63; ++i)
    cache.write("filler " + std::to_string(i), content);
  EXPECT_LT(list().size(), 25u);
  EXPECT_FALSE(cache.read("unused"));
}
