# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The DPC++ runtime and dpctl, as pip's wheels install them into a Python
# environment. Needs SA_PYTHON_PREFIX and SA_PYTHON_COMMAND (SAPython.cmake).
#
# Targets:
#   sa::sycl   SYCL's headers and libsycl.so
#   sa::dpctl  dpctl's C and pybind11 headers, on top of sa::sycl
# Variables: SYCLRuntime_FOUND, SYCLRuntime_VERSION.

# A build of a wheel has packages in a folder that is not the prefix of Python.
execute_process(
  COMMAND ${SA_PYTHON_COMMAND} -c
          "import importlib.metadata as m; print(*[f.locate().resolve().parents[2] for f in m.files('intel-sycl-rt') if f.match('include/sycl/sycl.hpp')])"
  OUTPUT_VARIABLE SYCLRuntime_prefix
  OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
find_path(SYCLRuntime_INCLUDE_DIR sycl/sycl.hpp
          PATHS "${SA_PYTHON_PREFIX}/include" "${SYCLRuntime_prefix}/include"
          NO_DEFAULT_PATH)
find_library(SYCLRuntime_LIBRARY sycl
             PATHS "${SA_PYTHON_PREFIX}/lib" "${SYCLRuntime_prefix}/lib"
             NO_DEFAULT_PATH)

# Asking dpctl itself would load the whole runtime; where its package lies says
# as much.
execute_process(
  COMMAND ${SA_PYTHON_COMMAND} -c
          "import importlib.util as u; print(*u.find_spec('dpctl').submodule_search_locations)"
  OUTPUT_VARIABLE SYCLRuntime_dpctl
  OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET)
find_path(SYCLRuntime_DPCTL_INCLUDE_DIR dpctl4pybind11.hpp
          PATHS "${SYCLRuntime_dpctl}/include" NO_DEFAULT_PATH)

if(SYCLRuntime_INCLUDE_DIR)
  file(STRINGS "${SYCLRuntime_INCLUDE_DIR}/sycl/version.hpp"
       SYCLRuntime_version_lines REGEX "define __LIBSYCL_[A-Z]+_VERSION")
  string(REGEX REPLACE "[^0-9;]" "" SYCLRuntime_VERSION
                       "${SYCLRuntime_version_lines}")
  list(JOIN SYCLRuntime_VERSION "." SYCLRuntime_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  SYCLRuntime
  REQUIRED_VARS SYCLRuntime_LIBRARY SYCLRuntime_INCLUDE_DIR
                SYCLRuntime_DPCTL_INCLUDE_DIR
  VERSION_VAR SYCLRuntime_VERSION)

if(SYCLRuntime_FOUND AND NOT TARGET sa::sycl)
  add_library(sa::sycl SHARED IMPORTED)
  set_target_properties(
    sa::sycl
    PROPERTIES IMPORTED_LOCATION "${SYCLRuntime_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${SYCLRuntime_INCLUDE_DIR}")
  # The headers warn when the compiler is not a SYCL one. Ours is not meant to
  # be: kernels are compiled at run time.
  target_compile_definitions(sa::sycl
                             INTERFACE SYCL_DISABLE_FSYCL_SYCLHPP_WARNING)

  add_library(sa::dpctl INTERFACE IMPORTED)
  target_include_directories(sa::dpctl
                             INTERFACE "${SYCLRuntime_DPCTL_INCLUDE_DIR}")
  target_link_libraries(sa::dpctl INTERFACE sa::sycl)
endif()
