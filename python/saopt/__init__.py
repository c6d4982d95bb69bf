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
from saopt._src.explain.explain import explain
from saopt._src.language.allclose import check_allclose
from saopt._src.language.arrays import Array
from saopt._src.language.control_flow import Else, ElseIf, ForRange, If, range
from saopt._src.language.data_indices import assume
from saopt._src.language.dimensions import Dimension, create_dimensions
from saopt._src.language.elementwise import (
    bitwise_and,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_not,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    cbrt,
    clz,
    copysign,
    floor_divide,
    hypot,
    isfinite,
    isinf,
    isnan,
    logaddexp,
    nextafter,
    popcount,
    sign,
    signbit,
    square,
    where,
)
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
    clip,
    conj,
    cos,
    cosh,
    erf,
    exp,
    exp2,
    expm1,
    fast_exp,
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
    remainderf,
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
from saopt._src.language.printing import print
from saopt._src.language.roles import Role
from saopt._src.language.rounds import loop, loop_while, swap
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
from saopt._src.packages.loading import LoadedPackage, load
from saopt._src.packages.package import Package
from saopt._src.profile.limits import Limits
from saopt._src.profile.profile import profile
from saopt._src.profile.results import KernelProfile, Profile
from saopt._src.schedule.accera_refusals import NAMES as _ACCERA_NAMES
from saopt._src.schedule.caches import Cache
from saopt._src.schedule.fusing import fuse, unsafe_fuse
from saopt._src.schedule.grid import AUTO, Grid, MemorySpace
from saopt._src.schedule.plan import Plan
from saopt._src.schedule.schedule import Schedule
from saopt._src.schedule.target import MatrixUnit, Target
from saopt._src.support.errors import (
    AllocationError,
    ArgumentCountError,
    ArgumentError,
    ArgumentRangeError,
    ArgumentTypeError,
    AssumptionError,
    CompileError,
    Error,
    ExchangeError,
    ExecutionPlacementError,
    IndexRangeError,
    InternalError,
    ScheduleError,
)
from saopt._src.support.forking import watch_forks as _watch_forks
from saopt._src.support.name_advice import missing_name as _missing_name
from saopt._src.support.opencl_icd import register as _register_opencl_device
from saopt._src.support.tracebacks import hide_own_frames as _hide_own_frames
from saopt._src.tune.trials import Trial
from saopt._src.tune.tune import TuneResult, tune
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
    "AUTO",
    "AllocationError",
    "ArgumentCountError",
    "ArgumentError",
    "ArgumentRangeError",
    "ArgumentTypeError",
    "Array",
    "AssumptionError",
    "Cache",
    "CompileError",
    "CompiledFunction",
    "Dimension",
    "Error",
    "ExchangeError",
    "ExecutionPlacementError",
    "Else",
    "ElseIf",
    "ForRange",
    "Function",
    "Grid",
    "HostArray",
    "If",
    "Index",
    "IndexRangeError",
    "InternalError",
    "KernelProfile",
    "Layout",
    "Limits",
    "LoadedPackage",
    "MatrixUnit",
    "MemorySpace",
    "Nest",
    "Package",
    "Parameter",
    "Plan",
    "Profile",
    "Role",
    "Scalar",
    "ScalarType",
    "Schedule",
    "ScheduleError",
    "Target",
    "Trial",
    "TuneResult",
    "USMArray",
    "abs",
    "acos",
    "acosh",
    "after",
    "arange",
    "asarray",
    "ashostarray",
    "assume",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "before",
    "bfloat16",
    "bool_",
    "cast",
    "check_allclose",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "cbrt",
    "clz",
    "copysign",
    "floor_divide",
    "hypot",
    "isfinite",
    "isinf",
    "isnan",
    "logaddexp",
    "nextafter",
    "popcount",
    "sign",
    "signbit",
    "square",
    "where",
    "ceil",
    "compile",
    "compile_many",
    "complex128",
    "complex64",
    "clip",
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
    "explain",
    "expm1",
    "eye",
    "fast_exp",
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
    "load",
    "log",
    "log10",
    "log1p",
    "log2",
    "logical_and",
    "logical_not",
    "logical_or",
    "loop",
    "loop_while",
    "max",
    "print",
    "min",
    "ones",
    "ones_like",
    "pack",
    "pow",
    "profile",
    "range",
    "real",
    "release_memory",
    "remainder",
    "remainderf",
    "round",
    "rsqrt",
    "select",
    "sin",
    "sinh",
    "sqrt",
    "swap",
    "tan",
    "tanh",
    "trunc",
    "tune",
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
    """Say what takes the place of a name that only Accera, or NumPy, has."""
    raise AttributeError(_missing_name(name, __all__, _ACCERA_NAMES), name=name)


# Before anything looks for devices, which the SYCL runtime does only once.
_register_opencl_device()
_watch_forks()

# Errors show the lines of users.
_hide_own_frames(globals(), __all__)
