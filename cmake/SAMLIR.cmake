# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# LLVM and MLIR as Debian packages them.
#
# Defines `sa::mlir`, an interface target with MLIR's headers and definitions
# and with libMLIR.so and libLLVM.so. Nothing else links MLIR: two copies of it in
# one process disagree about type ids.
#
# With SA_STATIC_MLIR, `sa::mlir` is MLIR's and LLVM's archives instead, for a
# build with one binary that has the compiler in it: the module of a wheel. Of
# 260 MB of shared libraries that leaves what the compiler calls, 50 MB.

# Only 22.1 satisfies the package's version file; a plain 22 does not.
find_package(MLIR 22.1 REQUIRED CONFIG)
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION}: ${MLIR_DIR}")

option(SA_STATIC_MLIR "Link MLIR's and LLVM's archives" OFF)

# The package does not say that it was built with the shared library.
set(MLIR_LINK_MLIR_DYLIB ON)
if(NOT TARGET MLIR OR NOT TARGET LLVM)
  message(FATAL_ERROR "MLIR's packages lack libMLIR.so or libLLVM.so")
endif()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

add_library(sa_mlir INTERFACE)
add_library(sa::mlir ALIAS sa_mlir)
target_include_directories(sa_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS}
                                                    ${MLIR_INCLUDE_DIRS})
if(SA_STATIC_MLIR)
  include(SAStaticMLIR)
  target_link_libraries(sa_mlir INTERFACE sa::static_mlir)
else()
  target_link_libraries(sa_mlir INTERFACE MLIR LLVM)
endif()

# The package gives its definitions as one string of command-line words.
separate_arguments(SA_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(sa_mlir INTERFACE ${SA_LLVM_DEFINITIONS})

# Exceptions and run-time type information as in the libraries; a target that
# needs exceptions (the Python module) says so itself.
set(SA_MLIR_LANGUAGE_FLAGS)
if(NOT LLVM_ENABLE_EH)
  list(APPEND SA_MLIR_LANGUAGE_FLAGS -fno-exceptions)
endif()
if(NOT LLVM_ENABLE_RTTI)
  list(APPEND SA_MLIR_LANGUAGE_FLAGS -fno-rtti)
endif()

# mlir-tblgen is given the include path of a directory, not of a target; this
# tells it where MLIR is without putting MLIR on everybody's include path.
list(TRANSFORM MLIR_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE LLVM_TABLEGEN_FLAGS)

# A program that links the installed libraries is compiled as they are.
target_include_directories(sa_mlir INTERFACE $<INSTALL_INTERFACE:include>)
target_compile_features(sa_mlir INTERFACE cxx_std_17)
foreach(flag IN LISTS SA_MLIR_LANGUAGE_FLAGS)
  target_compile_options(sa_mlir INTERFACE $<INSTALL_INTERFACE:${flag}>)
endforeach()

# What the packages' functions would otherwise put into LLVM's own tree.
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
