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
.PHONY: help setup setup-test build build-test demo wheel test test-cpp test-lit \
        test-python test-wheel test-sanitize format format-check tidy docs site \
        bench bench-quick clean distclean

help:  ## say what the targets are
	@echo "make demo   sets everything up and shows saopt at work"
	@echo "make test   sets everything up and runs every test"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s%s\n", $$1, $$2}' Makefile

setup:  ## install what is missing: Debian packages, and .venv with pinned ones
	@scripts/setup-system.sh
	@scripts/setup-python.sh

setup-test: setup  ## add the pinned packages of tests, the site and the wheel
	@scripts/setup-python.sh test

build: setup  ## configure and compile into build/ and python/saopt/
	@scripts/build.sh

build-test: setup-test
	@scripts/build.sh

demo: setup  ## run the main example, from Python and from MLIR
	@scripts/build.sh _compiler _runtime
	@scripts/in-venv.sh python examples/demo.py

wheel: setup-test  ## make a source distribution and a wheel in dist/ (PYTHONS="python3.12 …")
	@scripts/wheel.sh $(PYTHONS)

test: build-test  ## check format and names, and run the C++, lit, Python and wheel tests
	@scripts/test.sh format tidy cpp lit python wheel

test-cpp: build-test  ## run the C++ unit tests
	@scripts/test.sh cpp

test-lit: build-test  ## run the compiler's tests
	@scripts/test.sh lit

test-python: build-test  ## run the tests of the Python package, and those on a device
	@scripts/test.sh python

test-wheel: build-test  ## install the wheel into an empty environment, and use it there (PYTHONS="python3.12 …")
	@PYTHONS="$(PYTHONS)" scripts/test.sh wheel

test-sanitize: build-test  ## run the runtime's tests under sanitizers of addresses and of behaviour
	@scripts/test-sanitize.sh

format: setup-test  ## format all C++ and Python sources
	@scripts/format.sh

format-check: setup-test  ## say which sources are not formatted
	@scripts/format.sh --check

tidy: build  ## check all C++ headers and sources with clang-tidy
	@scripts/tidy.sh --all

docs: build  ## generate the reference into docs/reference/
	@scripts/build.sh saopt-doc

bench: build-test  ## measure saopt beside other libraries, and write docs/performance.md
	@scripts/bench.sh --page docs/performance.md

bench-quick: build-test  ## measure some of it, in less than four minutes
	@scripts/bench.sh --quick

site: build-test  ## build the documentation site into build/site/
	@scripts/site.sh

clean:  ## remove what building made
	rm -rf build dist docs/reference python/saopt/*.so benchmarks/*.so

distclean: clean  ## remove what setting up made as well
	rm -rf .venv
