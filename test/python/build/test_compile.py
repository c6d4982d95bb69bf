# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.compile`: what it takes, what it refuses, and what a compiled function shows."""

import numpy as np
import pytest
import saopt as sa
from harness import arrays, call, random
from saopt._src.build.compile import compile_many


def gemm_source(m=8, n=6, k=4):
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(m, k))
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(k, n))
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(m, n))
    nest = sa.Nest(shape=(m, n, k))
    i, j, p = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, p] * B[p, j]

    return nest, (A, B, C)


def test_nest_to_result(engine):
    nest, args = gemm_source()
    gemm = sa.compile(nest, args=args, engine=engine)
    a, b, c = random(8, 4), random(4, 6), np.zeros((8, 6), np.float32)
    np.testing.assert_allclose(call(gemm, a, b, c)[2], a @ b, rtol=1e-5, atol=1e-5)


def test_spirv_is_the_default():
    nest, args = gemm_source()
    assert sa.compile(nest, args).engine == "spirv"


def test_a_function_shows_what_became_of_it(engine):
    nest, args = gemm_source()
    gemm = sa.compile(nest, args=args, engine=engine)
    assert (gemm.name, gemm.engine, gemm.strict) == ("gemm", engine, False)
    parameters = "(sycl::queue &queue, const float *A, const float *B, float *C)"
    assert gemm.signature.endswith("gemm" + parameters)
    assert "sa.func" in gemm.mlir
    assert "sycl" in gemm.source
    assert gemm.signature in gemm.header
    assert gemm.spirv[:4] == bytes.fromhex("03022307")
    (function,) = gemm.manifest["functions"]
    assert function["name"] == "gemm"
    assert [argument["name"] for argument in function["arguments"]] == ["A", "B", "C"]


def test_what_prints(engine):
    nest, args = gemm_source()
    gemm = sa.compile(nest, args=args, engine=engine)
    assert repr(gemm) == f"<saopt function gemm(A, B, C), {engine}>"
    shown = str(gemm)
    assert gemm.signature in shown
    assert engine in shown
    for words in (
        "A  input  float32  8 x 4  row-major",
        "C  inout  float32  8 x 6  row-major",
        "range 8 x 6",
    ):
        assert words in shown


def test_what_prints_without_kernels():
    """The engine eager runs what cannot be proven for devices, and shows why there is no kernel."""
    A, B = arrays(("input", "f32", 4), ("output", "f32", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        def store():
            B[i] = 1

        sa.If(A[i] > 0, store)
        B[i] = B[i] + 1

    function = sa.compile(nest, args=(A, B), engine="eager", name="count")
    shown = str(function)
    assert shown.startswith("count(A, B)\n")
    assert "B  output  float32  4  row-major" in shown
    assert "kernels  none: " in shown
    assert "this accumulation reads 'B', an 'output', before" in shown
    _, result = call(function, np.ones(4, np.float32), np.zeros(4, np.float32))
    np.testing.assert_array_equal(result, np.full(4, 2, np.float32))


def test_an_array_that_cannot_be_addressed_is_named():
    big, B = arrays(("input", "c128", 2**60), ("inout", "c128", 4))
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = big[i]

    with pytest.raises(sa.CompileError, match="array 'A': the array is too large to be addressed"):
        sa.compile(nest, args=(big, B))


def test_strict_is_remembered(engine):
    nest, args = gemm_source()
    gemm = sa.compile(nest, args=args, engine=engine, strict=True)
    assert gemm.strict
    assert "strict" in str(gemm)


def test_locations_are_in_the_module():
    nest, args = gemm_source()
    gemm = sa.compile(nest, args)
    line = gemm_source.__code__.co_firstlineno + 8
    assert gemm._source.entries[0].logics[0].tape.nodes[0].location.line == line + 1


def test_many_functions_share_a_module(engine):
    first, second = gemm_source(2, 3, 4), gemm_source(5, 3, 4)
    functions = compile_many([(*first, "gemm"), (*second, "gemm")], engine)
    assert [function.name for function in functions] == ["gemm", "gemm_1"]
    assert functions[0].source == functions[1].source
    for function, m in zip(functions, (2, 5), strict=True):
        a, b = random(m, 4), random(4, 3)
        c = call(function, a, b, np.zeros((m, 3), np.float32))[2]
        np.testing.assert_allclose(c, a @ b, rtol=1e-5, atol=1e-5)


def test_each_of_many_functions_has_its_own_report():
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(16, 8), layout=sa.layout.any)
    V = sa.Array(role=sa.Role.CONST, data=np.eye(1, 8, dtype=np.float32)[0], name="V")

    def source(constant):
        nest = sa.Nest(shape=(16, 8))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i, j] += V[j] if constant else 1.0

        return nest, (A,)

    sources = [(*source(True), "first"), (*source(False), "second")]
    first, second = compile_many(sources, "spirv", schedule="none")
    # The version for dense arrays is part of a function.
    assert first.report.count("function 'first") == 2
    assert "constant 'V'" in first.report and "second" not in first.report
    assert second.report.count("function 'second") == second.report.count("function '") == 2
    assert "constant" not in second.report
    assert {(e.subject, *e.names) for e in first.report_entries} == {("constant", "V")}
    assert len({entry.function for entry in first.report_entries}) == 2
    assert second.report_entries == []
    assert sa.compile(*source(False), name="second", schedule="none").report == second.report


def copy_nest(A, B):
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] = A[i]

    return nest


def refused(message, source, args, **options):
    with pytest.raises(sa.CompileError, match=message) as caught:
        sa.compile(source, args, **{"engine": "eager", **options})
    assert caught.value.location.file == __file__


def test_an_array_that_is_not_in_args_is_refused():
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused("array 'A' is used.*INPUT.*args", copy_nest(A, B), (B,))
    refused("array 'B' is used.*INOUT.*args", copy_nest(A, B), (A,))


def test_an_array_twice_in_args_is_refused():
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused("array 'A' is in args twice", copy_nest(A, B), (A, B, A))


def test_temporaries_and_constants_in_args_are_refused():
    (B,) = arrays(("inout", "f32", 4))
    T = sa.Array(role=sa.Role.TEMP, shape=4)
    K = sa.Array(role=sa.Role.CONST, data=np.ones(4, np.float32))
    refused("array 'T'.*TEMP.*leave it out", copy_nest(T, B), (T, B))
    refused("array 'K'.*CONST.*leave it out", copy_nest(K, B), (K, B))


def test_data_in_args_is_refused():
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused(r"args\[0\] is a ndarray", copy_nest(A, B), (np.zeros(4), B))


@pytest.mark.parametrize("args", [(), None, "AB"])
def test_args_that_are_none_are_refused(args):
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused("args is", copy_nest(A, B), args)


def test_an_array_as_args_is_refused():
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused(r"\(A,\)", copy_nest(A, B), A)


@pytest.mark.parametrize("source", [(), None, 3, (3,), "nest"])
def test_sources_that_are_no_nests_are_refused(source):
    (B,) = arrays(("inout", "f32", 4))
    refused("compile", source, (B,))


def test_a_nest_without_logic_is_refused():
    (B,) = arrays(("inout", "f32", 4))
    refused("Nest over i < 4 has no logic", sa.Nest(shape=4), (B,))


def test_an_unknown_engine_is_refused():
    A, B = arrays(("input", "f32", 4), ("inout", "f32", 4))
    refused("'cuda'.*'eager', 'spirv', 'sycl'", copy_nest(A, B), (A, B), engine="cuda")
