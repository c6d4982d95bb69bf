#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/format.sh [--check]
# Formats the C++ and Python sources, or says which are not formatted and, for
# Python, what else the linter has against them.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The folders and files that hold sources, as far as the checkout has them.
SOURCES=()
for folder in include lib tools python unittests test examples benchmarks scripts docs/_extensions docs/conf.py; do
  [[ -e $folder ]] && SOURCES+=("$folder")
done

clang_format() {
  find "${SOURCES[@]}" -type f \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 --no-run-if-empty clang-format-22 "$@"
}

ruff() {
  "$VENV/bin/ruff" "$@" "${SOURCES[@]}"
}

case ${1:-} in
  "")
    clang_format -i
    # The linter has the last word: lines that are too long may be broken before.
    ruff format --quiet
    ruff check --quiet --fix
    ruff format --quiet
    ;;
  --check)
    # All three speak before the verdict.
    verdict=0
    clang_format --dry-run -Werror || verdict=1
    ruff check --quiet || verdict=1
    ruff format --quiet --diff || verdict=1
    exit "$verdict"
    ;;
  *) die "usage: scripts/format.sh [--check]" ;;
esac
