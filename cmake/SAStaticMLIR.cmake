# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# `sa::static_mlir`: the archives of MLIR and LLVM, and what they need of the
# system. The exported targets of the archives depend on libLLVM.so, so the files
# are named here; the linker takes the members that something refers to, in any
# order (lld), and drops the functions that nothing calls.

file(GLOB SA_MLIR_ARCHIVES "${LLVM_LIBRARY_DIR}/libMLIR*.a")
file(GLOB SA_LLVM_ARCHIVES "${LLVM_LIBRARY_DIR}/libLLVM*.a")
list(FILTER SA_MLIR_ARCHIVES EXCLUDE REGEX "Test|CAPI")
list(FILTER SA_LLVM_ARCHIVES EXCLUDE REGEX "Test")
if(NOT SA_MLIR_ARCHIVES OR NOT SA_LLVM_ARCHIVES)
  message(FATAL_ERROR "there are no archives of MLIR in ${LLVM_LIBRARY_DIR}")
endif()

# LLVM can compress sections. The archive, so that the wheel needs no library
# which not every system has.
find_library(SA_ZSTD_LIBRARY NAMES libzstd.a)
if(NOT SA_ZSTD_LIBRARY)
  message(FATAL_ERROR "there is no libzstd.a (Debian's package libzstd-dev)")
endif()
find_package(ZLIB REQUIRED)

add_library(sa_static_mlir INTERFACE)
add_library(sa::static_mlir ALIAS sa_static_mlir)
target_link_libraries(sa_static_mlir
  INTERFACE ${SA_MLIR_ARCHIVES} ${SA_LLVM_ARCHIVES} ${SA_ZSTD_LIBRARY}
            ZLIB::ZLIB ${CMAKE_DL_LIBS})
target_link_options(sa_static_mlir INTERFACE -fuse-ld=lld)
