# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that run as plain Python: the engine ``eager``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from saopt._src.build.compiled_function import CompiledFunction
from saopt._src.calls.arguments import PreparedCall
from saopt._src.calls.device_function import result_of
from saopt._src.support.lazy import lazy_property

__all__ = ["EagerFunction"]


class EagerFunction(CompiledFunction):
    """A function whose logic runs itself, over NumPy.

    It takes NumPy arrays as well; outputs that are left out are NumPy arrays unless an argument
    is a USM array.
    """

    _takes_usm = False

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the function on arrays, as `CompiledFunction` does."""
        placed = self._place(arguments, keywords)
        return result_of(self._numbers(placed, self._run_eagerly(placed)))

    def call_async(self, *arguments: Any, depends: Any = (), **keywords: Any) -> Any:
        """Run the function after some events; the event that it returns is complete."""
        return self._run_eagerly_after(self._place_all(arguments, keywords), depends)

    def prepare(self, *arguments: Any, **keywords: Any) -> PreparedCall:
        """Check arguments for calls later on, as `CompiledFunction` does."""
        bound = self._binder.bind(placed := self._place(arguments, keywords))
        made = iter(bound.outputs)
        full = [next(made) if argument is None else _as_now(argument) for argument in placed]

        def launch() -> None:
            self._run_eagerly(full)

        def launch_async(depends: Any) -> Any:
            return self._run_eagerly_after(full, depends)

        return PreparedCall(self, launch, launch_async, result_of(bound.outputs))

    @lazy_property
    def _binder(self) -> Any:
        """Checks the arguments of eager calls."""
        from saopt._src.eager import arguments

        return arguments.ArgumentBinder(self._source)

    def _run_eagerly(self, arguments: Sequence[Any]) -> list[Any]:
        """Run the logic itself; return the outputs that were left out."""
        from saopt._src.eager import engine

        bound = self._binder.bind(arguments)
        memories = {argument.array: argument.memory for argument in bound.arguments}
        engine.run(self._source, memories, bound.sizes)
        for argument in bound.arguments:
            argument.finish()
        return bound.outputs

    def _run_eagerly_after(self, arguments: Sequence[Any], depends: Any) -> Any:
        """Run the logic itself after some events; return an event that is complete."""
        import dpctl  # type: ignore[import-untyped]

        dpctl.SyclEvent.wait_for(list(depends))
        self._run_eagerly(arguments)
        return dpctl.SyclEvent()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(
            'a function of the engine "eager" cannot be pickled, because its logic is Python: '
            'compile it with engine="spirv", or in the process that calls it'
        )


def _as_now(argument: Any) -> Any:
    """Return an argument with the elements that it has now, if it is an array of the host."""
    from saopt._src.usm.host_array import HostArray

    return argument.copy() if isinstance(argument, HostArray) else argument
