# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.check_allclose`, and packages that compare themselves with their nests as written."""

import os
import subprocess
import sys
import textwrap

import dpnp
import numpy as np
import pytest
import saopt as sa
from packages.package_programs import run_without_compiler

DEBUG = sa.Package.Mode.DEBUG
TYPES = {
    "float16": (np.float16, "A = 1, B = 2"),
    "float32": (np.float32, "A = 1, B = 2"),
    "float64": (np.float64, "A = 1, B = 2"),
    "int8": (np.int8, "A = 1, B = 2"),
    "int64": (np.int64, "A = 1, B = 2"),
    "uint64": (np.uint64, "A = 1, B = 2"),
    "bool_": (np.bool_, "A = 1, B = 0"),
    "complex64": (np.complex64, "A.real = 1, A.imag = 0, B.real = 2, B.imag = 0"),
}


def make_comparison(element_type, atol, shape=(3, 4)):
    a, b = (
        sa.Array(role=sa.Role.INPUT, element_type=element_type, shape=shape, name=name)
        for name in "AB"
    )

    @sa.function(args=(a, b))
    def compare():
        sa.check_allclose(a, b, atol=atol)

    return compare


@pytest.mark.parametrize("engine", ["spirv", "sycl", "eager"])
def test_elements_of_all_types_are_compared(engine):
    made = sa.compile_many(
        [(make_comparison(getattr(sa, name), 0.5), (), f"check_{name}") for name in TYPES],
        engine=engine,
    )
    to_array = np.asarray if engine == "eager" else dpnp.asarray
    for (name, (dtype, numbers)), function in zip(TYPES.items(), made, strict=True):
        a, b = np.ones((3, 4), dtype), np.ones((3, 4), dtype)
        function(to_array(a), to_array(b))
        b[2, 1] = dtype(0) if dtype is np.bool_ else dtype(2)
        with pytest.raises(sa.AssumptionError) as error:
            function(to_array(a), to_array(b))
        told = f"'A' and 'B' differ by more than 0.5: {numbers} (at i = 2, j = 1)"
        assert f"function 'check_{name}': {told}" in str(error.value), name


@pytest.mark.parametrize("engine", ["spirv", "sycl", "eager"])
def test_the_tolerance_is_for_elements_as_they_are(engine):
    nan, inf = np.nan, np.inf
    cases = [
        (sa.float32, 1e-3, 1.0, 1.0005, True),
        (sa.float32, 1e-3, 1.0, 1.002, False),
        (sa.float32, 1e-3, nan, nan, True),
        (sa.float32, 1e-3, nan, 0, False),
        (sa.float32, 1e-3, inf, inf, True),
        (sa.float32, 1e-3, inf, -inf, False),
        (sa.float64, 1e-9, 1.0, 1.0 + 1e-8, False),
        (sa.int32, 2.5, -3, -1, True),
        (sa.int32, 2, -3, 0, False),
        (sa.int32, 2**31, -(2**31), 0, True),
        (sa.int64, 2**63, -(2**63), 0, True),
        (sa.int64, 5, -(2**63), 2**63 - 1, False),
        (sa.uint64, 1, 2**64 - 1, 2**64 - 2, True),
        (sa.uint64, 1, 2**64 - 1, 0, False),
    ]
    made = sa.compile_many(
        [(make_comparison(c[0], c[1], (1,)), (), f"check_{n}") for n, c in enumerate(cases)],
        engine=engine,
    )
    for (element_type, _, a, b, is_close), function in zip(cases, made, strict=True):
        arrays = [np.asarray([value], element_type.name) for value in (a, b)]
        if engine != "eager":
            arrays = list(map(dpnp.asarray, arrays))
        try:
            function(*arrays)
        except sa.AssumptionError:
            assert not is_close, (a, b)
        else:
            assert is_close, (a, b)


def test_what_check_allclose_refuses():
    a, b = (
        sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(4,), name=name)
        for name in "AB"
    )
    other = sa.Array(role=sa.Role.INPUT, element_type=sa.float64, shape=(4,), name="C")
    long = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(5,), name="D")
    with pytest.raises(sa.CompileError, match="stands in the body of a function"):
        sa.check_allclose(a, b)

    def refused(*given):
        @sa.function(args=(a, b, other, long))
        def compare():
            sa.check_allclose(*given)

    for given, message in [
        ((a, other), "elements of one type: array 'A' holds float32, and array 'C' float64"),
        ((a, long), r"arrays of one shape: that of array 'A' is \(4,\), and that of array 'D'"),
        ((a, 3), "takes two arrays or views, and a tolerance, not a int"),
        ((a, b, -1), "atol is a number that is not negative, not -1"),
        ((a, b, "x"), "atol is a number that is not negative, not 'x'"),
        ((a, b, float("nan")), "atol is a number that is not negative, not nan"),
    ]:
        with pytest.raises(sa.CompileError, match=message):
            refused(*given)


COUNT = 64


def make_sum():
    """Return a sum whose plan changes the order of the numbers."""
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(COUNT,), name="X")
    s = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(2,), name="S")
    nest = sa.Nest(shape=(2, COUNT))
    i, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        s[i] += x[k]

    schedule = nest.create_schedule()
    kk = schedule.split(k, 8)
    plan = schedule.create_plan()
    plan.vectorize(kk)
    return plan, (x, s)


def make_steps():
    """Return a function of nests, a temporary, a loop, a call, and an output."""
    n = sa.Dimension("N")
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(n,), name="A")
    b = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(n,), name="B")
    c = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(n,), name="C")

    @sa.function(args=(a, b))
    def add():
        nest = sa.Nest(shape=(n,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            b[i] += a[i]

    def steps():
        for _ in sa.loop(3):
            add(a, b)
        nest = sa.Nest(shape=(n,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            c[i] = b[i] + 1

    return steps, (a, b, c)


def make_package():
    package = sa.Package()
    for name, make in {"total": make_sum, "steps": make_steps}.items():
        source, args = make()
        package.add(source, args=args, base_name=name)
    return package


def test_functions_compare_themselves_at_each_call(tmp_path):
    make_package().build("mylib", mode=DEBUG, output_dir=tmp_path / "debug")
    printed = run_without_compiler(
        tmp_path / "debug",
        """
        s = dpnp.zeros(2, dtype="f4")
        package.total(dpnp.arange(64, dtype="f4"), s)
        print(s.asnumpy().tolist())
        b = dpnp.ones(5, dtype="f4")
        c = package.steps(dpnp.full(5, 2, dtype="f4"), b)
        print(b.asnumpy().tolist(), c.asnumpy().tolist())
        x = np.zeros(64, "f4")
        x[:10] = [2**25, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        try:
            package.total(dpnp.asarray(x), s)
        except sa.AssumptionError as error:
            print(error)
        """,
    )
    first, second, third = printed.splitlines()
    assert first == "[2016.0, 2016.0]"
    assert second == "[7.0, 7.0, 7.0, 7.0, 7.0] [8.0, 8.0, 8.0, 8.0, 8.0]"
    assert third.startswith(
        "function 'total': array 'S' differs by more than 1e-05 from what the function computes "
        "without its schedules: scheduled = 3355"
    )
    assert "unscheduled = 3355" in third
    # Rounding is no error for who says so, and without the mode nothing is compared.
    x = np.zeros(COUNT, np.float32)
    x[:10] = [2**25] + [1] * 9
    for name, options in {"tolerant": {"mode": DEBUG, "tolerance": 100.0}, "release": {}}.items():
        make_package().build("mylib", output_dir=tmp_path / name, **options)
        s = dpnp.zeros(2, dtype="f4")
        sa.load(tmp_path / name).total(dpnp.asarray(x), s)
        assert np.allclose(s.asnumpy(), 2**25, atol=100)


def test_what_debug_refuses(tmp_path):
    a = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(sa.inf,), name="A")
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        a[i] += 1

    package = sa.Package()
    package.add(nest, args=(a,), base_name="grow")
    with pytest.raises(sa.CompileError, match="'grow' cannot be checked in Mode.DEBUG: array 'A'"):
        package.build("mylib", mode=DEBUG, output_dir=tmp_path / "out")
    with pytest.raises(sa.CompileError, match="tolerance is a number that is not negative"):
        package.build("mylib", mode=DEBUG, tolerance=-1, output_dir=tmp_path / "out")


def test_libraries_in_c_compare_themselves(tmp_path):
    package = sa.Package()
    plan, args = make_sum()
    package.add(plan, args=args, base_name="total")
    package.build("checked", sa.Package.Format.SHARED_LIBRARY, DEBUG, output_dir=tmp_path / "lib")
    program = """
        #include "checked.h"
        #include <stdio.h>
        int main(void) {
          checked_queue *queue;
          void *x, *s;
          int k, status;
          if (checked_queue_create("cpu", &queue) != CHECKED_SUCCESS)
            return 1;
          checked_allocate(queue, 64 * sizeof(float), &x);
          checked_allocate(queue, 2 * sizeof(float), &s);
          for (k = 0; k != 64; ++k)
            ((float *)x)[k] = k;
          ((float *)s)[0] = ((float *)s)[1] = 0;
          checked_total(queue, (float *)x, (float *)s);
          printf("%d ", checked_wait(queue));
          printf("%g\\n", ((float *)s)[0]);
          ((float *)x)[0] = 33554432;
          for (k = 1; k != 64; ++k)
            ((float *)x)[k] = k < 10;
          checked_total(queue, (float *)x, (float *)s);
          status = checked_wait(queue);
          printf("%d %s\\n", status == CHECKED_OUT_OF_RANGE, checked_last_error());
          return 0;
        }
    """
    (tmp_path / "use.c").write_text(textwrap.dedent(program))
    folders = [tmp_path / "lib" / "lib", os.path.join(sys.prefix, "lib")]
    command = ["cc", tmp_path / "use.c", "-o", tmp_path / "use", f"-I{tmp_path / 'lib'}"]
    command += [*(f"-L{folder}" for folder in folders), "-lchecked", "-lsycl"]
    subprocess.run([os.fspath(part) for part in command], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(os.fspath, folders))}
    done = subprocess.run(
        [tmp_path / "use"], capture_output=True, text=True, check=True, env=environment
    )
    first, second = done.stdout.splitlines()
    assert first == "0 2016"
    assert second.startswith("1 array 'S' differs by more than 1e-05 from what the function")
