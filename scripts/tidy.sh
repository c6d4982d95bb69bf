#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/tidy.sh [--all | --changed | <source>…]
# Checks all the headers with clang-tidy, and all the sources, those that differ
# from the last commit, or those that are named. What was found clean is checked again when it has changed. Expects a
# finished build, whose compile commands and precompiled headers it uses.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

exec "$VENV/bin/python" -I scripts/run_tidy.py --jobs "$JOBS" "$@"
