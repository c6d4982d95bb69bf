# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The commands of the project; the work is done by the scripts in scripts/.
# Every target makes sure that what it needs is there, and costs seconds when
# nothing has changed.
#
#   make PYTHON=/usr/bin/python3.12 …   another Python to make .venv from
#   make JOBS=4 …                       how many things to do at once

PYTHON ?= python3
JOBS ?= $(shell nproc)
export PYTHON JOBS

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-cpp test-lit test-python test-sanitize \
        format format-check tidy docs clean distclean

help:  ## say what the targets are
	@echo "make demo   sets everything up and shows saopt at work"
	@echo "make test   sets everything up and runs every test"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s%s\n", $$1, $$2}' Makefile

setup:  ## install what is missing: Debian packages, and .venv with pinned ones
	@scripts/setup-system.sh
	@scripts/setup-python.sh

build: setup  ## configure and compile into build/ and python/saopt/
	@scripts/build.sh

demo: build  ## run the main example, from Python and from MLIR
	@scripts/in-venv.sh python examples/demo.py

test: build  ## check the format, and run the C++, lit and Python tests
	@scripts/test.sh format cpp lit python

test-cpp: build  ## run the C++ unit tests
	@scripts/test.sh cpp

test-lit: build  ## run the compiler's tests
	@scripts/test.sh lit

test-python: build  ## run the tests of the Python package, and those on a device
	@scripts/test.sh python

test-sanitize: build  ## run the runtime's tests under sanitizers of addresses and of behaviour
	@scripts/test-sanitize.sh

format: setup  ## format all C++ and Python sources
	@scripts/format.sh

format-check: setup  ## say which sources are not formatted
	@scripts/format.sh --check

tidy: build  ## check all C++ headers and sources with clang-tidy
	@scripts/tidy.sh --all

docs: build  ## generate the reference into docs/reference/
	@scripts/build.sh saopt-doc

clean:  ## remove what building made
	rm -rf build docs/reference python/saopt/*.so benchmarks/*.so

distclean: clean  ## remove what setting up made as well
	rm -rf .venv
