# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which argument is for which array: by position, by name, or left out."""

import functools

import numpy as np
import pytest
import saopt as sa
from harness import UsmArray, random
from output_functions import INOUT, INPUT, array, functions


@pytest.fixture
def compiled(engine):
    return functools.partial(functions, engine)


def usm(data):
    return UsmArray(data)


def check_split(a, whole, part):
    np.testing.assert_array_equal(whole, np.floor(a).astype(np.int32))
    np.testing.assert_array_equal(part, (a - np.floor(a)).astype(np.float64))


@pytest.mark.parametrize("how", ["position", "keyword", "all keywords"])
def test_given(compiled, how):
    a, b = usm(random(3, 4)), usm(random(3, 4, low=0))
    c = usm(np.full((3, 4), 99, np.float32))
    function = compiled("adding")
    if how == "position":
        assert function(a, b, c) is None
    elif how == "keyword":
        assert function(a, b, C=c) is None
    else:
        assert function(C=c, B=b, A=a) is None
    np.testing.assert_array_equal(c.host, a.host + b.host)


def test_none_is_omitted(compiled):
    a, b = random(2, 2), random(2, 2, low=0)
    for c in (
        compiled("adding")(usm(a), usm(b), None),
        compiled("adding")(usm(a), B=usm(b), C=None),
    ):
        np.testing.assert_array_equal(c.asnumpy(), a + b)


def test_some_given(compiled):
    a, function = random(7), compiled("splitting")
    given = usm(np.zeros(7, np.int32))
    part = function(given, usm(a))
    check_split(a, given.host, part.asnumpy())
    given = usm(np.zeros(7, np.float64))
    whole = function(None, usm(a), given)
    check_split(a, whole.asnumpy(), given.host)
    whole = function(A=usm(a), Part=given)
    check_split(a, whole.asnumpy(), given.host)


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (0, "", r"adding\(A, B, C\) takes at least 2 arguments, not 0: 'A' is missing"),
        (1, "", "takes at least 2 arguments, not 1: 'B' is missing"),
        (4, "", r"adding\(A, B, C\) takes 3 arguments, not 4"),
        (1, "C", r"adding\(A, B, C\) is called without 'B'"),
        (2, "B", "is given 'B' twice, by position and by name"),
        (3, "A", "is given 'A' twice"),
        (2, "D", r"adding\(A, B, C\) has no argument 'D'"),
    ],
)
def test_combinations_that_are_refused(compiled, arguments, keywords, message):
    given = [usm(random(2, 2)) for _ in range(arguments)]
    named = {name: usm(random(2, 2)) for name in keywords}
    with pytest.raises(sa.ArgumentCountError, match=message) as caught:
        compiled("adding")(*given, **named)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, ValueError)


def test_only_outputs_can_be_none(compiled):
    with pytest.raises(sa.ArgumentError, match="'B'"):
        compiled("adding")(usm(random(2, 2)), None)


def test_keywords_for_functions_without_outputs(engine):
    A, B = array(INPUT, (4,), "A"), array(INOUT, (4,), "B")
    nest = sa.Nest(shape=4)
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        B[i] += A[i]

    function = sa.compile(nest, args=(A, B), engine=engine)
    a, b = usm(np.ones(4, np.float32)), usm(np.ones(4, np.float32))
    assert function(B=b, A=a) is None
    np.testing.assert_array_equal(b.host, 2)
    assert function(a, B=b) is None
    np.testing.assert_array_equal(b.host, 3)
    with pytest.raises(sa.ArgumentCountError, match="takes 2 arguments, not 1: 'A' is missing"):
        function(B=b)
