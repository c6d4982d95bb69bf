# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler and runtime for array programs on SYCL devices.

Declare arrays, write the computation as the logic of a loop nest, compile it, and call
the result with USM arrays:

>>> import saopt as sa
>>> A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(64,))
>>> B = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(64,))
>>> nest = sa.Nest(shape=(64,))
>>> i = nest.get_indices()
>>> @nest.iteration_logic
... def _():
...     B[i] = 2 * A[i]
>>> double = sa.compile(nest, args=(A, B))
"""

from typing import Any as _Any

from saopt import layout
from saopt._src.arrays import Array
from saopt._src.caches import Cache
from saopt._src.compile import compile, compile_many
from saopt._src.compiled import CompiledFunction
from saopt._src.control import ForRange, If
from saopt._src.creation import asarray, from_dlpack, usm_array
from saopt._src.creation_filled import (
    empty,
    empty_like,
    full,
    full_like,
    ones,
    ones_like,
    zeros,
    zeros_like,
)
from saopt._src.creation_ranges import arange, eye, linspace
from saopt._src.dimensions import Dimension, create_dimensions
from saopt._src.elsewhere import NAMES as _ELSEWHERE
from saopt._src.errors import (
    AllocationError,
    ArgumentCountError,
    ArgumentError,
    ArgumentRangeError,
    ArgumentTypeError,
    CompileError,
    Error,
    ExchangeError,
    ExecutionPlacementError,
    ScheduleError,
)
from saopt._src.forking import watch_forks as _watch_forks
from saopt._src.function import Function, function
from saopt._src.functions import (
    cast,
    logical_and,
    logical_not,
    logical_or,
    select,
)
from saopt._src.fusing import fuse, unsafe_fuse
from saopt._src.grid import Grid, MemorySpace
from saopt._src.host_array import HostArray, ashostarray, is_sycl_visible
from saopt._src.indices import Index
from saopt._src.layouts import Layout
from saopt._src.math import (
    abs,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    ceil,
    conj,
    cos,
    cosh,
    erf,
    exp,
    exp2,
    expm1,
    floor,
    fma,
    imag,
    log,
    log1p,
    log2,
    log10,
    max,
    min,
    pow,
    real,
    remainder,
    round,
    rsqrt,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    trunc,
)
from saopt._src.nest import (
    Nest,
    iteration_logic,
)
from saopt._src.opencl_icd import register as _register_opencl_device
from saopt._src.packing import pack, unpack
from saopt._src.parameters import Parameter, create_parameter_grid, create_parameters
from saopt._src.plan import Plan
from saopt._src.predicates import after, before, end_boundary, first, last
from saopt._src.roles import Role
from saopt._src.scalars import Scalar
from saopt._src.schedule import Schedule
from saopt._src.shapes import inf
from saopt._src.target import MatrixUnit, Target
from saopt._src.types import ScalarType
from saopt._src.usm_array import USMArray

__all__ = [
    "AllocationError",
    "ArgumentCountError",
    "ArgumentError",
    "ArgumentRangeError",
    "ArgumentTypeError",
    "Array",
    "Cache",
    "CompileError",
    "CompiledFunction",
    "Dimension",
    "Error",
    "ExchangeError",
    "ExecutionPlacementError",
    "ForRange",
    "Function",
    "Grid",
    "HostArray",
    "If",
    "Index",
    "Layout",
    "MatrixUnit",
    "MemorySpace",
    "Nest",
    "Parameter",
    "Plan",
    "Role",
    "Scalar",
    "ScalarType",
    "Schedule",
    "ScheduleError",
    "Target",
    "USMArray",
    "abs",
    "acos",
    "acosh",
    "after",
    "arange",
    "asarray",
    "ashostarray",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "before",
    "bfloat16",
    "bool_",
    "cast",
    "ceil",
    "compile",
    "compile_many",
    "complex128",
    "complex64",
    "conj",
    "cos",
    "cosh",
    "create_dimensions",
    "create_parameter_grid",
    "create_parameters",
    "empty",
    "empty_like",
    "end_boundary",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "eye",
    "first",
    "float16",
    "float32",
    "float64",
    "floor",
    "fma",
    "from_dlpack",
    "full",
    "full_like",
    "function",
    "fuse",
    "imag",
    "inf",
    "int16",
    "int32",
    "int64",
    "int8",
    "is_sycl_visible",
    "iteration_logic",
    "last",
    "layout",
    "linspace",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical_and",
    "logical_not",
    "logical_or",
    "max",
    "min",
    "ones",
    "ones_like",
    "pack",
    "pow",
    "real",
    "remainder",
    "round",
    "rsqrt",
    "select",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "unpack",
    "unsafe_fuse",
    "usm_array",
    "zeros",
    "zeros_like",
]

__version__ = "0.1.0"

bool_ = ScalarType.bool_
int8 = ScalarType.int8
int16 = ScalarType.int16
int32 = ScalarType.int32
int64 = ScalarType.int64
uint8 = ScalarType.uint8
uint16 = ScalarType.uint16
uint32 = ScalarType.uint32
uint64 = ScalarType.uint64
float16 = ScalarType.float16
bfloat16 = ScalarType.bfloat16
float32 = ScalarType.float32
float64 = ScalarType.float64
complex64 = ScalarType.complex64
complex128 = ScalarType.complex128


def __getattr__(name: str) -> _Any:
    """Say what takes the place of a name that only Accera has."""
    hint = f": {_ELSEWHERE[name]}" if name in _ELSEWHERE else ""
    raise AttributeError(f"module 'saopt' has no attribute {name!r}{hint}")


# Before anything looks for devices, which the SYCL runtime does only once.
_register_opencl_device()
_watch_forks()
