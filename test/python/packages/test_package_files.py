# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of packages: whole or not at all, reproducible, and checked when they are loaded."""

import json
import os
import subprocess
import sys

import pytest
import saopt as sa
from packages.package_programs import make_twice, make_weigh

Format = sa.Package.Format
BOTH = Format.SPIRV | Format.SYCL_SOURCE


def make_package():
    package = sa.Package()
    for name, (nest, args) in {"twice": make_twice(), "weigh": make_weigh(20000)}.items():
        package.add(nest, args=args, base_name=name)
    return package


def read_files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def built(tmp_path):
    make_package().build("mylib", format=BOTH, output_dir=tmp_path / "mylib")
    return tmp_path / "mylib"


def test_builds_are_reproducible(built, tmp_path):
    program = "from packages.test_package_files import *; import sys\n"
    program += "make_package().build('mylib', format=BOTH, output_dir=sys.argv[1])"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    again = tmp_path / "elsewhere" / "again"
    subprocess.run([sys.executable, "-c", program, again], check=True, env=environment)
    assert read_files(again) == read_files(built)


def test_an_earlier_build_is_replaced(built):
    before = read_files(built)
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    package.build("mylib", output_dir=built)
    assert sorted(read_files(built)) == ["mylib.json", "mylib.spv"]
    make_package().build("mylib", format=BOTH, output_dir=built)
    assert read_files(built) == before
    assert [path.name for path in built.parent.iterdir()] == ["mylib"]


def test_an_empty_folder_is_replaced_and_a_symbolic_link_stays(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "link").symlink_to("empty")
    make_package().build("mylib", output_dir=tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "empty" / "mylib.json").exists()


def test_other_folders_are_not_replaced(built, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(sa.CompileError, match="holds 'notes.txt' and no package 'mylib'"):
        make_package().build("mylib", output_dir=tmp_path / "mine")
    with pytest.raises(sa.CompileError, match="is no folder"):
        make_package().build("mylib", output_dir=tmp_path / "mine" / "notes.txt")
    with pytest.raises(sa.CompileError, match="and no package 'other'"):
        make_package().build("other", output_dir=built)
    before = read_files(built)
    (built / "notes.txt").write_text("mine")
    with pytest.raises(sa.CompileError, match=r"'notes.txt', which is no part of the package"):
        make_package().build("mylib", output_dir=built)
    assert read_files(built) == {**before, "notes.txt": b"mine"}
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"


def test_nothing_is_left_when_the_files_cannot_be_written(tmp_path):
    program = """
import resource, sys
from packages.test_package_files import *
package = make_package()
resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))
try:
    package.build("mylib", format=BOTH, output_dir=sys.argv[1])
except sa.CompileError as error:
    print(error)
"""
    environment = {**os.environ, "SAOPT_CACHE_DIR": ""}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", program, tmp_path / "mylib"]
    ran = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    assert "/mylib/mylib.constants': File too large" in ran.stdout
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_build_left_is_removed(tmp_path):
    left = tmp_path / ".saopt-package-Ab3xYz"
    (left / "mylib").mkdir(parents=True)
    (left / "mylib" / "mylib.spv").write_bytes(b"half")
    os.utime(left, (1, 1))
    (tmp_path / ".saopt-package-young").mkdir()
    make_package().build("mylib", output_dir=tmp_path / "mylib")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".saopt-package-young", "mylib"]


def test_a_package_that_a_killed_build_moved_aside_is_put_back(built):
    before = read_files(built)
    for name in ("mylib", "other"):
        left = built.parent / f".saopt-package-{name}"
        (left / "old").mkdir(parents=True)
        (left / "new").mkdir()
        built.rename(left / "old" / name)
        make_package().build("other", output_dir=built.parent / "other")
        assert not left.exists()
        if name == "mylib":
            assert read_files(built) == before
    # The other one has been built again since.
    assert not built.exists()
    assert sa.load(built.parent / "other").name == "other"


@pytest.mark.parametrize("file", ["mylib.spv", "mylib.constants"])
def test_a_file_that_has_changed_is_refused(built, file):
    content = bytearray((built / file).read_bytes())
    content[-1] ^= 1
    (built / file).write_bytes(content)
    with pytest.raises(sa.Error, match=f"{file}' has changed since it was built"):
        sa.load(built)
    (built / file).unlink()
    with pytest.raises(sa.Error, match=f"{file}' is missing"):
        sa.load(built)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.update(saopt_package=99), "the version is 99, and this runtime reads 1"),
        (lambda m: m.update(more=1), "has the unknown field 'more'"),
        (lambda m: m.pop("strict"), "has changed since it was built"),
        (lambda m: m.pop("content"), "has no field 'content'"),
        (lambda m: m.pop("saopt_package"), "is not the manifest of a package"),
        (lambda m: m.update(saopt_package="1"), "saopt_package: is not an integer"),
    ],
)
def test_manifests_are_validated(built, change, message):
    manifest = json.loads((built / "mylib.json").read_text())
    change(manifest)
    (built / "mylib.json").write_text(json.dumps(manifest, indent=2))
    with pytest.raises(sa.Error, match=message):
        sa.load(built)


def test_what_load_refuses(built, tmp_path):
    with pytest.raises(sa.Error, match="does not exist"):
        sa.load(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(sa.Error, match=r"has no manifest, NAME\.json"):
        sa.load(tmp_path / "empty")
    with pytest.raises(sa.Error, match="is neither a folder nor the manifest"):
        sa.load(built / "mylib.spv")
    (built / "mylib.json").write_text("{")
    with pytest.raises(sa.Error, match="is not JSON"):
        sa.load(built / "mylib.json")
    nest, args = make_twice()
    package = sa.Package()
    package.add(nest, args=args, base_name="twice")
    package.build("src", format=Format.SYCL_SOURCE, output_dir=tmp_path / "src")
    with pytest.raises(sa.Error, match="has no code that can be loaded"):
        sa.load(tmp_path / "src")
    (tmp_path / "src" / "other.json").write_text("{}")
    with pytest.raises(sa.Error, match="has several manifests"):
        sa.load(tmp_path / "src")


def test_a_package_that_is_loaded_tells_what_it_has(built):
    package = sa.load(built / "mylib.json")
    assert repr(package) == "<package mylib of twice, weigh>"
    assert (package.name, len(package), "twice" in dir(package)) == ("mylib", 2, True)
    with pytest.raises(AttributeError, match="has no function 'thrice': it has twice, weigh"):
        _ = package.thrice
