# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Options and compiler flags that hold for every target of the project.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

option(SA_ENABLE_ASSERTIONS "Keep the project's own assertions" ON)
option(SA_ENABLE_WERROR "Treat compiler warnings as errors" ON)
option(SA_USE_CCACHE "Compile through ccache when it is installed" ON)
option(SA_SANITIZE "Look for wrong accesses and undefined behaviour" OFF)
option(SA_PYTHON_ONLY "Build nothing but the Python modules, for a wheel" OFF)
set(SA_modules "${PROJECT_SOURCE_DIR}/python/saopt")
if(SA_PYTHON_ONLY)
  set(SA_modules "${PROJECT_BINARY_DIR}/python/saopt")
endif()
set(SA_PYTHON_MODULE_DIR "${SA_modules}"
    CACHE PATH "Where the extension modules are placed")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

# Line tables are enough for a stack trace; full debug information of MLIR's
# templates doubles the time and the space of a build.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
if(NOT SA_ENABLE_ASSERTIONS)
  string(APPEND CMAKE_CXX_FLAGS_RELWITHDEBINFO " -DNDEBUG")
endif()

add_compile_options(
  -Wall -Wextra -Wno-unused-parameter -Wnon-virtual-dtor
  -Wimplicit-fallthrough
  "$<$<BOOL:${SA_ENABLE_WERROR}>:-Werror>"
  "$<$<CXX_COMPILER_ID:Clang>:-Wcovered-switch-default;-Wextra-semi>")

# One section a function, so that the linker drops what nothing calls.
add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(LINKER:--gc-sections LINKER:--as-needed)

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(-fuse-ld=lld)
  add_compile_options(-fdiagnostics-color)
endif()

# Python itself has no sanitizer in it, so the sanitizer's library is a shared
# one that is loaded before Python is. Types are known by their names only: the
# tables of those that other libraries define cannot be linked to.
if(SA_SANITIZE)
  add_compile_options(
    -fsanitize=address,undefined -fno-sanitize=vptr
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -shared-libasan)
  add_link_options(-fsanitize=address,undefined -shared-libasan)
endif()

# Paths below the checkout are hashed relative to it, so that a second clone
# gets its objects from the cache of the first.
find_program(SA_CCACHE ccache)
if(SA_USE_CCACHE AND SA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
      CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros
      "CCACHE_IGNOREOPTIONS=${PROJECT_BINARY_DIR}/*" "${SA_CCACHE}")
endif()

include_directories("${PROJECT_SOURCE_DIR}/include"
                    "${PROJECT_BINARY_DIR}/include")
