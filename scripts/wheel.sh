#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/wheel.sh [<python>…]
# Makes a source distribution, and of that a wheel for each Python (by default
# that of .venv), into dist/. The wheels have LLVM and MLIR in them; what they need
# besides comes from the package index, and auditwheel checks that this is all.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

WORK=build/wheel

# Files of the same content have the same dates: wheels can be compared.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 1700000000)
export SOURCE_DATE_EPOCH

make_sdist() {
  say "Making the source distribution"
  rm -rf dist "$WORK"
  mkdir -p dist "$WORK"
  "$VENV/bin/python" -c 'import scikit_build_core.build as b; b.build_sdist("dist")' \
    >"$WORK/sdist.log" || {
    cat "$WORK/sdist.log" >&2
    die "the source distribution could not be made"
  }
}

# Prints an environment with what builds a wheel: .venv, or a new one.
find_environment() {
  local python=$1 environment
  if [[ $python == "$VENV/bin/python" ]]; then
    echo "$VENV"
    return
  fi
  environment=$PWD/$WORK/venv-$("$python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  "$python" -I -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: \
    -c requirements.txt -c requirements-test.txt \
    scikit_build_core pybind11 cmake ninja dpctl intel-sycl-rt >&2
  echo "$environment"
}

# The sources lie to their build and to their environment as the checkout does, so
# that a compiler cache knows what it has compiled before. The folder of the build
# has a name that no package has: scikit-build-core leaves packages out that are
# called like it.
make_wheel() {
  local environment=$1 sources
  rm -rf "$WORK/unpacked" "$WORK/raw"
  mkdir "$WORK/unpacked"
  tar -xzf dist/saopt-*.tar.gz -C "$WORK/unpacked" --strip-components 1
  sources=$PWD/$WORK/unpacked
  ln -s "$environment" "$sources/.venv"
  (
    cd "$sources"
    export PATH=$sources/.venv/bin:$PATH CMAKE_BUILD_PARALLEL_LEVEL=$JOBS
    .venv/bin/python -m pip wheel . --no-build-isolation --no-deps --no-index --verbose \
      --disable-pip-version-check -w ../raw -C build-dir=compiled >../wheel.log 2>&1
  ) || {
    cat "$WORK/wheel.log" >&2
    die "the wheel could not be built"
  }
  PATH=$VENV/bin:$PATH auditwheel repair --exclude "libsycl.so.*" -w dist "$WORK"/raw/*.whl \
    2>"$WORK/auditwheel.log" || {
    cat "$WORK/auditwheel.log" >&2
    die "the wheel needs what not every Linux has"
  }
}

lock_checkout
choose_ccache_directory
make_sdist
for python in "${@:-$VENV/bin/python}"; do
  environment=$(find_environment "$python")
  say "Making the wheel for $("$environment/bin/python" --version)"
  make_wheel "$environment"
done
ls -s --block-size=kB dist
