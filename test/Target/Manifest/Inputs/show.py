# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a manifest and prints the named fields of its functions, one item a line.

A list prints as `function field[0] = …`, anything else as `function field = …`.
Two brackets in a row have a space between them: FileCheck means something else
by them.
"""

import json
import sys


def show(value):
    return json.dumps(value).replace("[[", "[ [")


for function in json.load(sys.stdin)["functions"]:
    for field in sys.argv[1:]:
        value = function[field]
        prefix = f"{function['name']} {field}"
        if not isinstance(value, list):
            print(f"{prefix} = {show(value)}")
            continue
        print(f"{prefix}: {len(value)}")
        for position, item in enumerate(value):
            print(f"{prefix}[{position}] = {show(item)}")
