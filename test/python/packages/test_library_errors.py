# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared libraries of functions whose elements data chooses, with arguments that C would refuse."""

import os
import re
import subprocess
import sys
import textwrap

import pytest
import saopt as sa
from packages.package_programs import make_twice

Format = sa.Package.Format


def make_gather():
    """Return a nest with a subscript from data; C and the emitted code use the names otherwise."""
    size = sa.Dimension("restrict")
    source = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(size,), name="inner")
    index = sa.Array(role=sa.Role.INPUT, element_type=sa.int32, shape=(4,), name="I")
    out = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(4,), name="complex")
    nest = sa.Nest(shape=(4,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        out[i] = source[index[i]]

    return nest, (source, index, out)


def make_assumption():
    """Return a nest whose logic assumes something of its data."""
    source = sa.Array(role=sa.Role.INPUT, element_type=sa.int64, shape=(4,), name="context")
    out = sa.Array(role=sa.Role.OUTPUT, element_type=sa.int64, shape=(4,), name="LIB_H")
    nest = sa.Nest(shape=(4,))
    k = nest.get_indices()

    @nest.iteration_logic
    def _():
        value = source[k]
        sa.assume(value >= 0)
        out[k] = value

    return nest, (source, out)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("errors") / "a.so.d" / "gathering"
    package = sa.Package()
    nest, args = make_gather()
    package.add(nest, args=args, base_name="gather")
    nest, args = make_assumption()
    package.add(nest, args=args, base_name="positive")
    package.add_description(version="1.2")
    package.build("gathering", Format.SHARED_LIBRARY, output_dir=folder)
    return folder


def run(program, compiler, source, library):
    """Build a program that links the library, and run it."""
    program.with_suffix(source).write_text(textwrap.dedent(program.read_text()))
    libraries = [f"{library}/lib", f"{sys.prefix}/lib"]
    command = [compiler, program.with_suffix(source), "-o", program.with_suffix(".out"), "-w"]
    command += [f"-I{library}", f"-I{sys.prefix}/include", *(f"-L{path}" for path in libraries)]
    command += ["-DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING", "-lgathering", "-lsycl"]
    subprocess.run([os.fspath(part) for part in command], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}
    done = subprocess.run(
        [program.with_suffix(".out")], capture_output=True, text=True, env=environment
    )
    return done.returncode, done.stdout.splitlines()


OUT_OF_RANGE = (
    "6: index 7 of dimension 0 of 'inner' is out of range: the size is 4 (at i = 2)",
    "6: the assumption 'sa.assume(value >= 0)' does not hold (at k = 3)",
)


def test_c_says_which_index_leaves_its_array(library, tmp_path):
    (tmp_path / "use").write_text("""
        #include <complex.h>
        #include <stdio.h>
        #include "gathering.h"
        static gathering_queue *queue;
        static void say(gathering_status status) {
          printf("%d: %s\\n", status, gathering_last_error());
        }
        int main(void) {
          void *a, *b, *c, *d, *e;
          int k;
          if (gathering_queue_create("cpu", &queue) != GATHERING_SUCCESS)
            return 1;
          gathering_allocate(queue, 16, &a);
          gathering_allocate(queue, 16, &b);
          gathering_allocate(queue, 16, &c);
          gathering_allocate(queue, 32, &d);
          gathering_allocate(queue, 32, &e);
          for (k = 0; k != 4; ++k) {
            ((float *)a)[k] = 10 * k;
            ((int32_t *)b)[k] = 3 - k;
            ((int64_t *)d)[k] = k == 3 ? -1 : k;
          }
          say(gathering_gather(queue, (float *)a, (int32_t *)b, (float *)c, 4));
          say(gathering_wait(queue));
          printf("%g %g\\n", ((float *)c)[0], ((float *)c)[3]);
          ((int32_t *)b)[2] = 7;
          say(gathering_gather(queue, (float *)a, (int32_t *)b, (float *)c, 4));
          say(gathering_wait(queue));
          say(gathering_positive(queue, (int64_t *)d, (int64_t *)e));
          say(gathering_wait(queue));
          say(gathering_wait(queue));
          say(GATHERING_OUT_OF_RANGE);
          gathering_queue_destroy(queue);
          return 0;
        }
    """)
    code, lines = run(tmp_path / "use", "cc", ".c", library)
    assert code == 0
    assert lines[:4] == ["0: ", "0: ", "30 0", "0: "]
    assert lines[4] == OUT_OF_RANGE[0]
    assert lines[5:] == ["0: ", OUT_OF_RANGE[1], "0: ", "6: "]


def test_a_queue_of_somebody_else_tells_its_errors_too(library, tmp_path):
    (tmp_path / "use").write_text("""
        #include <cstdio>
        #include <stdexcept>
        #include "gathering.h"
        #include "gathering.hpp"
        int main() {
          int handled = 0;
          auto handler = [&](sycl::exception_list errors) {
            for (const std::exception_ptr &error : errors)
              try {
                std::rethrow_exception(error);
              } catch (const std::out_of_range &wrong) {
                ++handled;
                std::printf("%s\\n", wrong.what());
              }
          };
          sycl::queue own(handler);
          float *a = sycl::malloc_shared<float>(4, own), *c = sycl::malloc_shared<float>(4, own);
          int *b = sycl::malloc_shared<int>(4, own);
          own.fill(a, 1.0f, 4).wait();
          own.fill(b, 0, 4).wait();
          b[2] = 7;
          gathering_queue *queue;
          gathering_queue_of(&own, &queue);
          gathering_gather(queue, a, b, c, 4);
          gathering_status status = gathering_wait(queue);
          std::printf("%d: %s\\n", status, gathering_last_error());
          gathering_queue_destroy(queue);
          std::printf("%d handled\\n", handled);
          gathering::gather(own, a, b, c, 4);
          own.wait_and_throw();
          std::printf("%d handled\\n", handled);
          return 0;
        }
    """)
    code, lines = run(tmp_path / "use", "c++", ".cpp", library)
    assert code == 0
    assert lines == [OUT_OF_RANGE[0], "0 handled", OUT_OF_RANGE[0][3:], "1 handled"]


def test_only_the_library_can_be_executed(library):
    executable = [
        path.name for path in library.rglob("*") if path.is_file() and path.stat().st_mode & 0o111
    ]
    assert executable == ["libgathering.so"]


@pytest.mark.parametrize(
    ("request_", "found"), [("", True), ("1.2", True), ("1.0", True), ("1.3", False), ("2", False)]
)
def test_cmake_finds_the_versions_that_the_package_serves(library, tmp_path, request_, found):
    script = tmp_path / "find.cmake"
    script.write_text(
        f"find_package(gathering {request_} CONFIG PATHS {library} NO_DEFAULT_PATH QUIET)\n"
        'message(STATUS "found=${gathering_FOUND} ${gathering_VERSION}")\n'
    )
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES NONE)\ninclude({script})\n"
    )
    command = ["cmake", "-S", tmp_path, "-B", tmp_path / "build"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert ("found=1 1.2" if found else "found=0") in re.sub(" +", " ", printed)


def test_the_variable_cxx_may_have_options(tmp_path, monkeypatch):
    log = tmp_path / "log"
    wrapper = tmp_path / "my wrapper"
    wrapper.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{log}"\nexit 1\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("CXX", f"'{wrapper}' g++ -DA='a b'")
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    with pytest.raises(sa.CompileError, match="my wrapper' did not build the library"):
        package.build("mylib", Format.SHARED_LIBRARY, output_dir=tmp_path / "out")
    assert log.read_text().splitlines()[:3] == ["g++", "-DA=a b", "-std=c++17"]
