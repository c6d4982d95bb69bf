# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays with open strides: every strided descriptor, and two versions of a function."""

import dpctl.memory
import dpnp
import numpy as np
import pytest
import saopt as sa
from runtime_support import (
    HandMade,
    array,
    call_from_threads,
    increment,
    kernel_launch,
    load,
    open_array,
    program,
    spec,
)

GENERAL = [
    kernel_launch(
        "copy2",
        ["M", "N"],
        0,
        1,
        *[{"size": n} for n in ("A_stride0", "A_stride1", 0, "B_stride0", "B_stride1", 0)],
    )
]


def copy_specs():
    """Write ``B = A``, and a contiguous version that says ``B = A + 1`` to be told apart."""
    general = spec(
        [
            open_array(name, role, "f32", ["M", "N"])
            for name, role in (("A", "input"), ("B", "inout"))
        ],
        GENERAL,
        sizes=["M", "N"],
        contiguous="f_contiguous",
    )
    contiguous = spec(
        [array(name, role, "f32", ["M", "N"]) for name, role in (("A", "input"), ("B", "inout"))],
        [kernel_launch("increment", [["*", "M", "N"]], 0, 1)],
        sizes=["M", "N"],
        name="f_contiguous",
        internal=True,
    )
    return general, contiguous


@pytest.fixture(scope="module")
def copy():
    general = copy_specs()[0]
    del general["contiguous"]
    return load(general, program())


@pytest.fixture(scope="module")
def chosen():
    general, contiguous = copy_specs()
    return load(general, program(), contiguous)


def whole(shape=(8, 12)):
    return dpnp.arange(np.prod(shape), dtype="f4").reshape(shape)


VIEWS = {
    "dense": lambda a: a,
    "transposed": lambda a: a.T,
    "columns": lambda a: a[:, 2:7],
    "steps": lambda a: a[::3, 1::2],
    "reversed": lambda a: a[::-1, ::-1],
    "reversed-rows": lambda a: a[::-2],
    "repeated-rows": lambda a: dpnp.broadcast_to(a[3], (5, 12)),
    "repeated-element": lambda a: dpnp.broadcast_to(a[3, 4], (5, 6)),
    "one-row": lambda a: a[2:3],
    "one-column": lambda a: a[:, 5:6],
    "one-element": lambda a: a[4:5, 5:6],
    "no-rows": lambda a: a[:0, ::2],
    "no-columns": lambda a: a[::-1, 3:3],
}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_read(view, copy):
    a = VIEWS[view](whole())
    b = dpnp.zeros(a.shape, dtype="f4")
    copy(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a))


@pytest.mark.parametrize("view", [v for v in VIEWS if not v.startswith("repeated")])
def test_every_view_without_repetition_is_written(view, copy):
    b = whole()
    target = VIEWS[view](b)
    reference = dpnp.asnumpy(b)
    VIEWS[view](reference)[...] = -1
    copy(dpnp.full(target.shape, -1, dtype="f4"), target)
    np.testing.assert_array_equal(dpnp.asnumpy(b), reference)


def test_offsets_and_interior_pointers(copy):
    a = whole()
    reversed_view = HandMade(a, shape=(3, 4), strides=(-12, -2), offset=47)
    b = dpnp.zeros((3, 4), dtype="f4")
    copy(reversed_view, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a)[3:0:-1, 11:4:-2])


def test_raw_memory_and_flat_storage_are_row_major(copy):
    b = dpnp.zeros((3, 4), dtype="f4")
    memory = dpctl.memory.MemoryUSMShared(48)
    np.frombuffer(memory, dtype="f4")[:] = np.arange(12)
    for given in (memory, dpnp.arange(12, dtype="f4")):
        b[...] = 0
        copy(given, b)
        np.testing.assert_array_equal(dpnp.asnumpy(b), np.arange(12).reshape(3, 4))
    for length in (11, 13):
        with pytest.raises(sa.ArgumentError, match="rank is 1, .* or flat storage of 12 elements"):
            copy(dpnp.zeros(length, dtype="f4"), b)
    with pytest.raises(sa.ArgumentError, match="'A': memory has 52 bytes, expected 48"):
        copy(dpctl.memory.MemoryUSMShared(52), b)


def test_shapes_must_agree(copy):
    with pytest.raises(sa.ArgumentError, match=r"'B': shape\[1\] is 5, but shape\[1\] of argument"):
        copy(whole((3, 4)), whole((3, 5)))


BAD_STRIDES = {
    "above": ((100, 1), "elements reach outside the allocation: .* bytes 0 to 816"),
    "below": ((-12, 1), "elements reach outside the allocation: .* bytes -96 to 16"),
    "huge": ((2**62, 1), r"strides \(4611686018427387904, 1\) lead outside the address space"),
    "far": ((2**61, 1), "offset 0 leads outside the address space"),
}


@pytest.mark.parametrize("case", BAD_STRIDES)
def test_strides_that_leave_the_allocation(case, copy):
    strides, message = BAD_STRIDES[case]
    a = HandMade(whole(), shape=(3, 4), strides=strides)
    with pytest.raises(sa.ArgumentError, match=f"argument 'A': {message}"):
        copy(a, whole((3, 4)))


SELF_OVERLAPS = [(0, 1), (1, 1), (1, 0), (2, 1), (-3, 3), (6, 4), (3, -2)]


@pytest.mark.parametrize("strides", SELF_OVERLAPS)
def test_written_arrays_do_not_overlap_themselves(strides, copy):
    a = whole((3, 4))
    b = HandMade(whole(), shape=(3, 4), strides=strides, offset=40)
    message = rf"'B': strides \({strides[0]}, {strides[1]}\) lead to the same element twice, but"
    with pytest.raises(sa.ArgumentError, match=message):
        copy(a, b)
    copy(b, a)


@pytest.mark.parametrize("strides", [(4, 1), (1, 3), (3, 4), (5, 2), (-7, 2), (4, 6)])
def test_strides_that_do_not_overlap(strides, copy):
    a, target = whole((3, 4)), dpnp.zeros((8, 12), dtype="f4")
    copy(a, HandMade(target, shape=(3, 4), strides=strides, offset=40))
    reference = np.zeros(96, dtype="f4")
    i, j = np.indices((3, 4))
    reference[40 + strides[0] * i + strides[1] * j] = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(dpnp.asnumpy(target).reshape(96), reference)


CONTIGUOUS = {
    "dense": lambda a: a,
    "rows": lambda a: a[2:5],
    "one-row": lambda a: a[2:3, 3:7],
    "one-element": lambda a: a[4:5, ::20],
    "one-column-of-one": lambda a: a[:1, 5:6],
    "no-rows": lambda a: a[:0, ::2],
    "flat": lambda a: a.reshape(96),
    "memory": lambda a: a.get_array().usm_data,
    "no-strides": lambda a: HandMade(a, strides=None),
    "strange-strides": lambda a: HandMade(a, shape=(1, 12), strides=(-77, 1)),
}
NOT_CONTIGUOUS = {
    "transposed": lambda a: a.T,
    "columns": lambda a: a[:, 2:7],
    "one-column": lambda a: a[:, 5:6],
    "reversed": lambda a: a[::-1],
    "repeated": lambda a: dpnp.broadcast_to(a[3], (5, 12)),
}


@pytest.mark.parametrize("view", CONTIGUOUS)
def test_dense_arrays_run_the_contiguous_version(view, chosen):
    a = CONTIGUOUS[view](whole())
    interface = getattr(a, "__sycl_usm_array_interface__", {})
    shape = interface["shape"] if view not in ("flat", "memory") else (8, 12)
    b = dpnp.full(shape, -1, dtype="f4")
    assert chosen.choose(a, b) == "contiguous"
    chosen(a, b)
    if view not in ("memory", "no-strides", "strange-strides"):
        np.testing.assert_array_equal(dpnp.asnumpy(b).ravel(), dpnp.asnumpy(a).ravel() + 1)
    assert not (dpnp.asnumpy(b) < 1).any()


@pytest.mark.parametrize("view", NOT_CONTIGUOUS)
def test_other_arrays_run_the_general_version(view, chosen):
    a = NOT_CONTIGUOUS[view](whole())
    b = dpnp.zeros(a.shape, dtype="f4")
    assert chosen.choose(a, b) == "general"
    chosen(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a))


def test_every_array_must_be_dense(chosen):
    a, b = whole(), dpnp.zeros((12, 8), dtype="f4").T
    assert chosen.choose(a, b) == "general"
    chosen(a, b)
    np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a))


def test_without_a_contiguous_version(copy):
    assert copy.choose(whole(), whole()) == "general"
    assert increment().choose(whole((4,)), whole((4,))) == "general"


def test_both_versions_check_alike(chosen):
    for make in (lambda a: a, lambda a: a.T):
        with pytest.raises(sa.ArgumentError, match=r"'B': shape\[0\] is 5, but shape\[0\] of"):
            chosen(make(whole((4, 4))), make(whole((5, 5))))
        with pytest.raises(
            sa.ArgumentError, match="'A': memory has .* which do not say what size M is"
        ):
            memory = make(whole((4, 4))).get_array().usm_data
            chosen(memory, memory)


def test_both_versions_from_many_threads(chosen):
    a = whole()
    dense = [(a, dpnp.zeros((8, 12), dtype="f4")) for _ in range(3)]
    general = [(a.T, dpnp.zeros((12, 8), dtype="f4")) for _ in range(3)]
    call_from_threads(chosen, dense + general, repeat=50)
    for _, b in dense:
        np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a) + 1)
    for _, b in general:
        np.testing.assert_array_equal(dpnp.asnumpy(b), dpnp.asnumpy(a).T)


BAD_SIBLINGS = {
    "name": (lambda e: e.update(name="g"), "the manifest has no function 'f_contiguous'"),
    "count": (lambda e: e.update(arguments=[], launches=[]), "it has another number of arguments"),
    "type": (lambda e: e["arguments"][0].update(element_type="f64"), "argument 'A' differs"),
    "role": (lambda e: e["arguments"][1].update(role="output"), "argument 'B' differs"),
    "rank": (lambda e: e["arguments"][0].update(shape=[1], strides=[1]), "argument 'A' differs"),
    "kind": (
        lambda e: e["arguments"].__setitem__(0, {"kind": "scalar", "name": "A", "type": "f32"}),
        "argument 'A' differs",
    ),
    "open": (
        lambda e: e["arguments"][0].update(strides="open", stride_sizes=["M", "N"]),
        "it leaves the strides of argument 'A' open",
    ),
}


@pytest.mark.parametrize("case", BAD_SIBLINGS)
def test_siblings_that_do_not_fit(case):
    change, message = BAD_SIBLINGS[case]
    general, contiguous = copy_specs()
    change(contiguous)
    with pytest.raises(sa.Error, match=message):
        load(general, program(), contiguous)
