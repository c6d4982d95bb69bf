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
from saopt._src.build.compile import compile, compile_many
from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.build.function import Function, function
from saopt._src.build.packing import pack, unpack
from saopt._src.calls.memory import release_memory
from saopt._src.language.arrays import Array
from saopt._src.language.control_flow import ForRange, If
from saopt._src.language.dimensions import Dimension, create_dimensions
from saopt._src.language.indices import Index
from saopt._src.language.layouts import Layout
from saopt._src.language.math import (
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
from saopt._src.language.nest import (
    Nest,
    iteration_logic,
)
from saopt._src.language.parameters import Parameter, create_parameter_grid, create_parameters
from saopt._src.language.predicates import after, before, end_boundary, first, last
from saopt._src.language.roles import Role
from saopt._src.language.scalars import Scalar
from saopt._src.language.shapes import inf
from saopt._src.language.types import ScalarType
from saopt._src.language.value_functions import (
    cast,
    logical_and,
    logical_not,
    logical_or,
    select,
)
from saopt._src.schedule.accera_refusals import NAMES as _ACCERA_NAMES
from saopt._src.schedule.caches import Cache
from saopt._src.schedule.fusing import fuse, unsafe_fuse
from saopt._src.schedule.grid import Grid, MemorySpace
from saopt._src.schedule.plan import Plan
from saopt._src.schedule.schedule import Schedule
from saopt._src.schedule.target import MatrixUnit, Target
from saopt._src.support.errors import (
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
from saopt._src.support.forking import watch_forks as _watch_forks
from saopt._src.support.opencl_icd import register as _register_opencl_device
from saopt._src.usm.array import USMArray
from saopt._src.usm.creation import asarray, from_dlpack, usm_array
from saopt._src.usm.creation_filled import (
    empty,
    empty_like,
    full,
    full_like,
    ones,
    ones_like,
    zeros,
    zeros_like,
)
from saopt._src.usm.creation_ranges import arange, eye, linspace
from saopt._src.usm.host_array import HostArray, ashostarray, is_sycl_visible

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
    "release_memory",
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
    hint = f": {_ACCERA_NAMES[name]}" if name in _ACCERA_NAMES else ""
    raise AttributeError(f"module 'saopt' has no attribute {name!r}{hint}")


# Before anything looks for devices, which the SYCL runtime does only once.
_register_opencl_device()
_watch_forks()
