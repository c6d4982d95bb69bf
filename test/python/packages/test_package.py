# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`sa.Package`: what goes in, the names of functions, and what the manifest says."""

import json
import multiprocessing
import shutil
from pathlib import Path

import dpnp
import numpy as np
import pytest
import saopt as sa
from packages.package_programs import call_twice, make_twice, make_weigh, run_without_compiler
from saopt._src.packages.variants import parameter_data

Format = sa.Package.Format


def make_product():
    """Return a tiled product with two parameters."""
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8, 8), name="A")
    b = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8, 8), name="B")
    c = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8, 8), name="C")
    nest = sa.Nest(shape=(8, 8, 8))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        c[i, j] += a[i, k] * b[k, j]

    rows, columns = sa.create_parameters()
    schedule = nest.create_schedule()
    schedule.tile({i: rows, j: columns})
    return schedule.create_plan(), (a, b, c), rows, columns


def test_a_package_runs_without_the_compiler_where_it_was_moved(tmp_path):
    package = sa.Package()
    nest, args = make_twice()
    package.add(nest, args=args, base_name="twice")
    nest, args = make_weigh(3000)
    package.add(nest, args=args, base_name="weigh")
    files = package.build("mylib", format=Format.SPIRV, output_dir=tmp_path / "built")
    assert sorted(Path(file).name for file in files) == [
        "mylib.constants",
        "mylib.json",
        "mylib.spv",
    ]
    (tmp_path / "built").rename(tmp_path / "moved")
    printed = run_without_compiler(
        tmp_path / "moved",
        """
        print(*package)
        made = package.twice(dpnp.ones((2, 3), dtype="f4"))
        print(made.asnumpy().tolist())
        x, y = dpnp.full(3000, 2, dtype="f4"), dpnp.ones(3000, dtype="f4")
        package["weigh"](x, y)
        print(np.array_equal(dpnp.asnumpy(y), 1 + 2 * np.arange(3000)))
        try:
            package.twice(dpnp.ones((2, 3), dtype="f8"))
        except sa.ArgumentError as error:
            print(str(error)[:40])
        try:
            package.twice(dpnp.ones((2, 3), dtype="f4"), dpnp.ones((2, 4), dtype="f4"))
        except sa.ArgumentError as error:
            print(error)
        """,
    )
    assert printed.splitlines() == [
        "twice weigh",
        "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]",
        "True",
        "argument 'A': typestr is '<f8', expected",
        "argument 'B': shape[1] is 4, but shape[1] of argument 'A' says that N is 3",
    ]


def test_the_function_that_add_returns_can_be_called():
    nest, args = make_twice()
    twice = sa.Package().add(nest, args=args, base_name="twice")
    assert twice(dpnp.ones((2, 2), dtype="f4")).asnumpy().tolist() == [[2, 2], [2, 2]]


def test_parameters_of_all_kinds_are_data():
    (i, j), names = sa.Nest(shape=(2, 3)).get_indices(), ("loop", "order", "flag", "unit")
    kinds = (*names, "layout", "type", "half")
    values = (i, (j, i), True, sa.Grid.BLOCK_X, sa.layout.striped(4), sa.float16, 0.5)
    parameters = sa.create_parameters(len(kinds))
    for parameter, name in zip(parameters, kinds, strict=True):
        parameter.name = name
    data = parameter_data(dict(zip(parameters, values, strict=True)))
    assert json.loads(json.dumps(data)) == {
        "loop": "i",
        "order": ["j", "i"],
        "flag": True,
        "unit": "Grid.BLOCK_X",
        "layout": "sa.layout.striped(4)",
        "type": "float16",
        "half": 0.5,
    }


def test_functions_travel_to_new_processes(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    added = package.add(nest, args=args, base_name="twice")
    package.build("mylib", output_dir=tmp_path / "mylib")
    loaded = sa.load(tmp_path / "mylib").twice
    shutil.rmtree(tmp_path / "mylib")
    compiled = sa.compile(nest, args=args, name="twice")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(call_twice, [added, loaded, compiled]) == [[[2.0, 2.0]]] * 3


def test_variants_are_named_by_a_hash_and_listed_with_their_parameters(tmp_path):
    plan, args, rows, columns = make_product()
    package = sa.Package()
    choices = [{rows: 2, columns: 4}, {rows: 4, columns: 4}]
    functions = package.add(plan, args=args, base_name="gemm", parameters=choices)
    package.add(
        plan,
        args=args,
        base_name="best",
        parameters={rows: 8, columns: 2},
        auxiliary={"why": ["measured"]},
    )
    package.add_description(other={"title": "products"}, version="1.2", author="somebody")
    package.build("products", mode=sa.Package.Mode.RELEASE, output_dir=tmp_path / "products")
    manifest = sa.load(tmp_path / "products").manifest
    first, second, best = manifest["functions"]
    assert [first["name"], second["name"]] == [function.name for function in functions]
    assert first["name"] != second["name"]
    assert all(len(entry["name"]) == len("gemm_") + 8 for entry in (first, second))
    assert (first["base_name"], best["name"]) == ("gemm", "best")
    assert first["parameters"] == {"columns": 4, "rows": 2}
    assert best["auxiliary"] == {"why": ["measured"]}
    assert manifest["description"] == {"author": "somebody", "title": "products", "version": "1.2"}
    loaded = sa.load(tmp_path / "products")
    a = np.arange(64, dtype=np.float32).reshape(8, 8)
    for function in loaded.values():
        c = dpnp.zeros((8, 8), dtype="f4")
        function(dpnp.asarray(a), dpnp.asarray(a), c)
        assert np.array_equal(dpnp.asnumpy(c), a @ a)


def test_functions_of_a_package_call_each_other(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    twice = package.add(nest, args=args, base_name="twice")
    x = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(3, 4))
    y = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(3, 4))

    def four_times():
        t = sa.Array(role=sa.Role.TEMP, element_type=sa.float32, shape=(3, 4))
        twice(x, t)
        twice(t, y)

    package.add(four_times, args=(x, y), base_name="four_times")
    package.build("mylib", output_dir=tmp_path / "mylib")
    made = sa.load(tmp_path / "mylib").four_times(dpnp.ones((3, 4), dtype="f4"))
    assert np.array_equal(made.asnumpy(), np.full((3, 4), 4))


def test_a_function_that_does_not_compile_fails_the_build(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    a = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,), name="A")
    wrong = sa.Nest(shape=(9,))
    i = wrong.get_indices()

    @wrong.iteration_logic
    def _():
        a[i] = 1

    package.add(wrong, args=(a,), base_name="leaves")
    with pytest.raises(sa.CompileError, match="accesses 'A' outside of its shape") as error:
        package.build("mylib", output_dir=tmp_path / "mylib")
    assert error.value.location.file == __file__
    assert list(tmp_path.iterdir()) == []


def test_names_that_clash_are_refused():
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    with pytest.raises(sa.CompileError, match="has a function 'twice' already"):
        package.add(nest, args=args, base_name="twice")
    plan, args, rows, columns = make_product()
    same = [{rows: 2, columns: 4}, {rows: 2, columns: 4}]
    with pytest.raises(sa.CompileError, match="have the same values"):
        package.add(plan, args=args, base_name="gemm", parameters=same)


@pytest.mark.parametrize("name", ["class", "a-b", "int; system", "../up", "x__y", "NULL", "", "3d"])
def test_names_of_functions_are_identifiers(name):
    nest, args = make_twice()
    with pytest.raises(sa.CompileError, match="cannot be the name of a function"):
        sa.Package().add(nest, args=args, base_name=name)


@pytest.mark.parametrize(
    "name", ["namespace", "../mylib", "/tmp/mylib", "my lib", "a.b", "", "lambda", "numpy", "std"]
)
def test_names_of_packages_are_identifiers(tmp_path, name):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    with pytest.raises(sa.CompileError, match="cannot be the name of a package"):
        package.build(name, output_dir=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_what_add_and_build_refuse(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    with pytest.raises(sa.CompileError, match="has no functions"):
        package.build("mylib", output_dir=tmp_path / "out")
    with pytest.raises(sa.CompileError, match="no option 'fast' in function_opts"):
        package.add(nest, args=args, function_opts={"fast": True})
    with pytest.raises(sa.CompileError, match="the option 'strict' is a bool, not 1"):
        package.add(nest, args=args, function_opts={"strict": 1})
    with pytest.raises(sa.CompileError, match="there is no schedule 'best'"):
        package.add(nest, args=args, function_opts={"schedule": "best"})
    with pytest.raises(sa.CompileError, match="auxiliary holds what JSON cannot express"):
        package.add(nest, args=args, auxiliary={"f": object()})
    with pytest.raises(sa.CompileError, match="auxiliary is a dictionary"):
        package.add(nest, args=args, auxiliary=[1])
    with pytest.raises(sa.CompileError, match="parameters is a dictionary"):
        package.add(nest, args=args, parameters=3)
    with pytest.raises(sa.CompileError, match="version is a string"):
        package.add_description(version=1)
    package.add(nest, args=args, base_name="twice")
    package.add(nest, args=args, base_name="other", function_opts={"strict": True})
    with pytest.raises(sa.CompileError, match="have different function_opts"):
        package.build("mylib", output_dir=tmp_path / "out")
    with pytest.raises(sa.CompileError, match="'spirv' is no format of a package"):
        package.build("mylib", format="spirv")
    with pytest.raises(
        sa.CompileError, match=r"'debug' is no mode of packages: there are Mode\.REL"
    ):
        package.build("mylib", mode="debug")
    with pytest.raises(sa.CompileError, match="is no platform"):
        package.build("mylib", platform="windows")
    with pytest.raises(sa.CompileError, match="mlir_stage is 'kernels', but the format MLIR is"):
        package.build("mylib", mlir_stage="kernels")
    with pytest.raises(sa.CompileError, match="the name of a package is a string"):
        package.build(3)


def test_the_manifest_says_what_the_arguments_are(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice", function_opts={"strict": True})
    package.build("mylib", output_dir=tmp_path / "mylib")
    manifest = json.loads((tmp_path / "mylib" / "mylib.json").read_text())
    assert manifest["strict"] is True
    assert manifest["functions"][0]["arguments"] == [
        {"has_domain": False, "layout": "row_major", "name": "A"},
        {"has_domain": False, "layout": "row_major", "name": "B"},
    ]
    (program,) = manifest["program"]["functions"]
    roles = [(entry["name"], entry["role"], entry["shape"]) for entry in program["arguments"]]
    assert roles == [("A", "input", ["M", "N"]), ("B", "output", ["M", "N"])]


def test_plans_are_chosen_as_by_compile(tmp_path):
    size = 128
    a, b, c = (
        sa.Array(role=role, element_type=sa.float32, shape=(size, size), name=name)
        for role, name in ((sa.Role.INPUT, "A"), (sa.Role.INPUT, "B"), (sa.Role.INOUT, "C"))
    )
    nest = sa.Nest(shape=(size, size, size))
    i, j, k = nest.get_indices()

    @nest.iteration_logic
    def _():
        c[i, j] += a[i, k] * b[k, j]

    Platform = sa.Package.Platform
    here = sa.compile(nest, args=(a, b, c), name="gemm")
    plain = sa.compile(nest, args=(a, b, c), name="gemm", schedule="none")
    programs = {}
    for name, options, platform in (
        ("any", {}, Platform.ANY),
        ("linux", {}, Platform.LINUX),
        ("host", {}, Platform.HOST),
        ("none", {"schedule": "none"}, Platform.ANY),
    ):
        package = sa.Package()
        package.add(nest, args=(a, b, c), base_name="gemm", function_opts=options)
        package.build("mylib", platform=platform, output_dir=tmp_path / name)
        programs[name] = json.loads((tmp_path / name / "mylib.json").read_text())
    assert programs["host"]["program"] == here.manifest
    assert programs["none"]["program"] == plain.manifest != here.manifest
    assert programs["any"]["program"] == programs["linux"]["program"]
    assert programs["any"]["target"] == {
        "vector_bytes": 32,
        "vector_registers": 16,
        "cores": 2,
        "cache_bytes": 512 * 1024,
    }
    assert programs["none"]["target"] is None
    assert programs["host"]["target"]["vector_bytes"] == sa.Target.HOST.vector_bytes


def test_the_manifest_names_the_targets_of_plans(tmp_path):
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest.create_plan(sa.Target("pvc")), args=args, base_name="twice")
    package.build("mylib", output_dir=tmp_path / "mylib")
    manifest = sa.load(tmp_path / "mylib").manifest
    assert [entry["targets"] for entry in manifest["functions"]] == [[sa.Target("pvc").name]]


def test_numbers_and_sizes_are_passed_by_value(tmp_path):
    N = sa.Dimension("N")
    X = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(8,), name="X")
    Y = sa.Array(role=sa.Role.INOUT, element_type=sa.float32, shape=(8,), name="Y")
    alpha = sa.Scalar(sa.float32, role=sa.Role.INPUT, name="alpha")
    nest = sa.Nest(shape=(8,))
    i = nest.get_indices()

    @nest.iteration_logic
    def _():
        Y[i] = X[i] * alpha + sa.cast(N, sa.float32)

    package = sa.Package()
    package.add(nest, args=(X, Y, alpha, N), base_name="scale")
    package.build("mylib", format=sa.Package.Format.SPIRV, output_dir=tmp_path / "mylib")
    loaded = sa.load(tmp_path / "mylib")
    y = dpnp.zeros(8, dtype="f4")
    loaded.scale(dpnp.ones(8, dtype="f4"), y, 2.5, 4)
    assert np.array_equal(y.asnumpy(), np.full(8, 6.5, np.float32))
    loaded.scale(dpnp.ones(8, dtype="f4"), y, N=1, alpha=dpnp.asarray(3, dtype="f4"))
    assert np.array_equal(y.asnumpy(), np.full(8, 4, np.float32))
