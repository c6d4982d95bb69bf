#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/bench.sh [<arguments of benchmarks/suite>…]
# Measures saopt beside other libraries. Installs those that .venv lacks into build/bench/packages on
# first use. Expects a finished build.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

BENCH=$PWD/build/bench
STAMP=$BENCH/.installed

install_peers() {
  say "Installing the libraries to compare with (about 700 MB)"
  rm -rf "$BENCH/packages" "$STAMP"
  mkdir -p "$BENCH"
  "$VENV/bin/python" -I -m pip install --quiet --no-deps --disable-pip-version-check \
    --only-binary :all: --target "$BENCH/packages" -r benchmarks/requirements.txt
  sha256sum benchmarks/requirements.txt >"$STAMP"
}

mkdir -p "$BENCH"
if [[ ! -f $STAMP || $(<"$STAMP") != "$(sha256sum benchmarks/requirements.txt)" ]]; then
  install_peers
fi
# JAX would look for accelerators, and speaks about it.
export JAX_PLATFORMS=cpu
PYTHONPATH=$PWD/benchmarks:$BENCH/packages exec "$VENV/bin/python" -m suite "$@"
