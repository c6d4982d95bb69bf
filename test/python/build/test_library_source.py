# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source and the header of a library: a namespace, and events to wait for."""

import pytest
from saopt import _compiler

PROGRAM = """
!A = !sa.array<?xf32, input, sizes = [N]>
!B = !sa.array<?xf32, output, sizes = [N]>
sa.func @twice(%A: !A, %B: !B) {
  %n = sa.dim %A, 0 : !A
  sa.nest (%i) to (%n) {
    %a = sa.load %A[%i] : !A
    %b = arith.addf %a, %a : f32
    sa.store %b, %B[%i] : !B
  }
}
"""


@pytest.fixture(scope="module")
def library():
    return _compiler.compile_text(PROGRAM, "twice.mlir").library("mylib")


def test_the_header_declares_the_functions_in_the_namespace(library):
    header = library[1]
    assert "#ifndef MYLIB_HPP\n#define MYLIB_HPP\n" in header
    assert "#pragma once" not in header
    inside = header[header.index("namespace mylib {") : header.index("} // namespace mylib")]
    assert "sycl::event twice(sycl::queue &queue" in inside
    assert "const std::vector<sycl::event> &dependencies = {});" in inside


def test_the_source_defines_them_and_waits_for_the_dependencies(library):
    source = library[0]
    assert '#include "mylib.hpp"\n' in source
    inside = source[source.index("namespace mylib {") :]
    assert "const std::vector<sycl::event> &dependencies) {" in inside
    assert "sycl::event last = saopt::after(queue, dependencies);" in inside
    # The default is the header's.
    assert "dependencies = {}" not in source
