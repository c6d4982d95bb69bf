# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime: device programs, and functions that launch their kernels."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import dpctl  # type: ignore[import-untyped]

T = TypeVar("T")

# Function, kernel, range, work-group, sizes, start and end in nanoseconds.
TimedLaunch: TypeAlias = tuple[str, str, list[int], list[int] | None, list[int], int, int]

class Program:
    """Code for devices, built for each of them when it is first needed."""

    def __init__(
        self,
        code: bytes | str,
        language: Literal["spirv", "sycl"],
        strict: bool = ...,
        constants: bytes = ...,
        variants: dict[str, bytes] = ...,
    ) -> None: ...
    def build(self, queue: Any = ...) -> None: ...
    def build_log(self, queue: Any = ...) -> str: ...

class OutputShape:
    """What an output needs that was left out of a call.

    Two forms are always taken: ``storage`` elements in one dimension, or as many bytes of
    USM memory. With strides, so is an array of that shape whose element zero lies ``offset``
    elements behind the start of the storage.
    """

    @property
    def argument(self) -> int:
        """Which argument of the function it is."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; of an open dimension as many as the loops need."""
    @property
    def strides(self) -> tuple[int, ...] | None:
        """In elements; None when only the flat storage is taken."""
    @property
    def offset(self) -> int:
        """Where element zero lies in the storage, in elements."""
    @property
    def storage(self) -> int:
        """The elements of the flat storage."""
    @property
    def filled(self) -> bool:
        """Whether the function writes every element."""

class Manifest:
    """The functions of a manifest, which is the JSON text that the compiler writes."""

    def __init__(self, text: str) -> None: ...
    def check_on_host(
        self,
        name: str,
        descriptors: Sequence[Descriptor | None],
        find_need: Callable[[int, int, dict[str, int]], int | None],
    ) -> tuple[dict[str, int], dict[int, HostElements], Any, list[OutputShape]]:
        """Check the arguments of a function that the caller runs; None for omitted outputs.

        `find_need` is given an argument, an open dimension of it and the sizes that are known. It
        returns how large the loops need the dimension to be, or None when a size is missing.

        Returns
        -------
        sizes : dict
            The run-time sizes.
        elements : dict
            For each argument that is given: the shape, the strides where they are open, the lowest
            offset of an element in the storage, and the elements from there to the highest.
        queue : dpctl.SyclQueue or None
            The queue of the arguments.
        outputs : list of OutputShape
            What the others need.
        """

HostElements = tuple[tuple[int, ...], tuple[int, ...], int, int]

class Descriptor:
    """What an array says of itself; made of memory of the host, or by `read_interface`."""

    def __init__(
        self,
        pointer: int,
        read_only: bool,
        typestr: str,
        shape: Sequence[int],
        strides: Sequence[int],
        queue: Any = ...,
    ) -> None: ...
    @property
    def version(self) -> int: ...
    @property
    def pointer(self) -> int: ...
    @property
    def read_only(self) -> bool: ...
    @property
    def typestr(self) -> str: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...] | None: ...
    @property
    def offset(self) -> int: ...
    @property
    def queue(self) -> Any: ...

class Function:
    """A function of a manifest, whose kernels are in a program.

    The version that it names as contiguous runs when every array with open strides is dense and
    row-major.
    """

    def __init__(self, manifest: Manifest, name: str, program: Program) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def signature(self) -> str: ...
    def __call__(self, *arguments: Any) -> None:
        """Check the arguments, run on their queue, and wait."""
    def make_launcher(self) -> Callable[..., bool]:
        """Make a function that does the same and returns True.

        It returns False, having done nothing, when arguments are missing, or outputs are None.
        """
    def call_async(self, arguments: tuple[Any, ...], depends: Any = ...) -> dpctl.SyclEvent:
        """Check the arguments and launch on their queue, after the events in ``depends``."""
    def prepare(
        self, arguments: tuple[Any, ...]
    ) -> tuple[Callable[[], None], Callable[[Any], dpctl.SyclEvent]]:
        """Check the arguments; return functions that launch and wait, and that only launch.

        The second takes the events to wait for.
        """
    def choose(self, *arguments: Any) -> Literal["contiguous", "general"]:
        """Say which version a call with these arguments would run.

        Only strides are looked at; whether the arguments fit is not checked.
        """
    def output_shapes(self, *arguments: Any) -> tuple[dpctl.SyclQueue, list[OutputShape]]:
        """Say where and what to allocate for the outputs that are given as None.

        Arguments are as in a call, except that None may stand for arrays with the role
        ``output``. Those that are given are checked as in a call, with the same errors.

        Returns
        -------
        queue : dpctl.SyclQueue
            The queue of the arguments, on which the function is going to run; dpctl's cached
            queue of the default device when there is no other array.
        outputs : list of OutputShape
            What each None needs, in the order of the arguments.

        Raises
        ------
        ArgumentError
            Also when nothing but a left-out output says what a size is.
        """
    def build_log(self, queue: Any = ...) -> str: ...

def read_package(path: str) -> tuple[str, str, bool, bytes, bytes]:
    """Read and check a package.

    Returns
    -------
    text, program : str
        The manifest of the package, and that of its functions, for `Manifest`.
    strict : bool
        Whether whatever changes a floating-point result is forbidden.
    code, constants : bytes
        The kernels as SPIR-V, and the data of large constants.
    """

def device_compilers() -> list[str]:
    """List the compilers of all devices, each once, as `Module.spirv_for` takes them."""

def launches_in_flight() -> int:
    """Say how many launches are being kept that nobody waited for."""

def release_memory() -> int:
    """Free the memory of temporaries that no call has; return its bytes."""

def temporary_allocations() -> int:
    """Say how often memory for temporaries was allocated."""

class UsmArray:
    """The core of `USMArray`: which elements of which memory it stands for.

    Everything is checked when it is made: an element outside of the memory, a misaligned one or
    a shape that is too large is an `ArgumentError`.
    """

    def __new__(
        cls,
        memory: Any,
        element_type: str,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int,
        writeable: bool,
        /,
    ) -> UsmArray: ...
    @property
    def usm_data(self) -> Any: ...
    @property
    def base(self) -> Any: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def strides(self) -> tuple[int, ...]: ...
    @property
    def _offset(self) -> int: ...
    @property
    def _element_type(self) -> str: ...
    _writeable: bool

class HostArrayBase:
    """What calls recognize arrays of the host by; they pass what its ``_stage()`` returns."""

class DLPackTensor:
    """A tensor of another library, which is given back when this is gone."""

class TracebackBoundary:
    """A function whose errors do not show the frames of files below a folder."""

    def __init__(
        self,
        function: Any,
        folder: str,
        base: type[BaseException],
        advise: Callable[[Any, TypeError], None],
    ) -> None: ...
    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...

def call_with_stack(function: Callable[..., T], *arguments: Any, **keywords: Any) -> T:
    """Call a function, on another thread when the stack of this one is small."""

def check_not_forked() -> None:
    """Raise in a process that was forked after its parent used a device."""

def refuse_devices() -> None:
    """Let `check_not_forked` raise from now on: the parent is known to have used a device."""

def wait_for(queue: dpctl.SyclQueue) -> None:
    """Wait for what was submitted to a queue so far; other threads may go on using it."""

def read_bytes(memory: Any, offset: int, host: Any) -> None:
    """Copy bytes of memory, from an offset on, into an array of the host.

    It comes after the queue's other work, and is done when it returns.
    """

def write_bytes(memory: Any, offset: int, host: Any) -> None:
    """Copy an array of the host into memory, as `read_bytes` does the other way."""

def clear(memory: Any) -> None:
    """Make memory zero, after the queue's other work."""

def memory_at(address: int, nbytes: int, queue: dpctl.SyclQueue, owner: Any) -> Any:
    """Return memory for bytes of an allocation that `owner` keeps alive.

    Raises
    ------
    ArgumentError
        When the driver does not know them as part of one allocation of the queue's context.
    """

def hand_over(memory: Any, queue: dpctl.SyclQueue) -> Any:
    """Return the same memory on another queue of its context."""

def read_interface(array: Any, name: str) -> Descriptor:
    """Read the descriptor of a USM array.

    Raises
    ------
    ArgumentError
        When a field of the array's ``__sycl_usm_array_interface__`` is of the wrong type; it
        calls the array `name`.
    """

def export_dlpack(
    owner: Any,
    lowest: int,
    byte_offset: int,
    element_type: str,
    shape: Any,
    strides: Any,
    device_type: int,
    device_id: int,
    read_only: bool,
    copied: bool,
    versioned: bool,
) -> Any:
    """Return a capsule of DLPack for an array that `owner` keeps alive."""

def import_dlpack(
    capsule: Any,
) -> tuple[DLPackTensor, int, str, tuple[int, ...], tuple[int, ...] | None, tuple[int, int], bool]:
    """Take the tensor out of a capsule.

    Returns its owner, address, element type, shape, strides, device, and whether it is read-only.
    """

def begin_profile() -> None:
    """Begin to time the kernels that this thread launches."""

def end_profile() -> list[tuple[int, int, list[TimedLaunch]]]:
    """End that; return when each call of a function began and ended, and its launches."""

def stamp(queue: Any) -> int:
    """Wait for a queue; return when it was done, in nanoseconds."""

def read_cache(key: str) -> bytes | None:
    """Return what the user's compile cache holds for a key."""

def write_cache(key: str, content: bytes) -> None:
    """Keep content for a key in the user's compile cache."""
