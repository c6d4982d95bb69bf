# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running one function on every engine, and comparing what it did with NumPy.

A test file makes one `Cases`, registers functions that each return a `Case`, and ends with
``test_on_every_engine = cases.tests()``. All the cases of a file are compiled into one module
for each engine: building SYCL source costs seconds, whatever its size.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import dpctl.memory
import numpy as np
import pytest
import saopt as sa
from saopt._src.build.compile import compile_many

ENGINES = ("eager", "spirv", "sycl")


@dataclass
class Case:
    """A function, what to call it with, and what must come out.

    Attributes
    ----------
    source : Nest or tuple of Nest
        What to compile.
    args : sequence of Array
        The arrays of the signature.
    inputs : sequence of numpy.ndarray
        One for each of them.
    expected : sequence of numpy.ndarray or None
        What they hold afterwards; None for what must not change.
    rtol, atol : float
        The tolerance, by default none.
    """

    source: Any
    args: Sequence[sa.Array]
    inputs: Sequence[np.ndarray]
    expected: Sequence[np.ndarray | None]
    rtol: float = 0.0
    atol: float = 0.0


class UsmArray:
    """NumPy data in USM memory, described by nothing but its interface."""

    def __init__(self, data: np.ndarray, read_only: bool = False) -> None:
        self.dtype = data.dtype
        self.shape = data.shape
        low, high = np.lib.array_utils.byte_bounds(data) if data.size else (0, 1)
        self.memory = dpctl.memory.MemoryUSMShared(high - low)
        self.strides = tuple(stride // data.itemsize for stride in data.strides)
        reach = zip(self.shape, self.strides, strict=True)
        self.first = -sum(min(0, (size - 1) * stride) for size, stride in reach)
        self.read_only = read_only
        if data.size:
            self.host[...] = data

    @property
    def host(self) -> np.ndarray:
        """The elements, seen from the host."""
        buffer = np.frombuffer(self.memory, dtype=np.uint8)
        itemsize = self.dtype.itemsize
        flat = buffer[: len(buffer) // itemsize * itemsize].view(self.dtype)
        strides = [stride * itemsize for stride in self.strides]
        return np.lib.stride_tricks.as_strided(flat[self.first :], self.shape, strides)

    @property
    def __sycl_usm_array_interface__(self) -> dict[str, Any]:
        return {
            "version": 1,
            "data": (self.memory._pointer, self.read_only),
            "shape": self.shape,
            "strides": self.strides,
            "offset": self.first,
            "typestr": self.dtype.str,
            "syclobj": self.memory.sycl_queue,
        }


def copy_of(data: np.ndarray) -> np.ndarray:
    """Return a copy with the same strides, gaps included."""
    if not data.size:
        return data.copy()
    reach = zip(data.shape, data.strides, strict=True)
    first = -sum(min(0, (size - 1) * stride) for size, stride in reach)
    low, high = np.lib.array_utils.byte_bounds(data)
    buffer = np.zeros(high - low, np.uint8)
    copy = np.ndarray(data.shape, data.dtype, buffer, first, data.strides)
    copy[...] = data
    return copy


def random(*shape: int, dtype: Any = np.float32, low: float = -4, high: float = 4) -> np.ndarray:
    """Return random data: the same in every run, and other data at each place in a test."""
    caller = sys._getframe(1)
    place = (caller.f_code.co_name, caller.f_lasti)
    seed = zlib.crc32(repr((shape, np.dtype(dtype).name, low, high, place)).encode())
    generator = np.random.default_rng(seed)
    values = generator.uniform(low, high, shape)
    if np.dtype(dtype).kind in "iu":
        values = np.round(values)
        if np.dtype(dtype).kind == "u":
            values = np.abs(values)
    if np.dtype(dtype).kind == "b":
        values = values > (low + high) / 2
    if np.dtype(dtype).kind == "c":
        values = values + 1j * generator.uniform(low, high, shape)
    return values.astype(dtype)


def arrays(*specs: tuple[str, Any, Any]) -> list[sa.Array]:
    """Return arrays from (role, element type, shape), for example ``("inout", "f32", (4,))``."""
    names = "ABCDEFGH"
    return [
        sa.Array(role=sa.Role(role), element_type=element_type, shape=shape, name=name)
        for name, (role, element_type, shape) in zip(names, specs, strict=False)
    ]


def elementwise(
    function: Callable[..., Any],
    inputs: Sequence[np.ndarray],
    expected: np.ndarray,
    rtol: float = 0.0,
    atol: float = 0.0,
) -> Case:
    """Return the case that computes ``C[i] = function(A[i], B[i], …)`` over flat inputs."""
    size = inputs[0].size
    specs = [("input", data.dtype, size) for data in inputs]
    *operands, result = arrays(*specs, ("inout", expected.dtype, size))
    nest = sa.Nest(shape=size)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        result[i] = function(*(operand[i] for operand in operands))

    start = np.zeros(size, expected.dtype)
    unchanged = [None] * len(inputs)
    return Case(nest, (*operands, result), (*inputs, start), (*unchanged, expected), rtol, atol)


@functools.cache
def copying(engine: str, shape: tuple[int, ...], name: str = "A") -> sa.CompiledFunction:
    """Return the function that copies a float32 array called `name` into another, B."""
    A = sa.Array(role=sa.Role.INPUT, shape=shape, name=name)
    B = sa.Array(role=sa.Role.INOUT, shape=shape, name="B")
    nest = sa.Nest(shape=shape)
    indices = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[indices] = A[indices]

    return sa.compile(nest, args=(A, B), engine=engine)


class Cases:
    """The cases of one test file.

    Parameters
    ----------
    strict : bool
        Whether to compile them strictly.
    """

    def __init__(self, strict: bool = False) -> None:
        self._strict = strict
        self._builders: dict[str, Callable[[], Case]] = {}

    def __call__(self, builder: Callable[[], Case]) -> Callable[[], Case]:
        """Register a function that makes a case; a decorator."""
        self._add(builder.__name__, builder)
        return builder

    def over(self, choices: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[..., Any]:
        """Register a function of one parameter once for each choice; a decorator."""

        def register(builder: Callable[[Any], Case]) -> Callable[[Any], Case]:
            for choice in choices:
                made = functools.partial(builder, choice)
                self._add(f"{builder.__name__}_{name(choice)}", made)
            return builder

        return register

    def _add(self, name: str, builder: Callable[[], Case]) -> None:
        assert name not in self._builders, f"two cases are called {name}"
        self._builders[name] = functools.cache(builder)

    @property
    def names(self) -> list[str]:
        """The names of the cases."""
        return list(self._builders)

    @classmethod
    def forget(cls) -> None:
        """Drop the compiled functions of all cases."""
        cls._functions.cache_clear()

    @functools.cache  # noqa: B019 - lives as long as the test file
    def _functions(self, engine: str) -> dict[str, Any]:
        """Compile all cases into one module; keep the error of those that do not compile."""
        cases = {}
        for name, builder in self._builders.items():
            with contextlib.suppress(Exception):  # its own test raises it again
                cases[name] = builder()
        entries = [(case.source, case.args, name) for name, case in cases.items()]
        try:
            functions = compile_many(entries, engine, strict=self._strict)
        except sa.CompileError:
            functions = [self._compile_alone(entry, engine) for entry in entries]
        return dict(zip(cases, functions, strict=True))

    def _compile_alone(self, entry: tuple[Any, Any, str], engine: Any) -> Any:
        try:
            return compile_many([entry], engine, strict=self._strict)[0]
        except sa.CompileError as error:
            return error

    def check(self, name: str, engine: str) -> None:
        """Run one case on one engine and compare."""
        case = self._builders[name]()
        function = self._functions(engine)[name]
        if isinstance(function, Exception):
            raise function
        check(function, case)

    def check_warnings(self) -> None:
        """Check that the SYCL source of all the cases compiles without a warning."""
        functions = self._functions("sycl").values()
        first = next(f for f in functions if not isinstance(f, Exception))
        first._unit.sycl_program.build()
        log = first._device_function.build_log()
        assert not log, log

    def tests(self) -> Callable[..., None]:
        """Return the test function of the file: every case on every engine, no warnings."""
        params = [
            pytest.param(functools.partial(self.check, name, engine), id=f"{name}-{engine}")
            for name in self._builders
            for engine in ENGINES
        ]
        params.append(pytest.param(self.check_warnings, id="warnings-sycl"))

        @pytest.mark.parametrize("check", params)
        def test(check: Callable[[], None]) -> None:
            check()

        return test


def check(function: sa.CompiledFunction, case: Case) -> None:
    """Call a function as the case says, and compare what it did."""
    results = call(function, *case.inputs)
    triples = zip(case.args, case.inputs, case.expected, results, strict=True)
    for array, given, expected, result in triples:
        if expected is None:
            compare(result, given, f"array {array.name}")
        else:
            compare(result, expected, f"array {array.name}", case.rtol, case.atol)


def compare(
    result: np.ndarray, expected: np.ndarray, what: str, rtol: float = 0.0, atol: float = 0.0
) -> None:
    """Compare two arrays, complex ones by their parts; NaN equals NaN."""
    assert result.dtype == expected.dtype
    if result.dtype.kind == "c":
        compare(result.real, expected.real, f"{what}, real part", rtol, atol)
        compare(result.imag, expected.imag, f"{what}, imaginary part", rtol, atol)
    elif result.dtype.kind in "biu":
        np.testing.assert_array_equal(result, expected, what)
    else:
        wide = [data.astype(np.float64) for data in (result, expected)]
        np.testing.assert_allclose(*wide, rtol=rtol, atol=atol, err_msg=what)


def call(function: sa.CompiledFunction, *inputs: np.ndarray) -> list[np.ndarray]:
    """Call a function with copies of NumPy arrays, and return what became of them."""
    if function.engine == "eager":
        copies = [copy_of(data) for data in inputs]
        function(*copies)
        return copies
    placed = [UsmArray(data) for data in inputs]
    function(*placed)
    return [array.host.copy() for array in placed]
