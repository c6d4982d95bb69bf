# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that the package does not have get advice."""

import pytest
import saopt as sa
from saopt._src.schedule.accera_refusals import NAMES
from saopt._src.support import name_advice


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("einsum", r"as in C\[i, j\] \+= A\[i, k\] \* B\[k, j\]"),
        ("jit", r"sa\.compile\(nest, args="),
        ("zeroes", r"did you mean sa\.zeros"),
        ("Arrya", r"did you mean sa\.Array"),
        ("MMAShape", r"plan\.tensorize takes the loops of a tile"),
        ("CacheStrategy", r"share the copying"),
        ("xyzzy", r"no attribute 'xyzzy'$"),
    ],
)
def test_unknown_names(name, advice):
    with pytest.raises(AttributeError, match=advice):
        getattr(sa, name)


def test_what_is_missing_is_missing():
    assert not hasattr(sa, "einsum") and not hasattr(sa, "__wrapped__")


def test_advice_is_for_names_that_are_missing():
    for name in (*name_advice._OF_NUMPY, *NAMES):
        assert name not in sa.__all__, name
    for name in name_advice.ELEMENTS_ELSEWHERE:
        assert not hasattr(sa.Array, name), name
