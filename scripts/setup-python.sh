#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/setup-python.sh [test]
# Makes .venv from requirements.txt, and saopt importable in it. With `test`, adds
# the packages of requirements-test.txt.
#
# .venv/.saopt-setup holds what the environment was made from, and is written
# last: an environment that is not finished or not up to date is made anew.
# .venv/.saopt-setup-test is the same for what is added.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

PYTHON=${PYTHON:-python3}
STAMP=$VENV/.saopt-setup
TEST_STAMP=$VENV/.saopt-setup-test

# The checkout's place belongs to it, because an environment cannot be moved.
wanted_state() {
  "$PYTHON" -I -c 'import os, sys; print(os.path.realpath(sys.executable), sys.version)'
  pwd
  sha256sum requirements.txt
}

# The lists are complete, so nothing that they do not name may come along.
install_list() {
  "$VENV/bin/python" -I -m pip install --quiet --no-deps \
    --disable-pip-version-check --only-binary :all: -r "$1"
  "$VENV/bin/python" -I -m pip check --disable-pip-version-check
}

make_environment() {
  rm -rf "$VENV"
  mkdir "$VENV"
  echo "unfinished" >"$STAMP"
  say "Making .venv with the packages of requirements.txt (about 3 GB)"
  "$PYTHON" -I -m venv "$VENV"
  install_list requirements.txt
}

add_test_packages() {
  rm -f "$TEST_STAMP"
  say "Adding the packages of requirements-test.txt to .venv (about 200 MB)"
  install_list requirements-test.txt
}

# The sources are used where they are: nothing is to be installed again after
# an edit or a build.
link_checkout() {
  local site
  site=$("$VENV/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n' "$PWD/python" >"$site/saopt.pth"
  # As pip makes it of the entry point in pyproject.toml.
  cat >"$VENV/bin/saopt" <<END
#!$VENV/bin/python
import sys
from saopt_command import main
sys.exit(main())
END
  chmod +x "$VENV/bin/saopt"
}

lock_checkout
state=$(wanted_state)
if [[ ! -f $STAMP || $(<"$STAMP") != "$state" ]]; then
  if [[ -n $(ls -A "$VENV" 2>/dev/null) && ! -f $STAMP ]]; then
    die ".venv was not made by 'make setup'; move it away"
  fi
  make_environment
  link_checkout
  printf '%s\n' "$state" >"$STAMP"
fi

[[ ${1:-} == test ]] || exit 0
test_state=$(sha256sum requirements-test.txt)
if [[ ! -f $TEST_STAMP || $(<"$TEST_STAMP") != "$test_state" ]]; then
  add_test_packages
  printf '%s\n' "$test_state" >"$TEST_STAMP"
fi
