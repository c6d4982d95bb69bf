# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that run on devices: their arguments, calls and copies."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from saopt._src.calls.arguments import PreparedCall, advised, place_arguments
from saopt._src.calls.device_unit import DeviceUnit, StoredUnit
from saopt._src.calls.number_arguments import number_positions, place_numbers
from saopt._src.language.roles import Role
from saopt._src.language.types import ScalarType
from saopt._src.support.errors import ArgumentError
from saopt._src.support.lazy import lazy_property

__all__ = ["Argument", "DeviceFunction", "result_of"]


@dataclass(frozen=True)
class Argument:
    """An array in the signature of a function.

    Attributes
    ----------
    name : str
        Its name.
    role : Role
        Its role.
    element_type : ScalarType
        The type of its elements.
    ndim : int
        The number of its dimensions.
    has_domain : bool
        Whether some of its index vectors have no element.
    description : str
        Its shape and layout, in words.
    is_number : bool
        Whether it is a number for the caller, also as an output.
    by_value : bool
        Whether the function takes a number, and no array of one element.
    """

    name: str
    role: Role
    element_type: ScalarType
    ndim: int
    has_domain: bool
    description: str
    is_number: bool = False
    by_value: bool = False


class DeviceFunction:
    """A function that runs on SYCL devices.

    Calling it with one array for each of its arguments runs it and waits for it. The arrays
    are objects with ``__sycl_usm_array_interface__``, such as those of dpnp, or memory of
    `dpctl.memory`; the queue is theirs. Arrays with the role `OUTPUT` may be left out, and are
    then made and returned.
    """

    def __init__(
        self, name: str, arguments: Sequence[Argument], unit: DeviceUnit, engine: str
    ) -> None:
        self._name = name
        self._arguments = tuple(arguments)
        self._unit = unit
        self._engine = engine
        # What interactive help shows.
        self.__name__ = self.__qualname__ = name
        self.__signature__ = _call_signature(self._arguments)

    @property
    def name(self) -> str:
        """The name of the function in emitted code."""
        return self._name

    @property
    def engine(self) -> str:
        """The engine that runs the function: ``spirv``, ``sycl`` or ``eager``."""
        return self._engine

    @property
    def strict(self) -> bool:
        """Whether whatever changes a floating-point result is forbidden."""
        return self._unit.strict

    @property
    def signature(self) -> str:
        """The declaration of the function in C++."""
        return str(self._spec["signature"])

    @property
    def manifest(self) -> dict[str, Any]:
        """What the runtime needs to know: arguments, temporaries and launches."""
        versions = [spec for spec in (self._spec, self._contiguous_spec) if spec is not None]
        return {**self._unit.manifest, "functions": versions}

    @lazy_property
    def _spec(self) -> dict[str, Any]:
        functions = self._unit.manifest["functions"]
        return next(entry for entry in functions if entry["name"] == self.name)

    @lazy_property
    def _contiguous_spec(self) -> dict[str, Any] | None:
        """The version for arrays of any strides that happen to be dense, if there is one."""
        name = self._spec.get("contiguous")
        functions = self._unit.manifest["functions"]
        return next((entry for entry in functions if name and entry["name"] == name), None)

    @lazy_property
    def _device_function(self) -> Any:
        from saopt import _runtime

        unit = self._unit
        program = unit.spirv_program if self._engine == "spirv" else unit.sycl_program
        return _runtime.Function(unit.loaded_manifest, self.name, program)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the function on arrays, one for each entry of ``args``.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, in order or by name. An output may be left out, or be None.

        Returns
        -------
        None, array or tuple of arrays
            The outputs that were left out, in the order of ``args``: on the queue of the
            arguments, as arrays of dpnp if all of these are, and otherwise as `USMArray`. One that
            is only passed as flat storage is returned so.

        Raises
        ------
        ArgumentError
            When an argument does not fit; nothing has run then.
        ArgumentCountError
            When there are too many or too few, which is an `ArgumentError` and a `TypeError`.
        ExecutionPlacementError
            When the arguments are on different queues.
        """
        # What most calls do, and must cost little beside a launch of some microseconds.
        try:
            if not keywords and not self._number_positions and self._launch(*arguments):
                return None
            placed = self._place(arguments, keywords)
            complete, outputs = self._complete(placed)
            self._device_function(*complete)
            if outputs:
                outputs = self._numbers(placed, outputs)
        except ArgumentError as error:
            better = advised(error, (*arguments, *keywords.values()))
            if better is error:
                raise
            raise better from None
        return result_of(outputs)

    def call_async(self, *arguments: Any, depends: Any = (), **keywords: Any) -> Any:
        """Launch the function, and do not wait for it.

        It runs after all work that was submitted to the queue of the arguments before, and
        before all that is submitted to it later, by whatever library. The arguments live until
        it is done.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, as in a call. None may be left out: there is only the event to return.
        depends : iterable of dpctl.SyclEvent
            What it has to wait for besides, such as work on other queues.

        Returns
        -------
        dpctl.SyclEvent
            An event that is complete when the work is. Should the work fail, the next use of the
            function raises the error.

        Raises
        ------
        ArgumentError
            As in a call, and when an output is left out.
        """
        placed = self._place_all(arguments, keywords)
        return self._device_function.call_async(tuple(placed), depends)

    def prepare(self, *arguments: Any, **keywords: Any) -> PreparedCall:
        """Check arguments for calls later on; nothing is launched.

        Parameters
        ----------
        *arguments, **keywords
            The arrays, as in a call. Outputs that are left out are made now.

        Returns
        -------
        PreparedCall
            A call without arguments.

        Raises
        ------
        ArgumentError
            As in a call.
        """
        placed = self._place(arguments, keywords)
        complete, outputs = self._complete(placed)
        launch, launch_async = self._device_function.prepare(tuple(complete))
        return PreparedCall(self, launch, launch_async, result_of(outputs))

    @lazy_property
    def _launch(self) -> Callable[..., bool]:
        """Runs complete positional arguments on a device, and says whether it did."""
        return cast(Callable[..., bool], self._device_function.make_launcher())

    def _place(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Sequence[Any]:
        """Return one argument for each array, None for outputs that are left out."""
        arrays = self._arguments
        placed = arguments
        if keywords or len(arguments) != len(arrays):
            roles = [array.role for array in arrays]
            placed = place_arguments(self.name, self._names, roles, arguments, keywords)
        if self._number_positions:
            placed = place_numbers(
                self._number_positions, arrays, self._names, placed, self._takes_usm
            )
        return placed

    def _place_all(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Sequence[Any]:
        """Return one argument for each array; none is left out."""
        placed = self._place(arguments, keywords)
        for position in self._output_positions:
            if placed[position] is None:
                raise ArgumentError(
                    f"argument '{self._names[position]}': call_async returns an event, so an "
                    "output cannot be left out; allocate it and pass it"
                )
        return placed

    # Whether numbers go to the queue of the other arguments, or stay with NumPy.
    _takes_usm = True

    @lazy_property
    def _number_positions(self) -> tuple[int, ...]:
        return number_positions(self._arguments)

    @lazy_property
    def _output_positions(self) -> list[int]:
        arrays = enumerate(self._arguments)
        return [position for position, array in arrays if array.role.may_be_omitted]

    @property
    def _names(self) -> list[str]:
        return [argument.name for argument in self._arguments]

    def _complete(self, arguments: Sequence[Any]) -> tuple[Sequence[Any], list[Any]]:
        """Return the arguments with new arrays for outputs that are left out, and these."""
        if all(arguments[position] is not None for position in self._output_positions):
            return arguments, []
        from saopt._src.calls.outputs import as_caller_s, new_usm_array, promoted_usm_type

        complete, outputs = list(arguments), []
        queue, needs = self._device_function.output_shapes(*arguments)
        usm_type = promoted_usm_type(arguments, self._names)
        for need in needs:
            argument = self._arguments[need.argument]
            made = new_usm_array(argument.element_type, argument.has_domain, need, queue, usm_type)
            outputs.append(made)
            complete[need.argument] = outputs[-1]
        return complete, as_caller_s(outputs, arguments)

    def _numbers(self, placed: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
        """Return outputs that were left out, with numbers for those that are scalars."""
        omitted = [p for p in self._output_positions if placed[p] is None]
        return [
            _number(made) if self._arguments[position].is_number else made
            for position, made in zip(omitted, outputs, strict=True)
        ]

    def __copy__(self) -> DeviceFunction:
        return self

    def __deepcopy__(self, memo: Any) -> DeviceFunction:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        unit = StoredUnit.of(self._unit, self._engine)
        return DeviceFunction, (self.name, self._arguments, unit, self._engine)

    def __repr__(self) -> str:
        strict = ", strict" if self.strict else ""
        return f"<saopt function {self.name}({', '.join(self._names)}), {self.engine}{strict}>"


def _number(output: Any) -> Any:
    """Return the only element of an output as a number."""
    return (output.asnumpy() if hasattr(output, "asnumpy") else output).item()


def _call_signature(arguments: Sequence[Argument]) -> inspect.Signature:
    """Return the signature of a call: a parameter for each array, None for those left out."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters: list[inspect.Parameter] = []
    # After one that may be left out, Python's signatures cannot have one that must be given.
    is_optional = False
    for argument in arguments:
        is_optional |= argument.role.may_be_omitted
        default = None if is_optional else inspect.Parameter.empty
        parameters.append(inspect.Parameter(argument.name, kind, default=default))
    return inspect.Signature(parameters)


def result_of(outputs: Sequence[Any]) -> Any:
    """Return what a call returns: the outputs that were left out, one without a tuple."""
    if not outputs:
        return None
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
