# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that are almost right: what is proposed, everywhere a name is given."""

import re

import numpy as np
import pytest
import saopt as sa
from full_messages import check_message
from saopt._src.language.layouts.near_layout import NAMES
from saopt._src.support.name_advice import PLAN_STEPS, SCHEDULE_STEPS
from saopt._src.support.near_names import did_you_mean

A = sa.Array(role=sa.Role.INOUT, shape=(4, 4))
nest = sa.Nest(shape=(4, 4))
i, j = nest.get_indices()


@nest.iteration_logic
def _():
    A[i, j] = 1


def array(**options):
    return sa.Array(role=sa.Role.INPUT, shape=(4,), **options)


class Members:
    """What the loader of packages makes of one with a function `gemm`."""

    def __new__(cls):
        return sa.LoadedPackage({"name": "p"}, {"gemm": None})


NAMES_GIVEN = {
    "a parameter of a function": (lambda: sa.compile(nest, arg=(A,)), "did you mean 'args'?"),
    "a parameter of a class": (lambda: array(elementtype="f4"), "did you mean 'element_type'?"),
    "a parameter of a step": (
        lambda: nest.create_plan().parallelize(i, maxthreads=2),
        "did you mean 'max_threads'?",
    ),
    "a parameter nothing is like": (lambda: sa.empty(4, xyzzy=1), "it takes shape, dtype,"),
    "no parameters": (lambda: nest.get_indices(1), "2 were given; it takes nothing"),
    "too many parameters": (lambda: sa.Nest(1, 2), "given; it takes shape"),
    "too few parameters": (lambda: sa.zeros(), "'shape'; it takes shape, dtype,"),
    "an engine": (lambda: sa.compile(nest, (A,), "sicl"), "did you mean 'sycl'?"),
    "a mode of schedules": (lambda: sa.compile(nest, (A,), schedule="aut"), "mean 'auto'?"),
    "an element type": (lambda: array(element_type="flaot32"), "did you mean 'float32'?"),
    "a member of the types": (lambda: sa.ScalarType.flaot32, "did you mean 'float32'?"),
    "a role": (lambda: sa.Array(role="in_out", shape=4), "did you mean sa.Role.INOUT?"),
    "a member of the roles": (lambda: sa.Role.inout, "did you mean 'INOUT'?"),
    "a layout of a module": (lambda: sa.layout.zorder, "did you mean sa.layout.z_order?"),
    "a layout": (lambda: array(layout="colmajor"), "did you mean sa.layout.col_major?"),
    "a layout of NumPy": (lambda: array(layout="C"), "did you mean sa.layout.row_major?"),
    "a layout to pack": (lambda: sa.pack(np.ones(4), "blockd"), "mean sa.layout.blocked?"),
    "a layout of a cache": (
        lambda: nest.create_plan().cache(A, i, layout="row"),
        "did you mean sa.layout.row_major?",
    ),
    "a part of the grid": (
        lambda: nest.create_plan().bind({i: "blockx"}),
        "did you mean sa.Grid.BLOCK_X?",
    ),
    "a member of the grid": (lambda: sa.Grid.BLOCKX, "did you mean 'BLOCK_X'?"),
    "a memory": (
        lambda: nest.create_plan().cache(A, i, location="local"),
        "did you mean sa.MemorySpace.LOCAL?",
    ),
    "a member of the memories": (lambda: sa.MemorySpace.LOKAL, "did you mean 'LOCAL'?"),
    "an index as text": (
        lambda: nest.create_plan().unroll("j"),
        "did you mean the index j, without quotes?",
    ),
    "a policy": (
        lambda: nest.create_plan().parallelize(i, policy="dynamik"),
        "did you mean 'dynamic'?",
    ),
    "a target": (lambda: sa.Target("axv2"), "did you mean 'avx2'?"),
    "a member of the targets": (lambda: sa.Target.HOTS, "did you mean 'HOST'?"),
    "a property of targets": (
        lambda: sa.Target("mine", vector_byte=32),
        "did you mean 'vector_bytes'?",
    ),
    "an architecture": (
        lambda: sa.Target("mine", architecture="x8664"),
        "did you mean 'x86_64'?",
    ),
    "a mode of borders": (lambda: A.extended("warp"), "did you mean 'wrap'?"),
    "a kind of memory": (lambda: sa.empty(4, usm_type="shraed"), "did you mean 'shared'?"),
    "a keyword of memory": (
        lambda: sa.USMArray(4, buffer_ctor_kwargs={"qeue": None}),
        "did you mean 'queue'?",
    ),
    "a pass": (
        lambda: sa.compile(nest, (A,), "eager", print_ir_after="sa-apply-plan"),
        "did you mean 'sa-apply-plans'?",
    ),
    "a format of packages": (
        lambda: _package().build("p", format="sharedlibrary"),
        "did you mean sa.Package.Format.SHARED_LIBRARY?",
    ),
    "a platform of packages": (
        lambda: _package().build("p", platform="linux"),
        "did you mean sa.Package.Platform.LINUX?",
    ),
    "an option of packages": (
        lambda: sa.Package().add(nest, args=(A,), function_opts={"strickt": True}),
        "did you mean 'strict'?",
    ),
    "a function of a package": (lambda: Members().gem, "did you mean 'gemm'?"),
    "a function of saopt": (lambda: sa.comple, "did you mean sa.compile?"),
    "a method of a nest": (lambda: nest.get_indexes(), "did you mean 'get_indices'?"),
    "a step of a schedule": (lambda: nest.create_schedule().splitt(i, 2), "mean 'split'?"),
    "a step of a plan": (lambda: nest.create_plan().vectorise(j), "mean 'vectorize'?"),
    "a method of an array": (lambda: A.subarray((0,), (1,)), "did you mean 'sub_array'?"),
    "a method of NumPy": (lambda: A.sum(), "as in total[()] += A[i, j]"),
    "a step in the wrong place": (lambda: nest.tile({i: 2}), "nest.create_schedule() returns one"),
    "a step taken too late": (lambda: nest.create_plan().tile({i: 2}), "before create_plan()"),
    "a step taken too early": (
        lambda: nest.create_schedule().vectorize(j),
        "schedule.create_plan() returns one",
    ),
    "a misspelt step in the wrong place": (
        lambda: nest.create_plan().til({i: 2}),
        "did you mean 'tile': tile is a step of schedules",
    ),
}


def _package():
    package = sa.Package()
    package.add(nest, args=(A,), base_name="f")
    return package


@pytest.mark.parametrize(("use", "words"), NAMES_GIVEN.values(), ids=NAMES_GIVEN.keys())
def test_a_name_that_is_almost_right(use, words, request):
    with pytest.raises((sa.Error, TypeError, AttributeError), match=re.escape(words)) as caught:
        use()
    check_message(f"names: {request.node.callspec.id}", caught.value)


def test_nothing_is_proposed_for_what_is_unlike_all_names():
    assert did_you_mean("xyzzy", ("auto", "none")) == ""
    assert did_you_mean(None, ("auto", "none")) == ""


@pytest.mark.parametrize("owner", [sa.Role, sa.Grid, A, nest, nest.create_plan(), sa.layout])
def test_names_of_python_itself_are_plainly_missing(owner):
    assert not hasattr(owner, "__array_interface__") and not hasattr(owner, "_x")


def test_errors_inside_of_a_function_are_not_changed():
    def logic():
        raise TypeError("f() got an unexpected keyword argument 'arg'")

    with pytest.raises(TypeError, match="'arg'$"):
        sa.Nest(shape=2).iteration_logic(logic)


def test_the_lists_of_names_are_complete():
    steps = {
        owner: {
            name
            for name in vars(owner)
            if not name.startswith("_") and hasattr(getattr(owner, name), "__wrapped__")
        }
        for owner in (sa.Schedule, sa.Plan)
    }
    assert set(SCHEDULE_STEPS) <= steps[sa.Schedule]
    assert all(hasattr(sa.Plan, step) for step in PLAN_STEPS)
    assert not any(hasattr(sa.Plan, step) for step in SCHEDULE_STEPS)
    assert not any(hasattr(sa.Schedule, step) for step in PLAN_STEPS)
    assert list(NAMES) == sa.layout.__all__
