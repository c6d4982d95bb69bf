# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions and prepared calls as objects of Python: copies, pickles, references."""

import copy
import pickle
import weakref

import pytest
from adding import N, make_add, ones


@pytest.fixture(scope="module")
def function():
    return make_add("spirv")


def prepared(function):
    return function.prepare(ones(), ones(), ones())


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_functions_and_prepared_calls_are_their_own_copies(function, copied):
    assert copied(function) is function
    call = prepared(function)
    assert copied(call) is call


@pytest.mark.parametrize("engine", ["spirv", "sycl"])
def test_a_pickled_function_runs(engine):
    function = make_add(engine)
    again = pickle.loads(pickle.dumps(function))
    assert (again.name, again.engine, again.signature) == (
        function.name,
        engine,
        function.signature,
    )
    assert repr(again) == repr(function)
    assert again(ones(), ones()).asnumpy().tolist() == [2.0] * N
    twice = pickle.loads(pickle.dumps(again))
    assert twice.manifest == function.manifest


def test_what_cannot_be_pickled_says_so(function):
    things = {
        make_add("eager"): 'a function of the engine "eager" cannot be pickled, because its logic',
        prepared(function): "a prepared call cannot be pickled: prepare it in the process",
    }
    for thing, message in things.items():
        with pytest.raises(TypeError, match=message):
            pickle.dumps(thing)


def test_both_can_be_referred_to_weakly(function):
    for thing in (function, prepared(function)):
        assert weakref.ref(thing)() is thing
