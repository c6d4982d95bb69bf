# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Host functions of emitted source, built by a C++ compiler: temporaries when a launch throws."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import saopt  # noqa: F401  (registers the OpenCL device)
from saopt import _compiler

PROGRAM = """
!A = !sa.array<?xf32, inout, sizes = [N]>
!T = !sa.array<?xf32, temp, sizes = [N]>
sa.func @through(%A: !A) {
  %T = sa.temp "T" : !T
  %U = sa.temp "U" uninitialized : !T
  %zero = arith.constant 0 : index
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    sa.store %a, %T[%i] : !T
    sa.store %a, %U[%i] : !T
  }
  sa.nest (%i) to (%n) {
    %t = sa.load %T[%zero] : !T
    %u = sa.load %U[%zero] : !T
    %sum = arith.addf %t, %u : f32
    sa.store %sum, %A[%i] : !A
  }
}
"""

MAIN = """
#include <cstdio>
#include <fstream>

static long resident() {
  long size = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> size >> pages;
  return pages * 4096;
}

int main() {
  sycl::queue queue;
  const int64_t n = 4 << 20;
  float *A = sycl::malloc_shared<float>(n, queue);
  long before = 0;
  int thrown = 0;
  for (int k = 0; k < 30; ++k) {
    try {
      through(queue, A, n);
    } catch (const sycl::exception &) {
      ++thrown;
    }
    if (k == 4)
      before = resident();
  }
  sycl::free(A, queue);
  std::printf("%d %d\\n", thrown, resident() - before < 3 * n);
}
"""


@pytest.mark.parametrize("launch", [0, 1])
def test_temporaries_are_freed_when_a_launch_throws(launch, tmp_path):
    """The first or the second launch throws, after the temporaries were cleared."""
    source = _compiler.compile_text(PROGRAM, "program.mlir").source
    start, *launches = source.split("  last = queue.parallel_for(")
    assert len(launches) == 2
    failure = """
  if (N != -1)
    throw sycl::exception(sycl::make_error_code(sycl::errc::runtime), "thrown");
"""
    # What no SYCL compiler has seen cannot be launched, so what comes before it is left out.
    text = start
    for number, rest in enumerate(launches):
        throws = failure if number == launch else ""
        text += f"{throws}  if (N == -1) last = queue.parallel_for({rest}"
    (tmp_path / "through.cpp").write_text(text + MAIN)
    prefix = Path(sys.prefix)
    subprocess.run(
        [
            shutil.which("clang++-22") or "clang++",
            "-std=c++17",
            "-DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING",
            *("-isystem", prefix / "include", "through.cpp", f"-L{prefix / 'lib'}", "-lsycl"),
            *(f"-Wl,-rpath,{prefix / 'lib'}", "-o", "through"),
        ],
        check=True,
        cwd=tmp_path,
    )
    done = subprocess.run(
        [tmp_path / "through"], capture_output=True, text=True, timeout=100, env=os.environ
    )
    assert (done.returncode, done.stdout) == (0, "30 1\n"), done.stderr
