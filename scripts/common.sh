# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What every script starts with: strict mode, the checkout as the current
# directory, and an environment in which the same things happen for everybody.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

VENV=$PWD/.venv
export VENV

# Somebody's own compilers, flags, Python paths or SYCL installation (oneAPI's
# setvars.sh sets most of these) would be mixed with the packages of .venv.
unset CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH
unset CMAKE_PREFIX_PATH CMAKE_GENERATOR CMAKE_BUILD_TYPE CMAKE_TOOLCHAIN_FILE
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP VIRTUAL_ENV
unset PIP_TARGET PIP_PREFIX PIP_USER PIP_REQUIRE_VIRTUALENV
unset OCL_ICD_FILENAMES
# ninja and ctest are told how many jobs to run; make's slots are not theirs.
unset MAKEFLAGS MFLAGS MAKELEVEL
export PYTHONNOUSERSITE=1

JOBS=${JOBS:-$(nproc)}
export JOBS

say() { printf '==> %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Below such a path the OpenCL CPU device cannot make a context, and lit splits
# the names of tests.
if [[ $PWD == *[[:space:]]* ]]; then
  die "the path of the checkout must not contain spaces: $PWD"
fi

# Waits until no other process sets up or builds this checkout. The lock is
# gone with the process that holds it, however that ends.
lock_checkout() {
  mkdir -p build
  exec 9>build/.lock
  flock 9
}

# A compiler cache that cannot be written to must not stop a build.
choose_ccache_directory() {
  local directory
  directory=$(ccache --get-config cache_dir 2>/dev/null) || directory=
  if ! mkdir -p "$directory" 2>/dev/null || [[ ! -w $directory ]]; then
    export CCACHE_DIR=$PWD/build/ccache
  fi
}
