// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files are written into a folder beside the package's, which takes its
// place by one rename. A folder that a killed process left behind is removed by
// the next build beside it: a process locks its own.

#include "PackageNames.h"
#include "sa/Package/Package.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sa;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// What the names of folders begin with that are being written.
static constexpr llvm::StringLiteral unfinished = ".saopt-package-";

static llvm::Error makeSystemError(const llvm::Twine &what, StringRef name,
                                   std::error_code code) {
  return makePackageError(what + " '" + name + "': " + code.message());
}

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

/// Returns the paths that the manifest of a package names, and its own; nothing
/// if the file is no manifest of a package.
static std::optional<std::set<std::string>> readPaths(StringRef manifest) {
  auto buffer = llvm::MemoryBuffer::getFile(manifest);
  if (!buffer)
    return std::nullopt;
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse((*buffer)->getBuffer());
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = value->getAsObject();
  const llvm::json::Object *files =
      object && object->getInteger("saopt_package") ? object->getObject("files")
                                                    : nullptr;
  if (!files)
    return std::nullopt;
  std::set<std::string> paths = {path::filename(manifest).str()};
  for (const auto &[name, entry] : *files)
    paths.insert(name.str());
  return paths;
}

/// Fails unless the folder `directory` may be replaced by the package `name`.
static llvm::Error checkReplaceable(StringRef directory, StringRef name) {
  fs::file_status status;
  if (fs::status(directory, status))
    return llvm::Error::success(); // It does not exist.
  if (!fs::is_directory(status))
    return makePackageError("'" + directory +
                            "' is no folder, so no package can replace it");
  llvm::SmallString<256> manifest(directory);
  path::append(manifest, name + ".json");
  std::optional<std::set<std::string>> paths = readPaths(manifest);
  std::error_code code;
  for (fs::recursive_directory_iterator it(directory, code,
                                           /*follow_symlinks=*/false),
       end;
       it != end && !code; it.increment(code)) {
    StringRef found(it->path());
    if (!paths)
      return makePackageError(
          "the folder '" + directory + "' holds '" + path::filename(found) +
          "' and no package '" + name +
          "': a package replaces only a folder with an earlier build of it; "
          "choose a new folder, or remove this one");
    StringRef relative = found.drop_front(directory.size()).ltrim('/');
    if (it->type() != fs::file_type::directory_file &&
        !paths->count(relative.str()))
      return makePackageError("the folder '" + directory + "' holds '" +
                              relative +
                              "', which is no part of the package '" + name +
                              "': move it, because a build replaces the "
                              "whole folder");
  }
  if (code)
    return makeSystemError("cannot read the folder", directory, code);
  return llvm::Error::success();
}

/// Where `replaceFolder` keeps, for a moment, the folder that it replaces.
static std::string getOldFolder(StringRef unfinishedFolder) {
  return (unfinishedFolder + "/old").str();
}

/// Gives the folders that a killed process was replacing their names back,
/// unless they have been built again. Returns whether there were any.
static bool restoreOld(StringRef unfinishedFolder, StringRef parent) {
  std::error_code code;
  bool hasOld = false;
  for (fs::directory_iterator it(getOldFolder(unfinishedFolder), code), end;
       it != end && !code; it.increment(code)) {
    hasOld = true;
    std::string name = (parent + "/" + path::filename(it->path())).str();
    renameat2(AT_FDCWD, it->path().c_str(), AT_FDCWD, name.c_str(),
              RENAME_NOREPLACE);
  }
  return hasOld;
}

/// Removes folders that killed processes left in `parent`.
static void removeLeftovers(StringRef parent) {
  std::error_code code;
  for (fs::directory_iterator it(parent, code), end; it != end && !code;
       it.increment(code)) {
    StringRef found(it->path());
    if (!path::filename(found).starts_with(unfinished))
      continue;
    int folder = open(found.str().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (folder < 0)
      continue;
    struct stat status;
    // A process makes its folder, and then locks it.
    constexpr time_t secondsToLock = 60;
    if (fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
        flock(folder, LOCK_EX | LOCK_NB) == 0 &&
        (restoreOld(found, parent) ||
         status.st_mtime + secondsToLock < time(nullptr)))
      (void)fs::remove_directories(found);
    close(folder);
  }
}

/// Writes a file that does not exist, and waits until it is on the disk.
static std::error_code writeFile(StringRef name, StringRef content) {
  int file = open(name.str().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                  path::extension(name) == ".so" ? 0777 : 0666);
  if (file < 0)
    return getLastError();
  std::error_code code;
  while (!content.empty() && !code) {
    ssize_t written = write(file, content.data(), content.size());
    if (written >= 0)
      content = content.drop_front(written);
    else if (errno != EINTR)
      code = getLastError();
  }
  if (!code && fsync(file) != 0)
    code = getLastError();
  // Some file systems say only now that the disk is full.
  if (close(file) != 0 && !code)
    code = getLastError();
  return code;
}

static std::error_code writeFiles(const PackageFiles &files, StringRef folder,
                                  std::string &failed) {
  for (const auto &[name, content] : files) {
    llvm::SmallString<256> target(folder);
    path::append(target, name);
    failed = name;
    if (std::error_code code =
            fs::create_directories(path::parent_path(target)))
      return code;
    if (std::error_code code = writeFile(target, content))
      return code;
  }
  return {};
}

/// As `replaceFolder`, with a moment in which there is neither folder. If the
/// process is killed then, the next build beside it puts the old one back.
static std::error_code moveAside(const std::string &made,
                                 const std::string &directory) {
  std::string old = getOldFolder(path::parent_path(made));
  if (mkdir(old.c_str(), 0777) != 0)
    return getLastError();
  old += "/" + path::filename(directory).str();
  if (rename(directory.c_str(), old.c_str()) != 0)
    return getLastError();
  if (rename(made.c_str(), directory.c_str()) == 0)
    return {};
  std::error_code code = getLastError();
  rename(old.c_str(), directory.c_str());
  return code;
}

/// Gives the folder `made` the name `directory`, where nothing, an empty folder
/// or a package is, which has the name `made` after that.
static std::error_code replaceFolder(const std::string &made,
                                     const std::string &directory) {
  if (rename(made.c_str(), directory.c_str()) == 0)
    return {};
  if (errno != ENOTEMPTY && errno != EEXIST)
    return getLastError();
  if (renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, directory.c_str(),
                RENAME_EXCHANGE) == 0)
    return {};
  // Some file systems cannot exchange two names at once.
  return moveAside(made, directory);
}

llvm::Expected<std::vector<std::string>>
sa::publishPackage(const PackageFiles &files, StringRef name,
                   StringRef directory) {
  if (directory.empty() || directory.contains('\0'))
    return makePackageError("the folder of a package has a name");
  // What a symbolic link points to is replaced, and not the link.
  llvm::SmallString<256> target;
  if (fs::real_path(directory, target)) {
    target = directory;
    path::remove_dots(target, /*remove_dot_dot=*/false);
    if (std::error_code code = fs::make_absolute(target))
      return makeSystemError("cannot find the folder", directory, code);
  }
  while (target.size() > 1 && target.back() == '/')
    target.pop_back();
  StringRef parent = path::parent_path(target);
  if (parent.empty())
    return makePackageError("'" + directory + "' cannot be replaced");
  removeLeftovers(parent);
  if (llvm::Error error = checkReplaceable(target, name))
    return std::move(error);
  if (std::error_code code = fs::create_directories(parent))
    return makeSystemError("cannot make the folder", parent, code);

  std::string made = (parent + "/" + unfinished + "XXXXXX").str();
  if (!mkdtemp(made.data()))
    return makeSystemError("cannot make a folder in", parent, getLastError());
  llvm::scope_exit remove([&] { (void)fs::remove_directories(made); });
  int lock = open(made.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  llvm::scope_exit unlock([&] {
    if (lock >= 0)
      close(lock);
  });
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0)
    return makeSystemError("cannot lock", made, getLastError());
  // mkdtemp gives its folder to the owner alone.
  std::string inside = made + "/new";
  if (mkdir(inside.c_str(), 0777) != 0)
    return makeSystemError("cannot make", inside, getLastError());
  std::string failed;
  if (std::error_code code = writeFiles(files, inside, failed))
    return makePackageError("cannot write '" + target + "/" + failed +
                            "': " + code.message());
  if (std::error_code code = replaceFolder(inside, std::string(target)))
    return makeSystemError("cannot write", target, code);

  std::vector<std::string> written;
  for (const auto &[file, content] : files) {
    llvm::SmallString<256> full(directory);
    path::append(full, file);
    written.push_back(std::string(full));
  }
  return written;
}
