#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/test-sanitize.sh [<pytest arguments>…]
# Builds the runtime library and the module saopt._runtime with AddressSanitizer
# and UndefinedBehaviorSanitizer into build/sanitize, and runs the tests of the
# runtime with them. Expects a finished build, whose compiler module is used.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

BUILD=build/sanitize
PACKAGE=$BUILD/python/saopt

# shellcheck disable=SC2206  # options, split at spaces on purpose
CONFIGURE=(${SA_CONFIGURE_OPTIONS:-})
TESTS=("$@")
if [[ $# -eq 0 ]]; then
  TESTS=(test/python/runtime test/python/usm test/python/support/test_runtime_*.py
    test/python/calls/test_calls.py test/python/calls/test_outputs.py
    test/python/calls/test_run_prepared.py)
fi

say "Building with sanitizers"
mkdir -p "$BUILD"
if [[ ! -f $BUILD/build.ninja || CMakePresets.json -nt $BUILD/build.ninja ]]; then
  "${CMAKE:-$VENV/bin/cmake}" --preset sanitize "${CONFIGURE[@]}" >"$BUILD/configure.log" 2>&1 || {
    cat "$BUILD/configure.log" >&2
    die "CMake could not configure the build"
  }
fi
"${NINJA:-$VENV/bin/ninja}" -C "$BUILD" -j "$JOBS" _runtime SARuntimeTests

# The package beside the sanitized module: its sources, and the compiler as it is.
mkdir -p "$PACKAGE"
for file in python/saopt/*; do
  name=$(basename "$file")
  if [[ $name != _runtime.*.so && $name != __pycache__ ]]; then
    ln -sfn "$PWD/$file" "$PACKAGE/$name"
  fi
done

# The interpreter and its libraries keep what they allocate, and so do drivers;
# the SYCL runtime frees memory of its run-time compiler in another way than that
# allocates it.
ASAN_OPTIONS=detect_leaks=0:alloc_dealloc_mismatch=0:detect_stack_use_after_return=1
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS

say "Testing the runtime library with sanitizers"
LD_LIBRARY_PATH=$(dirname "$(clang-22 -print-file-name=libclang_rt.asan-x86_64.so)") \
  "$BUILD/unittests/SARuntimeTests" --gtest_brief=1

say "Testing the runtime from Python with sanitizers"
# The sanitizer opens libraries in place of those who ask for them, and so looks
# in its own folders: where the SYCL runtime is has to be said.
PYTHON_FOR_TESTS=${PYTHON_FOR_TESTS:-$VENV/bin/python}
LIBRARIES=$("$PYTHON_FOR_TESTS" -c 'import sysconfig; print(sysconfig.get_path("data") + "/lib")')
# The system's drivers are kept away: that for GPUs opens libraries in a way that
# the sanitizer ends the process for.
mkdir -p "$BUILD/no-drivers"
OCL_ICD_VENDORS=$PWD/$BUILD/no-drivers PYTHONPATH=$PWD/$BUILD/python LD_LIBRARY_PATH=$LIBRARIES \
  LD_PRELOAD=$(clang-22 -print-file-name=libclang_rt.asan-x86_64.so) \
  "$PYTHON_FOR_TESTS" -m pytest --quiet --capture=sys -p no:cacheprovider "${TESTS[@]}"
