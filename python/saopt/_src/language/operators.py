# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python's operators on values that are not plain numbers.

`Operators` gives a class the arithmetic of the language, each operator handed to the context
whose logic is running, and refuses what Python would do behind the recorder's back: deciding,
looping and converting on a value that is only known on the device.
"""

from __future__ import annotations

from typing import Any, NoReturn

from saopt._src.language.context import current
from saopt._src.language.rewrites import line_to_write
from saopt._src.support.locations import compile_error

__all__ = ["Operators"]

_OPERATORS = {
    "add": "add",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
    "true_divide": "div",
    "floor_divide": "floordiv",
    "remainder": "mod",
    "power": "pow",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
    "left_shift": "shl",
    "right_shift": "shr",
}
_COMPARISONS = {
    "equal": "eq",
    "not_equal": "ne",
    "less": "lt",
    "less_equal": "le",
    "greater": "gt",
    "greater_equal": "ge",
}
# What functions of NumPy are called here, where that is something else.
_FUNCTIONS = {
    "maximum": "max",
    "fmax": "max",
    "minimum": "min",
    "fmin": "min",
    "absolute": "abs",
    "fabs": "abs",
    "rint": "round",
    "fmod": "remainder",
    "float_power": "pow",
    "conjugate": "conj",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
}


class Operators:
    """Arithmetic through the context of the running logic."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        """Take the operators of NumPy's scalars and arrays, and refuse its functions."""
        name = ufunc.__name__
        if method == "__call__" and not keywords:
            if name in _OPERATORS:
                return current().binary(_OPERATORS[name], *inputs)
            if name in _COMPARISONS:
                return current().compare(_COMPARISONS[name], *inputs)
        own = _FUNCTIONS.get(name, name)
        import saopt

        advice = f"use sa.{own}" if own in saopt.__all__ else "use the functions of this package"
        raise compile_error(
            f"numpy.{name} computes with numbers, and a recorded value is not known yet: {advice}"
        )

    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise compile_error(
            "an array or a function of NumPy needs a number, and a recorded value or an index is "
            "not known yet: to read an array of NumPy in the logic, make it a constant, as in "
            "W = sa.Array(role=sa.Role.CONST, data=w), and write W[i]"
        )

    def __add__(self, other: Any) -> Any:
        return current().binary("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return current().binary("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return current().binary("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return current().binary("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return current().binary("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return current().binary("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return current().binary("div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return current().binary("div", other, self)

    def __floordiv__(self, other: Any) -> Any:
        return current().binary("floordiv", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return current().binary("floordiv", other, self)

    def __mod__(self, other: Any) -> Any:
        return current().binary("mod", self, other)

    def __rmod__(self, other: Any) -> Any:
        return current().binary("mod", other, self)

    def __pow__(self, other: Any) -> Any:
        return current().binary("pow", self, other)

    def __rpow__(self, other: Any) -> Any:
        return current().binary("pow", other, self)

    def __and__(self, other: Any) -> Any:
        return current().binary("and", self, other)

    def __rand__(self, other: Any) -> Any:
        return current().binary("and", other, self)

    def __or__(self, other: Any) -> Any:
        return current().binary("or", self, other)

    def __ror__(self, other: Any) -> Any:
        return current().binary("or", other, self)

    def __xor__(self, other: Any) -> Any:
        return current().binary("xor", self, other)

    def __rxor__(self, other: Any) -> Any:
        return current().binary("xor", other, self)

    def __lshift__(self, other: Any) -> Any:
        return current().binary("shl", self, other)

    def __rlshift__(self, other: Any) -> Any:
        return current().binary("shl", other, self)

    def __rshift__(self, other: Any) -> Any:
        return current().binary("shr", self, other)

    def __rrshift__(self, other: Any) -> Any:
        return current().binary("shr", other, self)

    def __neg__(self) -> Any:
        return current().unary("neg", self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return current().unary("abs", self)

    @property
    def real(self) -> Any:
        """The real part."""
        return current().unary("real", self)

    @property
    def imag(self) -> Any:
        """The imaginary part."""
        return current().unary("imag", self)

    def conj(self) -> Any:
        """Return the complex conjugate."""
        return current().unary("conj", self)

    def conjugate(self) -> Any:
        """Return the complex conjugate."""
        return current().unary("conj", self)

    def __invert__(self) -> Any:
        return current().unary("not", self)

    def __eq__(self, other: object) -> Any:
        return current().compare("eq", self, other)

    def __ne__(self, other: object) -> Any:
        return current().compare("ne", self, other)

    def __lt__(self, other: Any) -> Any:
        return current().compare("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return current().compare("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return current().compare("gt", self, other)

    def __ge__(self, other: Any) -> Any:
        return current().compare("ge", self, other)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        line = line_to_write()
        instead = "" if line is None else f". Instead of this line: {line}"
        raise compile_error(
            "the truth of a recorded value is not known yet: write sa.If(condition, function) or "
            "sa.select(condition, a, b) for if, sa.logical_and(a, b), sa.logical_or(a, b) and "
            "sa.logical_not(a) for and, or and not, sa.logical_and(a < b, b < c) for a < b < c, "
            f"and sa.max(a, b) and sa.min(a, b) for max() and min(){instead}"
        )

    def __int__(self) -> NoReturn:
        raise compile_error(
            "int() needs a number, and a recorded value is not known yet: "
            "convert it with sa.cast(value, sa.int64)"
        )

    def __float__(self) -> NoReturn:
        raise compile_error(
            "float() and the functions of the module math need a number, and a recorded value "
            "is not known yet: convert it with sa.cast(value, sa.float64), and use the "
            "functions of this package, such as sa.sqrt"
        )

    def __complex__(self) -> NoReturn:
        raise compile_error(
            "complex() needs a number, and a recorded value is not known yet: "
            "convert it with sa.cast(value, sa.complex128)"
        )

    def __index__(self) -> NoReturn:
        raise compile_error(
            "range(), list subscripts and the like need a Python integer, and a recorded "
            "value or an index is not known yet: write a loop with sa.ForRange or as a dimension "
            "of the nest, and read a list from a CONST array"
        )

    def __len__(self) -> NoReturn:
        raise compile_error("a recorded value is one number: it has no len()")

    def __iter__(self) -> NoReturn:
        raise compile_error(
            "a recorded value is one number and cannot be looped over, nor added up by sum(): "
            "the nest itself is the loop, add a dimension to its shape, and sum with C[i] += x"
        )

    def __contains__(self, item: object) -> NoReturn:
        raise compile_error("a recorded value is one number: nothing is 'in' it")

    def __getitem__(self, key: object) -> NoReturn:
        raise compile_error(
            "a recorded value is one number and has no elements: write all the subscripts of "
            "an array in one pair of brackets, A[i, j]"
        )

    def __round__(self, digits: int | None = None) -> NoReturn:
        raise compile_error("round() makes a Python integer: use sa.round(value)")

    def __floor__(self) -> NoReturn:
        raise compile_error("math.floor makes a Python integer: use sa.floor(value)")

    def __ceil__(self) -> NoReturn:
        raise compile_error("math.ceil makes a Python integer: use sa.ceil(value)")

    def __trunc__(self) -> NoReturn:
        raise compile_error("math.trunc makes a Python integer: use sa.trunc(value)")
