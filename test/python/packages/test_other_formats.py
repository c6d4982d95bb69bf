# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The formats MLIR and WHEEL, and the HAT file of a shared library."""

import os
import subprocess
import sys
import tomllib

import pytest
import saopt as sa
from packages.package_programs import make_twice, make_weigh
from saopt import _compiler

Format = sa.Package.Format

# The tables of a HAT file and the types of their fields. Some arguments have more fields.
TEXT, LIST = str, list
ARGUMENT = dict.fromkeys(
    ("name", "description", "logical_type", "declared_type", "element_type", "usage"), TEXT
)
ARRAYS = {
    "affine_array": {"shape": LIST, "affine_map": LIST, "affine_offset": int},
    "runtime_array": {"size": TEXT},
    "element": {},
}
FUNCTION = {
    "name": TEXT,
    "description": TEXT,
    "calling_convention": TEXT,
    "arguments": LIST,
    "return": ARGUMENT,
}
HAT = {
    "description": dict.fromkeys(("comment", "author", "version", "license_url"), TEXT),
    "functions": dict,
    "target": {"required": {"os": TEXT, "CPU": {"architecture": TEXT, "extensions": LIST}}},
    "dependencies": {"link_target": TEXT, "deploy_files": LIST, "dynamic": LIST},
    "compiled_with": {"compiler": TEXT, "flags": TEXT, "crt": TEXT, "libraries": LIST},
    "declaration": {"code": TEXT},
}


def check(table, schema):
    assert isinstance(table, dict)
    assert set(table) == set(schema)
    for field, kind in schema.items():
        if isinstance(kind, dict):
            check(table[field], kind)
        else:
            assert isinstance(table[field], kind), field


def make_package():
    package = sa.Package()
    nest, args = make_twice()
    package.add(nest, args=args, base_name="twice")
    nest, args = make_weigh(20000)
    package.add(nest, args=args, base_name="weigh")
    package.add_description(version="1.2", license="https://licence.example", author="somebody")
    return package


def test_the_hat_file_has_the_tables_of_its_schema(tmp_path):
    make_package().build("mylib", format=Format.HAT_DYNAMIC, output_dir=tmp_path / "mylib")
    text = (tmp_path / "mylib" / "mylib.hat").read_text()
    hat = tomllib.loads(text)
    check(hat, HAT)
    for name, function in hat["functions"].items():
        check(function, FUNCTION)
        assert function["name"] == name
        assert f" {name}(" in hat["declaration"]["code"]
        for argument in function["arguments"]:
            check(argument, ARGUMENT | ARRAYS[argument["logical_type"]])
    assert hat["description"]["author"] == "somebody"
    assert hat["description"]["version"] == "1.2"
    assert (tmp_path / "mylib" / hat["dependencies"]["link_target"]).exists()
    _, a, b, m, _ = hat["functions"]["mylib_twice"]["arguments"]
    assert (a["name"], a["usage"], a["declared_type"]) == ("A", "input", "const float *")
    assert (a["logical_type"], a["element_type"], b["usage"]) == (
        "runtime_array",
        "float",
        "output",
    )
    assert eval(a["size"], {"M": 3, "N": 4}) == 12  # noqa: S307 - an expression of sizes
    assert (m["logical_type"], m["declared_type"]) == ("element", "int64_t")
    x = hat["functions"]["mylib_weigh"]["arguments"][1]
    assert (x["shape"], x["affine_map"], x["affine_offset"]) == ([20000], [1], 0)
    # The same file is a header in C.
    program = tmp_path / "program.c"
    program.write_text('#include "mylib.hat"\nint main(void) { return MYLIB_SUCCESS; }\n')
    command = ["cc", "-fsyntax-only", f"-I{tmp_path / 'mylib'}", program]
    subprocess.run(command, check=True)


def test_mlir_compiles_again(tmp_path):
    package = make_package()
    package.build("mylib", format=Format.MLIR, output_dir=tmp_path / "sa")
    text = (tmp_path / "sa" / "mylib.mlir").read_text()
    assert "sa.func @twice" in text
    assert "twice" in _compiler.compile_text(text, "mylib.mlir").manifest
    package.build("mylib", Format.MLIR, output_dir=tmp_path / "kernels", mlir_stage="kernels")
    assert "gpu.func" in (tmp_path / "kernels" / "mylib.mlir").read_text()
    package.build("mylib", Format.MLIR, output_dir=tmp_path / "loops", mlir_stage="loops")
    loops = (tmp_path / "loops" / "mylib.mlir").read_text()
    assert "scf.parallel" in loops
    assert "gpu.func" not in loops
    package.build("mylib", Format.MLIR, output_dir=tmp_path / "llvm", mlir_stage="llvm")
    assert "llvm.func" in (tmp_path / "llvm" / "mylib.mlir").read_text()
    with pytest.raises(sa.CompileError, match="'llvmir' is no stage of a package of MLIR"):
        package.build("mylib", Format.MLIR, output_dir=tmp_path / "no", mlir_stage="llvmir")


def test_a_wheel_installs_and_runs_without_the_compiler(tmp_path):
    (wheel,) = (
        file
        for file in make_package().build("mylib", Format.WHEEL, output_dir=tmp_path / "out")
        if file.endswith(".whl")
    )
    assert os.path.basename(wheel) == "mylib-1.2-py3-none-any.whl"
    installed = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--target", installed, wheel], check=True)
    program = """
import sys
sys.modules["saopt._compiler"] = None
import dpnp
import mylib
print(mylib.__all__, mylib.twice(dpnp.ones((1, 2), dtype="f4")).asnumpy().tolist())
x, y = dpnp.ones(20000, dtype="f4"), dpnp.zeros(20000, dtype="f4")
mylib.weigh(x, y)
print(float(y[-1]))
"""
    environment = {**os.environ, "PYTHONPATH": os.fspath(installed)}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, env=environment, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["['package', 'twice', 'weigh'] [[2.0, 2.0]]", "19999.0"]


def test_all_formats_are_in_one_folder(tmp_path):
    everything = (
        Format.SYCL_SOURCE | Format.SHARED_LIBRARY | Format.SPIRV | Format.MLIR | Format.WHEEL
    )
    files = make_package().build("mylib", format=everything, output_dir=tmp_path / "mylib")
    assert sorted(os.path.relpath(file, tmp_path / "mylib") for file in files) == [
        "CMakeLists.txt",
        "lib/cmake/mylib/mylibConfig.cmake",
        "lib/cmake/mylib/mylibConfigVersion.cmake",
        "lib/libmylib.so",
        "lib/pkgconfig/mylib.pc",
        "mylib-1.2-py3-none-any.whl",
        "mylib.constants",
        "mylib.cpp",
        "mylib.h",
        "mylib.hat",
        "mylib.hpp",
        "mylib.json",
        "mylib.mlir",
        "mylib.spv",
        "mylib_constants.s",
    ]
    loaded = sa.load(tmp_path / "mylib")
    assert loaded.manifest["formats"] == [
        "sycl-source",
        "shared-library",
        "spirv",
        "mlir",
        "wheel",
    ]
    assert list(loaded) == ["twice", "weigh"]


@pytest.mark.parametrize("version", ["one", "1.2.3.4", "1.0; rm", ""])
def test_versions_are_numbers(version):
    with pytest.raises(sa.CompileError, match="is no version"):
        sa.Package().add_description(version=version)
    with pytest.raises(sa.CompileError, match="other has a version, which is an argument"):
        sa.Package().add_description(other={"version": version})
