# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a `USMArray` does not do: compute. Each attempt says where that is done."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

__all__ = ["RefusedArithmetic"]


class RefusedArithmetic:
    """Refuses operators, and functions and methods of NumPy, with what to write instead."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> NoReturn:
        raise _no_arithmetic(f"numpy.{ufunc.__name__}")

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> NoReturn:
        raise _no_arithmetic(f"numpy.{function.__name__}")

    def __getattr__(self, name: str) -> NoReturn:
        message = f"'{type(self).__name__}' object has no attribute {name!r}"
        if not name.startswith("_") and hasattr(np.ndarray, name):
            message += (
                f": it holds elements and does not compute with them; write "
                f"dpnp.asarray(array).{name} on the device, or array.asnumpy().{name} on the host"
            )
        raise AttributeError(message, name=name, obj=self)

    def __eq__(self, other: object) -> NoReturn:
        raise _no_arithmetic("==")

    def __ne__(self, other: object) -> NoReturn:
        raise _no_arithmetic("!=")

    __hash__ = object.__hash__


_SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}


def _no_arithmetic(what: str) -> TypeError:
    return TypeError(
        f"a USMArray holds elements and does not compute with them, as {what} would: write "
        "dpnp.asarray(array) + 1 and the like, which shares the memory, array.asnumpy() or "
        "numpy.array(array) for a copy that NumPy takes, or 'is' to ask whether it is the same "
        "array"
    )


def _refusing(sign: str) -> Any:
    def refuse(self: Any, *others: Any) -> NoReturn:
        raise _no_arithmetic(sign)

    return refuse


for _name, _sign in _SIGNS.items():
    for _prefix in ("", "r", "i"):
        setattr(RefusedArithmetic, f"__{_prefix}{_name}__", _refusing(_sign))
for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(RefusedArithmetic, f"__{_name}__", _refusing(_sign))
for _name, _sign in {"neg": "-", "pos": "+", "invert": "~", "abs": "abs"}.items():
    setattr(RefusedArithmetic, f"__{_name}__", _refusing(_sign))
