# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Precompiled headers: MLIR's for the compiler's libraries, SYCL's for the
# runtime, and both with pybind11's for the Python modules. They halve the time of a build. They hold only headers of packages, so
# that an edit of the project's own headers rebuilds what includes those.

option(SA_USE_PCH "Precompile the headers of MLIR and SYCL" ON)

# CMake also includes the list of headers itself, by a path that ccache takes for
# a part of the command.
set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH
    -Xclang -include-pch -Xclang <PCH_FILE>)

# sa_add_precompiled_headers(<target> <headers…>)
# An object library that only holds precompiled headers. Others use them with
# sa_use_precompiled_headers, and must be compiled with the same flags.
function(sa_add_precompiled_headers target)
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp" "")
  add_library(${target} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  sa_write_precompiled_headers(${target} "" ${ARGN})
endfunction()

# sa_precompile_headers(<target> <headers…>)
# Precompiles headers for a Python module alone, which has flags of its own.
function(sa_precompile_headers target)
  if(SA_USE_PCH)
    sa_write_precompiled_headers(
      ${target} "${Python_VERSION} ${pybind11_VERSION} " ${ARGN})
  endif()
endfunction()

function(sa_write_precompiled_headers target versions)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # ccache takes this sum for the content of the headers, which holds the path of
  # the build: a second clone gets its objects from the cache of the first.
  file(WRITE
       "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch.sum"
       "${versions}${CMAKE_CXX_COMPILER_VERSION} ${LLVM_PACKAGE_VERSION} ${SYCLRuntime_VERSION} ${ARGN}")
endfunction()

function(sa_use_precompiled_headers target headers)
  if(SA_USE_PCH)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()

if(SA_USE_PCH)
  sa_add_precompiled_headers(SAMLIRHeaders
    <map>
    <optional>
    <string>
    <vector>
    <llvm/ADT/MapVector.h>
    <llvm/ADT/SetVector.h>
    <llvm/ADT/StringExtras.h>
    <llvm/ADT/StringSet.h>
    <llvm/ADT/TypeSwitch.h>
    <llvm/Support/FormatVariadic.h>
    <mlir/Dialect/Affine/IR/AffineOps.h>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Complex/IR/Complex.h>
    <mlir/Dialect/GPU/IR/GPUDialect.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/IntegerSet.h>
    <mlir/IR/Matchers.h>
    <mlir/IR/PatternMatch.h>
    <mlir/Pass/Pass.h>)
  target_link_libraries(SAMLIRHeaders PRIVATE sa::mlir)
  target_compile_options(SAMLIRHeaders PRIVATE ${SA_MLIR_LANGUAGE_FLAGS})

  sa_add_precompiled_headers(SASYCLHeaders
    <map>
    <memory>
    <mutex>
    <optional>
    <string>
    <vector>
    <sycl/sycl.hpp>)
  target_link_libraries(SASYCLHeaders PRIVATE sa::sycl)
endif()
