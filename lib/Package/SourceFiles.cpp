// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceFiles.h"

#include "PackageNames.h"
#include "Templates.h"
#include "sa/Target/SYCL/SYCL.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir;
using namespace sa;

/// The build of a library; @NAME@ and @SOURCES@ are replaced. A compiler that
/// takes -fsycl is DPC++, or one that is compatible with it.
static constexpr llvm::StringLiteral cmakeLists =
    R"(# Emitted by saopt. Builds the library @NAME@ with a SYCL 2020 compiler:
#
#   cmake -S . -B build -DCMAKE_CXX_COMPILER=icpx          DPC++
#   cmake -S . -B build -DCMAKE_PREFIX_PATH=PREFIX         AdaptiveCpp, in PREFIX
#   cmake --build build
#
# A project that has it in a subfolder says add_subdirectory(@NAME@) and
# target_link_libraries(program @NAME@::@NAME@).
cmake_minimum_required(VERSION 3.20)
project(@NAME@ LANGUAGES @LANGUAGES@)

option(@NAME@_INTEL_CPU
       "Work around the bugs of Intel's OpenCL device for CPUs" OFF)

add_library(@NAME@ @SOURCES@)
add_library(@NAME@::@NAME@ ALIAS @NAME@)
target_include_directories(@NAME@ PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_features(@NAME@ PUBLIC cxx_std_17)
set_target_properties(@NAME@ PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(@NAME@_INTEL_CPU)
  target_compile_definitions(@NAME@ PRIVATE SAOPT_INTEL_CPU)
endif()

include(CheckCXXCompilerFlag)
set(CMAKE_REQUIRED_LINK_OPTIONS -fsycl)
check_cxx_compiler_flag(-fsycl @NAME@_HAS_FSYCL)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(NOT @NAME@_HAS_FSYCL)
  find_package(AdaptiveCpp CONFIG QUIET)
endif()
if(@NAME@_HAS_FSYCL)
  target_compile_options(@NAME@ PUBLIC -fsycl)
  target_link_options(@NAME@ PUBLIC -fsycl)
elseif(AdaptiveCpp_FOUND)
  add_sycl_to_target(TARGET @NAME@ SOURCES @NAME@.cpp)
else()
  message(
    FATAL_ERROR
      "@NAME@ needs a SYCL compiler, and neither takes ${CMAKE_CXX_COMPILER} "
      "the option -fsycl nor is AdaptiveCpp found: say "
      "-DCMAKE_CXX_COMPILER=icpx, or -DCMAKE_PREFIX_PATH=PREFIX with the "
      "prefix of AdaptiveCpp")
endif()
)";

std::string sa::makeIncludingAssembly(StringRef symbol, StringRef file) {
  return replaceAll(replaceAll(R"(  .section .rodata
  .globl SYMBOL
  .hidden SYMBOL
  .globl SYMBOL_end
  .hidden SYMBOL_end
  .balign 64
SYMBOL:
  .incbin "FILE"
SYMBOL_end:
  .byte 0
  .section .note.GNU-stack, "", %progbits
)",
                               "FILE", file),
                    "SYMBOL", symbol);
}

llvm::Error sa::addSourceFiles(Compilation &compilation,
                               const PackageOptions &options,
                               PackageFiles &files) {
  const std::string &name = options.name;
  std::string source, header;
  if (failed(compilation.emitLibrary(name, source, header)))
    return makePackageError("");
  files[name + ".cpp"] = std::move(source);
  files[name + ".hpp"] = std::move(header);
  std::string sources = name + ".cpp", languages = "CXX";
  FailureOr<ModuleOp> module = compilation.getKernels();
  if (hasLinkedConstants(*module)) {
    std::string assembly = name + "_constants.s";
    files[assembly] = makeIncludingAssembly(getConstantBlockName(*module, name),
                                            name + ".constants");
    if (failed(
            compilation.emit(Artifact::Constants, files[name + ".constants"])))
      return makePackageError("");
    sources += " " + assembly;
    languages += " ASM";
  }
  std::string build = replaceAll(cmakeLists.str(), "@SOURCES@", sources);
  build = replaceAll(std::move(build), "@LANGUAGES@", languages);
  if (hasLinkedConstants(*module))
    build += "\n# The assembler reads " + name +
             ".constants, relative to this folder.\n"
             "set_source_files_properties(" +
             name +
             "_constants.s PROPERTIES\n  COMPILE_OPTIONS "
             "\"-I${CMAKE_CURRENT_SOURCE_DIR}\"\n  OBJECT_DEPENDS "
             "\"${CMAKE_CURRENT_SOURCE_DIR}/" +
             name + ".constants\")\n";
  files["CMakeLists.txt"] = fillTemplate(build, name);
  return llvm::Error::success();
}
