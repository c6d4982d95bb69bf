// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SharedLibrary.h"

#include "CInterface.h"
#include "HatFile.h"
#include "PackageNames.h"
#include "SourceFiles.h"
#include "Templates.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace sa;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral cmakeConfig =
    R"(# Emitted by saopt. find_package(@NAME@) defines @NAME@::@NAME@, the library with
# its headers, and @NAME@::@NAME@_c, the same for C alone. For C++ it needs SYCL's
# headers: -D@NAME@_SYCL_ROOT=PREFIX says where PREFIX/include/sycl/sycl.hpp is,
# unless the compiler is a SYCL one.
get_filename_component(_@NAME@_folder "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

find_path(@NAME@_SYCL_INCLUDE_DIR sycl/sycl.hpp
          HINTS "${@NAME@_SYCL_ROOT}" ENV CMPLR_ROOT ENV VIRTUAL_ENV
          PATH_SUFFIXES include)
find_library(@NAME@_SYCL_LIBRARY sycl
             HINTS "${@NAME@_SYCL_ROOT}" ENV CMPLR_ROOT ENV VIRTUAL_ENV
             PATH_SUFFIXES lib)
mark_as_advanced(@NAME@_SYCL_INCLUDE_DIR @NAME@_SYCL_LIBRARY)

if(NOT TARGET @NAME@::@NAME@_c)
  add_library(@NAME@::@NAME@_c SHARED IMPORTED)
  set_target_properties(
    @NAME@::@NAME@_c
    PROPERTIES IMPORTED_LOCATION "${_@NAME@_folder}/lib/lib@NAME@.so"
               IMPORTED_SONAME lib@NAME@.so
               INTERFACE_INCLUDE_DIRECTORIES "${_@NAME@_folder}")
  if(@NAME@_SYCL_LIBRARY)
    set_target_properties(
      @NAME@::@NAME@_c PROPERTIES INTERFACE_LINK_LIBRARIES
                                  "${@NAME@_SYCL_LIBRARY}")
  endif()
  add_library(@NAME@::@NAME@ INTERFACE IMPORTED)
  set_target_properties(
    @NAME@::@NAME@ PROPERTIES INTERFACE_LINK_LIBRARIES @NAME@::@NAME@_c
                              INTERFACE_COMPILE_FEATURES cxx_std_17)
  if(@NAME@_SYCL_INCLUDE_DIR)
    set_target_properties(
      @NAME@::@NAME@
      PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES
                 "${@NAME@_SYCL_INCLUDE_DIR}"
                 INTERFACE_INCLUDE_DIRECTORIES "${@NAME@_SYCL_INCLUDE_DIR}"
                 INTERFACE_COMPILE_DEFINITIONS
                 SYCL_DISABLE_FSYCL_SYCLHPP_WARNING)
  endif()
endif()
unset(_@NAME@_folder)
)";

/// A later version serves a request for an earlier one of the same major
/// number.
static constexpr llvm::StringLiteral cmakeVersion =
    R"(# Emitted by saopt.
set(PACKAGE_VERSION "@VERSION@")
if(PACKAGE_FIND_VERSION_MAJOR STREQUAL "@MAJOR@"
   AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
)";

static constexpr llvm::StringLiteral pkgConfig =
    R"(# Emitted by saopt. --define-variable=sycl_root=PREFIX says where SYCL's headers
# and library are.
prefix=${pcfiledir}/../..
sycl_root=/usr

Name: @NAME@
Description: Functions compiled by saopt
Version: @VERSION@
Cflags: -I${prefix} -I${sycl_root}/include -DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING
Libs: -L${prefix}/lib -l@NAME@ -L${sycl_root}/lib -lsycl
)";

/// What the library exports; the names of everything else are its own.
static constexpr llvm::StringLiteral exports = R"({
  global:
    @NAME@_*;
    extern "C++" { @NAME@::*; };
  local: *;
};
)";

/// Returns the folder with include/sycl/sycl.hpp and lib/libsycl.so.
static llvm::Expected<std::string> findSYCL(const PackageOptions &options) {
  SmallVector<std::string> places;
  if (!options.syclRoot.empty())
    places.push_back(options.syclRoot);
  else
    for (const char *variable :
         {"SAOPT_SYCL_ROOT", "CMPLR_ROOT", "VIRTUAL_ENV"})
      if (auto value = llvm::sys::Process::GetEnv(variable))
        places.push_back(*value);
  for (const std::string &place : places)
    if (fs::exists(place + "/include/sycl/sycl.hpp") &&
        fs::exists(place + "/lib/libsycl.so"))
      return place;
  if (!options.syclRoot.empty())
    return makePackageError(
        "a shared library needs SYCL's headers and libsycl.so, and '" +
        options.syclRoot + "' has no include/sycl/sycl.hpp and lib/libsycl.so");
  return makePackageError(
      "a shared library needs SYCL's headers and libsycl.so: say the folder "
      "that has include/sycl/sycl.hpp and lib/libsycl.so with --sycl-root, or "
      "in the variable SAOPT_SYCL_ROOT");
}

/// Returns the C++ compiler and the options that CXX has behind it, as in
/// "ccache g++".
static llvm::Expected<std::vector<std::string>> findCompiler() {
  SmallVector<const char *> words;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  std::string chosen = llvm::sys::Process::GetEnv("CXX").value_or("");
  llvm::cl::TokenizeGNUCommandLine(chosen, saver, words);
  SmallVector<StringRef> names = {"c++", "g++", "clang++"};
  if (!words.empty())
    names = {words.front()};
  for (StringRef name : names)
    if (auto found = llvm::sys::findProgramByName(name)) {
      std::vector<std::string> command = {*found};
      for (const char *option : ArrayRef(words).drop_front(!words.empty()))
        command.emplace_back(option);
      return command;
    }
  return makePackageError(
      "a shared library is built with a C++ compiler, and there is no '" +
      names.front() + "': install one, or name it in the variable CXX");
}

static llvm::Error writeInto(StringRef folder, StringRef name,
                             StringRef content) {
  SmallString<256> file(folder);
  path::append(file, name);
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  if (!code) {
    os << content;
    os.close();
    code = os.error();
    os.clear_error();
  }
  return code ? makePackageError("cannot write '" + file +
                                 "': " + code.message())
              : llvm::Error::success();
}

/// Returns the first lines of what a compiler printed.
static std::string readLog(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().take_front(2000).rtrim().str() : "";
}

/// Compiles `sources` in a folder of their own, and returns the library.
static llvm::Expected<std::string> build(const PackageOptions &options,
                                         const PackageFiles &sources) {
  llvm::Expected<std::string> sycl = findSYCL(options);
  if (!sycl)
    return sycl.takeError();
  llvm::Expected<std::vector<std::string>> compiler = findCompiler();
  if (!compiler)
    return compiler.takeError();
  auto shell = llvm::sys::findProgramByName("sh");
  if (!shell)
    return makePackageError("there is no command 'sh'");
  SmallString<128> folder;
  if (std::error_code code = fs::createUniqueDirectory("saopt", folder))
    return makePackageError("cannot make a temporary folder: " +
                            code.message());
  llvm::scope_exit remove([&] { (void)fs::remove_directories(folder); });
  for (const auto &[name, content] : sources)
    if (llvm::Error error = writeInto(folder, name, content))
      return std::move(error);

  const std::string &name = options.name;
  std::string library = "lib" + name + ".so", log = (folder + "/log").str();
  std::string include = *sycl + "/include", libraries = "-L" + *sycl + "/lib";
  std::string soname = "-Wl,-soname," + library,
              map = "-Wl,--version-script=" + name + ".map";
  // Names of files are relative and there is no debug information, so that the
  // library does not depend on the folder.
  std::vector<std::string> command = {"sh", "-c", "cd \"$0\" && exec \"$@\"",
                                      folder.str().str()};
  llvm::append_range(command, *compiler);
  command.insert(command.end(),
                 {"-std=c++17", "-O2", "-fPIC", "-shared", "-w",
                  "-DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING", "-I.", "-isystem",
                  include, "-o", library, name + "_host.cpp"});
  for (const auto &[file, content] : sources)
    if (StringRef(file).ends_with(".s"))
      command.push_back(file);
  command.insert(command.end(),
                 {soname, map, "-Wl,--build-id=none", "-Wl,-z,defs",
                  "-Wl,--as-needed", libraries, "-lsycl"});
  SmallVector<StringRef> arguments(command.begin(), command.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  std::string message;
  int exitCode = llvm::sys::ExecuteAndWait(*shell, arguments, std::nullopt,
                                           redirects, 0, 0, &message);
  auto built = llvm::MemoryBuffer::getFile(folder + "/" + library,
                                           /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (exitCode != 0 || !built)
    return makePackageError("the C++ compiler '" + compiler->front() +
                            "' did not build the library: " + message +
                            readLog(log));
  return (*built)->getBuffer().str();
}

llvm::Error sa::addSharedLibrary(Compilation &compilation,
                                 const PackageOptions &options,
                                 PackageFiles &files) {
  const std::string &name = options.name;
  FailureOr<ModuleOp> module = compilation.getKernels();
  if (failed(module))
    return makePackageError("");
  if (llvm::Error error = checkCNames(*module, name))
    return error;
  PackageFiles sources;
  std::string unused, host;
  llvm::raw_string_ostream os(host);
  std::string &header = sources[name + ".hpp"];
  if (failed(compilation.emitLibrary(name, unused, header)) ||
      failed(
          emitHostSource(*module, os, name, compilation.getOptions().strict)) ||
      failed(compilation.emit(Artifact::SPIRV, sources[name + ".spv"])))
    return makePackageError("");
  sources[name + ".h"] = makeCHeader(*module, name);
  sources[name + "_host.cpp"] = host + makeCSource(*module, name);
  sources[name + "_module.s"] =
      makeIncludingAssembly(getModuleSymbol(name), name + ".spv");
  sources[name + ".map"] = fillTemplate(exports, name);
  if (hasLinkedConstants(*module)) {
    sources[name + "_constants.s"] = makeIncludingAssembly(
        getConstantBlockName(*module, name), name + ".constants");
    if (failed(compilation.emit(Artifact::Constants,
                                sources[name + ".constants"])))
      return makePackageError("");
  }
  llvm::Expected<std::string> library = build(options, sources);
  if (!library)
    return library.takeError();
  files["lib/lib" + name + ".so"] = std::move(*library);
  files[name + ".h"] = sources[name + ".h"];
  files[name + ".hat"] = makeHatFile(*module, options, sources[name + ".h"]);
  files[name + ".hpp"] = header;
  files["lib/cmake/" + name + "/" + name + "Config.cmake"] =
      fillTemplate(cmakeConfig, name);
  files["lib/cmake/" + name + "/" + name + "ConfigVersion.cmake"] =
      replaceAll(replaceAll(cmakeVersion.str(), "@VERSION@", options.version),
                 "@MAJOR@", StringRef(options.version).split('.').first);
  files["lib/pkgconfig/" + name + ".pc"] =
      replaceAll(fillTemplate(pkgConfig, name), "@VERSION@", options.version);
  return llvm::Error::success();
}
