# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Targets: known devices, the device that is here, and limits that plans have to keep."""

import re

import dpctl
import numpy as np
import pytest
import saopt as sa
from harness import call
from saopt._src.schedule.accera_refusals import ENUMERATIONS, PROPERTIES
from schedule_programs import product, row_sums


def test_the_host_is_the_device_of_sycl():
    device = dpctl.SyclDevice()
    host = sa.Target.HOST
    assert host == sa.Target.from_device(dpctl.SyclQueue(device)) == sa.Target.from_device(device)
    assert host.name == device.name.strip()
    assert host.num_cores == device.max_compute_units
    assert host.local_memory == device.local_mem_size
    assert host.max_work_group_size == device.max_work_group_size
    assert list(host.sub_group_sizes) == list(device.sub_group_sizes)
    assert host.vector_width(sa.float32) == max(device.native_vector_width_float, 1)
    assert host.vector_width("float64") * 2 == host.vector_width(sa.float32)
    with pytest.raises(sa.CompileError, match="a int is no SYCL device"):
        sa.Target.from_device(3)


@pytest.mark.parametrize("name", sa.Target.names())
def test_known_devices_are_complete(name):
    target = sa.Target(name)
    assert target.name == name
    assert target.vector_bytes in (16, 32, 64)
    assert target.vector_registers in (16, 32, 128)
    assert target.cache_sizes == tuple(sorted(target.cache_sizes))
    assert target.cache_sizes
    assert target.local_memory
    assert target.max_work_group_size
    assert target.sub_group_sizes
    assert target.num_cores > 1
    assert all(isinstance(unit, sa.MatrixUnit) for unit in target.matrix_units)


def test_products():
    assert len(sa.Target.Model) > 500
    for model in sa.Target.Model:
        target = sa.Target(model=model)
        assert target.num_cores and target.vector_width(sa.float32)
        assert (target.num_threads or target.num_cores) >= target.num_cores
    intel = sa.Target(known_name="Intel 6700K")
    assert intel == sa.Target(sa.Target.Model.INTEL_6700K) == sa.Target("Intel 6700K")
    assert (intel.num_cores, intel.num_threads, intel.vector_bytes) == (4, 8, 32)
    assert intel.architecture == sa.Target.Architecture.X86_64
    assert sa.Target("AMD 5950X").cache_sizes == (32 << 10, 512 << 10, 64 << 20)
    assert sa.Target("intel e3-1285 V6", num_cores=2).num_cores == 2
    nvidia = sa.Target(model=sa.Target.Model.NVIDIA_RTX_A6000)
    assert (nvidia.category, nvidia.sub_group_sizes, nvidia.local_memory) == ("gpu", (32,), 101376)
    assert sa.Target("AMD MI100").sub_group_sizes == (64,)


def test_names_are_known_in_any_case():
    assert sa.Target("PVC").matrix_units == sa.Target("pvc").matrix_units
    assert sa.Target("pvc").matrix_units[0].element_type is sa.float16
    assert not sa.Target("avx2").matrix_units


def test_properties_can_be_changed():
    small = sa.Target("dg2", num_cores=28)
    assert (small.num_cores, small.local_memory) == (28, sa.Target("dg2").local_memory)
    assert small.with_properties(local_memory=None).local_memory is None
    mine = sa.Target("mine", vector_bytes=128, matrix_units=[(4, 4, 4, sa.float32, sa.float32)])
    assert mine.vector_width(sa.float16) == 64
    assert mine.matrix_units[0].rows == 4


@pytest.mark.parametrize(
    ("name", "properties", "words"),
    [
        ("unheard", {}, "there is no target 'unheard': known are adl-p"),
        (3, {}, "there is no target 3"),
        ("pvc", {"colour": 1}, "a target has no property 'colour'"),
        ("pvc", {"num_cores": 0}, "num_cores of a target must be positive, not 0"),
        ("pvc", {"num_cores": True}, "num_cores of a target must be an integer, not True"),
        ("pvc", {"cache_sizes": 3}, "cache_sizes of a target is a tuple of sizes, not 3"),
        ("pvc", {"category": "fpga"}, "is 'cpu' or 'gpu', not 'fpga'"),
        ("pvc", {"matrix_units": [(1, 2)]}, "a matrix unit is rows, columns, depth"),
    ],
)
def test_wrong_targets(name, properties, words):
    with pytest.raises(sa.CompileError, match=words):
        sa.Target(name, **properties)


def test_plans_know_their_target():
    mm = product()
    assert mm.nest.create_plan().target == sa.Target.HOST
    assert mm.nest.create_plan(sa.Target("pvc")).target.name == "pvc"


def test_work_groups_have_to_fit_the_target():
    sums = product(64, 64, 8)
    schedule = sums.nest.create_schedule()
    ii, jj = schedule.tile({sums.i: 32, sums.j: 32})
    schedule.reorder(sums.i, sums.j, ii, jj, sums.k)
    grid = {
        sums.i: sa.Grid.BLOCK_Y,
        sums.j: sa.Grid.BLOCK_X,
        ii: sa.Grid.THREAD_Y,
        jj: sa.Grid.THREAD_X,
    }
    schedule.create_plan(sa.Target("pvc")).bind(grid)
    plan = schedule.create_plan(sa.Target("tgllp"))
    before = str(plan)
    with pytest.raises(sa.ScheduleError, match="groups of 1024 work-items, but tgllp has at most"):
        plan.bind(grid)
    assert str(plan) == before
    plan.bind({sums.i: sa.Grid.BLOCK_Y, sums.j: sa.Grid.BLOCK_X})


def two_stages(length, other):
    """Return two nests under a common loop, and a loop over work-items in each."""
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(8, length), name="A")
    B = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(8, length), name="B")
    T = sa.Array(role=sa.Role.TEMP, element_type=sa.int32, shape=(8, length), name="T")
    first, second = sa.Nest(shape=(8, length)), sa.Nest(shape=(8, other))
    i, x = first.get_indices()
    p, y = second.get_indices()

    @first.iteration_logic
    def _():
        T[i, x] = A[i, x]

    @second.iteration_logic
    def _():
        B[p, y] = T[p, length - 1 - y]

    fused = sa.fuse(first.create_schedule(), second.create_schedule(), partial=1)
    return fused, x, y, (A, B)


def test_nests_share_the_work_items_of_a_group():
    fused, x, y, _ = two_stages(48, 32)
    (i,) = fused.get_fused_indices()
    narrow = fused.create_plan(sa.Target("tgllp", max_work_group_size=64))
    narrow.bind({i: sa.Grid.BLOCK_X, x: sa.Grid.THREAD_X, y: sa.Grid.THREAD_X})
    plan = fused.create_plan(sa.Target("tgllp", max_work_group_size=64))
    plan.bind({i: sa.Grid.BLOCK_X})
    # The group has all the work-items that one of the nests needs.
    with pytest.raises(sa.ScheduleError, match="groups of 1536 work-items"):
        plan.bind({x: sa.Grid.THREAD_X, y: sa.Grid.THREAD_Y})


def test_temporaries_keep_to_the_local_memory_of_the_target():
    fused, x, y, args = two_stages(64, 64)
    (i,) = fused.get_fused_indices()
    for size, words in ((256, "256 bytes of local memory"), (255, "has 255 of local memory")):
        plan = fused.create_plan(sa.Target("tgllp", local_memory=size))
        plan.bind({i: sa.Grid.BLOCK_X, x: sa.Grid.THREAD_X, y: sa.Grid.THREAD_X})
        assert words in sa.compile(plan, args).report


def test_local_memory_has_to_suffice():
    sums = row_sums(512, 512)
    schedule = sums.nest.create_schedule()
    ii, jj = schedule.tile({sums.i: 128, sums.j: 128})
    schedule.reorder(sums.i, sums.j, ii, jj)
    plan = schedule.create_plan(sa.Target("tgllp"))
    plan.cache(sums.A, index=ii, location=sa.MemorySpace.LOCAL)
    with pytest.raises(sa.ScheduleError, match="need 66048 bytes with this one, but tgllp has 65"):
        plan.cache(sums.S, index=ii, location=sa.MemorySpace.SHARED)


def test_limits_count_when_parameters_get_their_values():
    mm = product(64, 64, 8)
    size = sa.create_parameters()
    schedule = mm.nest.create_schedule()
    ii = schedule.split(mm.i, size)
    plan = schedule.create_plan(sa.Target("tgllp"))
    plan.bind({mm.i: sa.Grid.BLOCK_X, ii: sa.Grid.THREAD_X})
    narrow = sa.Target("tgllp", max_work_group_size=16)
    limited = schedule.create_plan(narrow)
    limited.bind({mm.i: sa.Grid.BLOCK_X, ii: sa.Grid.THREAD_X})
    with pytest.raises(sa.ScheduleError, match="groups of 32 work-items, but tgllp has at most 16"):
        sa.compile(limited, mm.args, parameters={size: 32})


def test_targets_as_accera_writes_them():
    model = sa.Target(model=sa.Target.Model.ADL_P)
    assert model == sa.Target("adl-p") == sa.Target(sa.Target.Model.ADL_P)
    named = sa.Target(known_name="pvc", name="mine", category=sa.Target.Category.GPU, num_cores=3)
    assert (named.name, named.category, named.num_cores) == ("mine", "gpu", 3)
    assert named.category == sa.Target.Category.GPU
    assert named.local_memory == sa.Target("pvc").local_memory
    assert sa.Target("HOST") == sa.Target(known_name="HOST") == sa.Target.HOST
    assert named.GridUnit.BLOCK_X is sa.Grid.BLOCK_X
    assert named.MemorySpace.SHARED is sa.MemorySpace.SHARED


@pytest.mark.parametrize("word", sorted(PROPERTIES))
def test_properties_of_accera_are_told_what_to_say(word):
    with pytest.raises(sa.CompileError, match=re.escape(PROPERTIES[word])):
        sa.Target("mine", **{word: 1})


@pytest.mark.parametrize("word", sorted(ENUMERATIONS))
def test_enumerations_of_accera_are_told_what_to_say(word):
    with pytest.raises(AttributeError, match=re.escape(ENUMERATIONS[word])):
        getattr(sa.Target, word)
    with pytest.raises(AttributeError, match="sa.Target has no attribute 'Family'$"):
        sa.Target.Family  # noqa: B018


def test_a_target_is_known_by_one_name():
    with pytest.raises(sa.CompileError, match="one of known_name and model, not both"):
        sa.Target(known_name="pvc", model=sa.Target.Model.PVC)
    with pytest.raises(sa.CompileError, match="there is no target 'v100'"):
        sa.Target(model="v100", num_cores=80)
    with pytest.raises(sa.CompileError, match="there is no target None"):
        sa.Target()


def test_a_target_may_have_larger_groups():
    nest = sa.Nest(shape=(4096,))
    i = nest.get_indices()
    A = sa.Array(role=sa.Role.INOUT, element_type=sa.int32, shape=(4096,))

    @nest.iteration_logic
    def _():
        A[i] = A[i] * 2 + 1

    schedule = nest.create_schedule()
    ii = schedule.split(i, 2048)
    grid = {i: sa.Grid.BLOCK_X, ii: sa.Grid.THREAD_X}
    with pytest.raises(sa.ScheduleError, match="at most 1024; split it, or make the plan for a ta"):
        schedule.create_plan().bind(grid)
    with pytest.raises(sa.ScheduleError, match="2048 work-items, but pvc has at most 1024"):
        schedule.create_plan(sa.Target("pvc")).bind(grid)
    plan = schedule.create_plan(sa.Target.HOST)
    plan.bind(grid)
    (result,) = call(sa.compile(plan, args=(A,)), np.arange(4096, dtype=np.int32))
    np.testing.assert_array_equal(result, 2 * np.arange(4096) + 1)
