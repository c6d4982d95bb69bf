# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every public name has a docstring with an example, and the examples print what they show."""

from __future__ import annotations

import doctest
import enum
import inspect
import itertools
import pydoc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import saopt as sa

NAMES = sorted(
    name
    for name in sa.__all__
    if callable(getattr(sa, name))
    and not (isinstance(getattr(sa, name), type) and issubclass(getattr(sa, name), Exception))
)


def names() -> dict[str, Any]:
    """Return what examples begin with: a product of matrices, and its parts."""
    A = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(16, 8), name="A")
    B = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8, 32), name="B")
    C = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(16, 32), name="C")
    nest = sa.Nest(shape=(16, 32, 8))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _() -> None:
        C[i, j] += A[i, k] * B[k, j]

    return {"np": np, "sa": sa, "A": A, "B": B, "C": C, "nest": nest, "i": i, "j": j, "k": k}


def members(owner: Any) -> Iterator[Any]:
    """Yield a public object, and what it has if it is a class of the package."""
    yield owner
    if isinstance(owner, type) and not issubclass(owner, enum.Enum):
        for base in owner.__mro__:
            if base.__module__.startswith("saopt"):
                for name, member in vars(base).items():
                    if not name.startswith("_") and not isinstance(member, type):
                        yield member


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_print_what_they_show(name: str) -> None:
    public = getattr(sa, name)
    assert ">>> " in (inspect.getdoc(public) or ""), "there is no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
    text: list[str] = []
    for number, member in enumerate(members(public)):
        documentation = inspect.getdoc(member) or ""
        if ">>> " in documentation:
            test = doctest.DocTestParser().get_doctest(
                documentation, names(), f"{name}, {number}", None, None
            )
            runner.run(test, out=text.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(text)


@pytest.mark.parametrize("name", [name for name in NAMES if isinstance(getattr(sa, name), type)])
def test_methods_say_what_they_do(name: str) -> None:
    owner = getattr(sa, name)
    if issubclass(owner, enum.Enum):
        return
    for attribute in dir(owner):
        member = inspect.getattr_static(owner, attribute)
        if attribute.startswith("_") or isinstance(member, (type, owner)):
            continue
        if callable(member) or isinstance(member, (property, staticmethod, classmethod)):
            assert inspect.getdoc(getattr(owner, attribute)), attribute


def test_help_of_an_array_is_enough_to_use_it() -> None:
    text = pydoc.plain(pydoc.render_doc(sa.Array))
    for word in itertools.chain(
        inspect.signature(sa.Array).parameters,
        (
            "Examples",
            ">>> A = sa.Array(role=sa.Role.INPUT",
            "sub_array(",
            "reshape(",
            "INPUT",
            "CONST",
        ),
    ):
        assert word in text, word
