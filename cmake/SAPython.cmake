# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The Python that everything is built for, and pybind11 from its packages.
#
# The environment is named by Python_EXECUTABLE (the preset says .venv); the
# SYCL runtime and pybind11 are taken from that same environment, so that what
# is compiled against is what is loaded later.

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)

# A build of a wheel is given packages through PYTHONPATH; any other one must not
# be led astray by it.
set(SA_PYTHON_COMMAND "${Python_EXECUTABLE}" -I)
if(SKBUILD)
  set(SA_PYTHON_COMMAND "${Python_EXECUTABLE}")
endif()

execute_process(
  COMMAND ${SA_PYTHON_COMMAND} -c "import sys; print(sys.prefix)"
  OUTPUT_VARIABLE SA_PYTHON_PREFIX
  OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)

execute_process(
  COMMAND ${SA_PYTHON_COMMAND} -c
          "import pybind11; print(pybind11.get_cmake_dir())"
  OUTPUT_VARIABLE SA_PYBIND11_DIR
  OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
set(PYBIND11_FINDPYTHON ON)
find_package(pybind11 3.0 CONFIG REQUIRED PATHS "${SA_PYBIND11_DIR}"
             NO_DEFAULT_PATH)
