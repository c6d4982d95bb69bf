#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes .venv from requirements.txt, and saopt importable in it.
#
# .venv/.saopt-setup holds what the environment was made from, and is written
# last: an environment that is not finished or not up to date is made anew.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

PYTHON=${PYTHON:-python3}
STAMP=$VENV/.saopt-setup

# The checkout's place belongs to it, because an environment cannot be moved.
wanted_state() {
  "$PYTHON" -I -c 'import os, sys; print(os.path.realpath(sys.executable), sys.version)'
  pwd
  sha256sum requirements.txt
}

make_environment() {
  rm -rf "$VENV"
  mkdir "$VENV"
  echo "unfinished" >"$STAMP"
  say "Making .venv with the packages of requirements.txt (about 3 GB)"
  "$PYTHON" -I -m venv "$VENV"
  # The list is complete, so nothing that it does not name may come along.
  "$VENV/bin/python" -I -m pip install --quiet --no-deps \
    --disable-pip-version-check --only-binary :all: -r requirements.txt
  "$VENV/bin/python" -I -m pip check --disable-pip-version-check
}

# The sources are used where they are: nothing is to be installed again after
# an edit or a build.
link_checkout() {
  local site
  site=$("$VENV/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf '%s\n' "$PWD/python" >"$site/saopt.pth"
  ln -sfn ../../build/bin/saopt "$VENV/bin/saopt"
}

lock_checkout
state=$(wanted_state)
[[ -f $STAMP && $(<"$STAMP") == "$state" ]] && exit 0

if [[ -n $(ls -A "$VENV" 2>/dev/null) && ! -f $STAMP ]]; then
  die ".venv was not made by 'make setup'; move it away"
fi
make_environment
link_checkout
printf '%s\n' "$state" >"$STAMP"
