# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names that clash with those of C, C++, the system's libraries and Python."""

import subprocess
import sys
import tomllib

import dpnp
import pytest
import saopt as sa
from packages.package_programs import make_twice, run_without_compiler

Format = sa.Package.Format
AUXILIARY = {"why": ["a", 1, 2.5, 1e30, {"x y": True, "'\"\n": {}}], "nothing": None}


def make_package(*functions, array="A"):
    package = sa.Package()
    for name in functions or ["twice"]:
        nest, args = make_twice(array)
        package.add(nest, args=args, base_name=name)
    return package


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("time", "headers of the system declare this name"),
        ("exp", "headers of the system declare this name"),
        ("expf128", "headers of the system declare this name"),
        ("lseek64", "headers of the system declare this name"),
        ("index", "headers of the system declare this name"),
        ("stat", "headers of the system declare this name"),
        ("timespec", "headers of the system declare this name"),
        ("size_t", "headers of the system declare this name"),
        ("pthread_create", "headers of the system declare this name"),
        ("clFinish", "headers of the system declare this name"),
        ("math", "the system has a header of this name"),
        ("unistd", "the system has a header of this name"),
        ("m", "the system has a library of this name"),
        ("c", "the system has a library of this name"),
        ("stdc", "the system has a library of this name"),
        ("match", "it is a word of Python"),
    ],
)
@pytest.mark.parametrize("format", [Format.SYCL_SOURCE, Format.SHARED_LIBRARY])
def test_packages_in_cpp_do_not_hide_names_of_the_system(tmp_path, name, why, format):
    with pytest.raises(sa.CompileError, match=f"'{name}' cannot be the name of a package: {why}"):
        make_package().build(name, format, output_dir=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["json", "math", "random", "time", "zoneinfo"])
def test_wheels_do_not_hide_modules_of_python(tmp_path, name):
    with pytest.raises(sa.CompileError, match="Python has a module of this name"):
        make_package().build(name, Format.WHEEL, output_dir=tmp_path / "out")
    make_package().build(name, Format.SPIRV, output_dir=tmp_path / "spirv")
    assert sa.load(tmp_path / "spirv").name == name


@pytest.mark.parametrize("name", ["fft64", "model_r", "timer", "half_l", "curve", "urban", "pi_2"])
def test_names_that_only_look_like_those_are_fine(tmp_path, name):
    make_package().build(name, Format.SYCL_SOURCE, output_dir=tmp_path / "out")
    assert (tmp_path / "out" / f"{name}.hpp").exists()


@pytest.mark.parametrize(
    ("function", "name", "format", "why"),
    [
        ("lambda", "mylib", Format.SPIRV, "that Python loads: it is a keyword of Python"),
        ("is", "mylib", Format.WHEEL, "that Python loads: it is a keyword of Python"),
        ("package", "mylib", Format.WHEEL, "its module has the package under this name"),
        ("MYLIB_HPP", "mylib", Format.SYCL_SOURCE, "it is the include guard of a header"),
        ("MYLIB_H", "mylib", Format.SHARED_LIBRARY, "it is the include guard of a header"),
        ("SUCCESS", "LIB", Format.SHARED_LIBRARY, "would be 'LIB_SUCCESS' in C, which each"),
        ("H", "LIB", Format.SHARED_LIBRARY, "would be 'LIB_H' in C, which each library has"),
        ("queue_of", "mylib", Format.SHARED_LIBRARY, "would be 'mylib_queue_of' in C"),
    ],
)
def test_functions_that_a_package_has_for_itself(tmp_path, function, name, format, why):
    with pytest.raises(sa.CompileError, match=why):
        make_package(function).build(name, format, output_dir=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_arguments_are_not_include_guards(tmp_path):
    package = make_package(array="MYLIB_HPP")
    with pytest.raises(sa.CompileError, match="an argument 'MYLIB_HPP', which is the include g"):
        package.build("mylib", Format.SYCL_SOURCE, output_dir=tmp_path / "out")


def test_functions_that_are_called_as_methods_of_dictionaries(tmp_path):
    names = ["get", "items", "keys", "manifest", "name", "values"]
    make_package(*names).build("mylib", Format.SPIRV, output_dir=tmp_path / "out")
    loaded = sa.load(tmp_path / "out")
    assert (sorted(loaded.keys()), loaded.name) == (names, "mylib")
    for name in names:
        made = loaded[name](dpnp.ones((1, 2), dtype="f4"))
        assert made.asnumpy().tolist() == [[2, 2]]
    assert run_without_compiler(tmp_path / "out", "print(package['name'].name)") == "name\n"


def test_a_wheel_says_which_runtime_it_needs(tmp_path):
    make_package("get", "keys").build("mylib", Format.WHEEL, output_dir=tmp_path / "out")
    (wheel,) = (tmp_path / "out").glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--target", tmp_path / "site", wheel], check=True)
    metadata = (tmp_path / "site" / "mylib-0.1.0.dist-info" / "METADATA").read_text()
    assert "Requires-Dist: saopt>=0.1,<0.2\n" in metadata
    program = "import mylib; print(mylib.__all__, mylib.get.name)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=tmp_path / "site"
    )
    assert done.stdout == "['package', 'get', 'keys'] get\n"


def test_sizes_in_the_hat_file_have_the_names_of_the_header(tmp_path):
    m, n = sa.create_dimensions("A", "N")
    a = sa.Array(role=sa.Role.INPUT, element_type=sa.float32, shape=(m, n), name="A")
    b = sa.Array(role=sa.Role.OUTPUT, element_type=sa.float32, shape=(m, n), name="I")
    nest = sa.Nest(shape=(m, n))
    i, j = nest.get_indices()

    @nest.iteration_logic
    def _():
        b[i, j] = a[i, j]

    package = sa.Package()
    package.add(nest, args=(a, b), base_name="copy", auxiliary=AUXILIARY)
    package.build("mylib", Format.SHARED_LIBRARY, output_dir=tmp_path / "out")
    text = (tmp_path / "out" / "mylib.hat").read_text()
    described = tomllib.loads(text)["functions"]["mylib_copy"]
    assert described["auxiliary"] == {**AUXILIARY, "nothing": ""}
    declared = "mylib_copy(mylib_queue *queue, const float *A, float *I_, int64_t A_1, int64_t N);"
    assert declared in " ".join(text.split())
    assert text.count('size = "(A_1 * N)"') == 2
