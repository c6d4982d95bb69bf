#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/build.sh [<target>…]
# Configures build/ when needed, and builds the targets, or everything.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

STAMP=build/.configured

# What a configuration was made from. CMake itself sees to its own files.
wanted_state() {
  sha256sum CMakePresets.json "$VENV/.saopt-setup"
}

configure() {
  say "Configuring build/"
  rm -f "$STAMP"
  "$VENV/bin/cmake" --preset default --fresh >build/configure.log 2>&1 || {
    cat build/configure.log >&2
    die "CMake could not configure the build"
  }
  printf '%s\n' "$state" >"$STAMP"
}

lock_checkout
choose_ccache_directory
state=$(wanted_state)
if [[ ! -f build/build.ninja || ! -f $STAMP || $(<"$STAMP") != "$state" ]]; then
  configure
fi
"$VENV/bin/ninja" -C build -j "$JOBS" "$@"
