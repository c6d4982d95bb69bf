# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How lit runs the compiler's tests: every .mlir and .test file below here.

A test finds `saopt`, MLIR's and LLVM's tools (FileCheck, not, count,
split-file, mlir-opt, …), `spirv-val` and `spirv-dis` on its path, and may use
%python. `%check_sycl FILE` has a C++ compiler read emitted source: every warning
is an error, and nothing is written.
"""

import os

import lit.formats

config.name = "saopt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "python"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.sa_build_dir, "test")

config.substitutions.append(("%python", f'"{config.python_executable}"'))
config.substitutions.append(
    (
        "%check_sycl",
        "clang++ -std=c++17 -fsyntax-only -x c++ -Wall -Wextra -Werror "
        # DPC++'s own headers use what they call deprecated.
        "-Wno-deprecated-declarations -DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING "
        # Of SYCL's attributes, a compiler for C++ alone knows none.
        "-Wno-unknown-attributes "
        f'-isystem "{config.sycl_include_dir}"',
    )
)

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.sa_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment["PATH"],
    ]
)

# A variable lives until the next CHECK-LABEL unless its name starts with $,
# and a prefix that no line uses is a mistake.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
