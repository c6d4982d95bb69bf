# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accera's chapter on packages, and the reference of its class, with their spellings."""

import os
import tomllib

import numpy as np
import pytest
import saopt as acc
from accera_programs import numbers, product


def tiled(m, n, k):
    """Return a plan of a product, and its arrays."""
    nest, args = product(m, n, k)
    i, j, _ = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.tile({i: 4, j: 8})
    return nest, schedule, schedule.create_plan(), args


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(path, *names, sizes=(16, 24, 8)):
    """Call functions of a package with arrays of the host."""
    import dpnp

    loaded = acc.load(path)
    assert tuple(loaded) == names
    given, wanted = numbers(*sizes)
    for function in loaded.values():
        arrays = [dpnp.asarray(array) for array in given]
        function(*arrays)
        np.testing.assert_allclose(dpnp.asnumpy(arrays[2]), wanted[2], rtol=1e-4)


def test_nests_schedules_and_plans_are_added(folder):
    nest, schedule, plan, args = tiled(16, 24, 8)
    package = acc.Package()
    package.add(plan, args=args, base_name="simple_matmul")
    package.add(schedule, args=args, base_name="of_schedule")
    package.add(nest, args=args, base_name="of_nest")
    package.build(format=acc.Package.Format.SPIRV, name="myPackage")
    check(folder / "myPackage", "simple_matmul", "of_schedule", "of_nest")


def test_parameters_have_values(folder):
    P0, P1 = acc.create_parameters()
    nest, args = product(16, 24, 8)
    i, j, _ = nest.get_indices()
    schedule = nest.create_schedule()
    schedule.tile({i: P0, j: P1})
    package = acc.Package()
    package.add(schedule, args=args, parameters={P0: 4, P1: 8}, base_name="matmul_4_8")
    grid = acc.create_parameter_grid({P0: [2, 8], P1: [4]})
    variants = package.add(schedule, args=args, parameters=grid, base_name="matmul")
    package.build(name="myPackage", output_dir="hat_packages/myPackage")
    check("hat_packages/myPackage", "matmul_4_8", *(variant.name for variant in variants))


def test_sizes_that_are_known_at_the_call(folder):
    import dpnp

    M, N, K = acc.create_dimensions()
    A = acc.Array(role=acc.Array.Role.INPUT, element_type=acc.float32, shape=(M, K))
    B = acc.Array(role=acc.Array.Role.INPUT, element_type=acc.float32, shape=(K, N))
    C = acc.Array(role=acc.Array.Role.INPUT_OUTPUT, element_type=acc.float32, shape=(M, N))
    nest = acc.Nest(shape=(M, N, K))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        C[i, j] += A[i, k] * B[k, j]

    package = acc.Package()
    package.add(nest, args=(M, N, K, A, B, C), base_name="matmul_M_N_K")
    package.build(name="myPackage")
    (a, b, c), (*_, wanted) = numbers(16, 24, 8)
    c = dpnp.asarray(c)
    acc.load("myPackage").matmul_M_N_K(16, 24, 8, dpnp.asarray(a), dpnp.asarray(b), c)
    np.testing.assert_allclose(dpnp.asnumpy(c), wanted, rtol=1e-4)


def test_a_library_with_a_description_checks_itself(folder):
    _, _, plan, args = tiled(16, 24, 8)
    package = acc.Package()
    package.add(plan, args=args, base_name="func1")
    package.add_description(
        version="1.0", license="https://mit-license.org/", author="Microsoft Research"
    )
    package.add_description(
        other={"title": "My Package Title", "citations": ["https://arxiv.org/2021.12345/"]}
    )
    files = package.build(
        format=acc.Package.Format.MLIR_DYNAMIC,
        name="myPackage",
        mode=acc.Package.Mode.DEBUG,
        tolerance=1.0e-6,
    )
    names = {os.path.relpath(file) for file in files}
    assert {"myPackage/myPackage.hat", "myPackage/lib/libmyPackage.so"} <= names
    assert "myPackage/myPackage.mlir" in names
    hat = tomllib.loads((folder / "myPackage" / "myPackage.hat").read_text())
    assert list(hat["functions"]) == ["myPackage_func1"]
    assert hat["description"]["author"] == "Microsoft Research"


def test_what_is_different_is_said():
    Format, Platform = acc.Package.Format, acc.Package.Platform
    assert Format.DEFAULT is Format.HAT_DYNAMIC is Format.SHARED_LIBRARY
    assert Format.SHARED_LIBRARY | Format.MLIR == Format.MLIR_DYNAMIC
    with pytest.raises(AttributeError, match=r"no member 'HAT_STATIC': .*Format\.HAT_DYNAMIC"):
        _ = Format.HAT_STATIC
    with pytest.raises(AttributeError, match=r"no member 'MLIR_STATIC': .*Format\.MLIR_DYNAMIC"):
        _ = Format.MLIR_STATIC
    with pytest.raises(AttributeError, match="no member 'MLIR_VERBOSE': say Format.MLIR"):
        _ = Format.MLIR_VERBOSE
    with pytest.raises(AttributeError, match="no member 'ELF'$"):
        _ = Format.ELF
    for name in ("WINDOWS", "MACOS", "ANDROID", "IOS", "RASPBIAN"):
        with pytest.raises(AttributeError, match=r"is for; give Format\.SYCL_SOURCE to a SYCL"):
            getattr(Platform, name)
