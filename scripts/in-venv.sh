#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/in-venv.sh <command> [<argument>…]
# Runs a command with the programs of .venv in front of all others.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

PATH=$VENV/bin:$PATH exec "$@"
