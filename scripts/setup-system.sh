#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian packages that are missing. Without the right to do so,
# prints the command that an administrator must run, and fails.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

PYTHON=${PYTHON:-python3}
PACKAGES=(
  ccache
  chromium # the tests of pages
  clang-22
  clang-format-22
  clang-tidy-22
  intel-opencl-icd # ocloc, which compiles kernels for GPUs that are not here
  libclang-rt-22-dev # the sanitizers
  libgtest-dev
  libmlir-22-dev
  libzstd-dev # linked into the wheel
  lld-22
  llvm-22-dev
  llvm-22-tools
  mlir-22-tools
  nlohmann-json3-dev # manifests, read by the runtime
  spirv-tools
)

# Prints "3.11 debian" for Debian's own interpreter, "3.12 other" for another.
describe_python() {
  "$PYTHON" -I - <<'END'
import os, sys
debian = os.path.realpath(sys.executable).startswith("/usr/bin/")
print("%d.%d" % sys.version_info[:2], "debian" if debian else "other")
END
}

# Adds what Debian splits off its Python: venv with ensurepip, and the headers.
require_python_parts() {
  local version kind
  command -v "$PYTHON" >/dev/null || die "there is no $PYTHON; Python 3.11 or later is needed"
  read -r version kind < <(describe_python)
  "$PYTHON" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "$PYTHON is Python $version; 3.11 or later is needed (make PYTHON=…)"
  if ! "$PYTHON" -I -c 'import ensurepip, venv' 2>/dev/null; then
    [[ $kind == debian ]] || die "$PYTHON lacks the modules venv and ensurepip"
    PACKAGES+=("python$version-venv")
  fi
  if ! "$PYTHON" -I -c 'import os, sysconfig
open(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null; then
    [[ $kind == debian ]] || die "$PYTHON lacks its C headers (Python.h)"
    PACKAGES+=("python$version-dev")
  fi
}

# The packages of the list that are not completely installed, one a line.
missing_packages() {
  # dpkg-query fails when it does not know a package: then it says nothing of
  # it, and the package counts as missing.
  comm -23 <(printf '%s\n' "${PACKAGES[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${PACKAGES[@]}" 2>/dev/null |
      sed -n 's/^ii *//p' | sort)
}

# Runs a command as root, if that can be done without asking anybody.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

can_be_root() {
  [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null
}

apt_get() {
  as_root apt-get -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"
}

install_packages() {
  # An installation that was killed leaves packages to be configured.
  as_root dpkg --configure -a
  # The lists of packages may be empty, as in a fresh image, or too old.
  if ! apt-get install --simulate "$@" >/dev/null 2>&1; then
    apt_get update
  fi
  if ! apt_get install -y --no-install-recommends "$@"; then
    apt_get update
    apt_get install -y --no-install-recommends "$@"
  fi
}

command -v dpkg-query >/dev/null ||
  die "this is not a Debian system; see ${BASH_SOURCE[0]} for what is needed"
require_python_parts
mapfile -t missing < <(missing_packages)
[[ ${#missing[@]} -gt 0 ]] || exit 0

if ! can_be_root; then
  cat >&2 <<END
error: Debian packages are missing, and this user may not install them.
An administrator must run, as root:

    apt-get update && apt-get install -y --no-install-recommends ${missing[*]}

END
  exit 1
fi

lock_checkout
say "Installing ${missing[*]}"
install_packages "${missing[@]}"
