#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/site.sh [<folder>]
# Builds the documentation site into the folder, or into build/site. Warnings, among them links
# that lead nowhere, are errors. Expects a finished build, which has generated docs/reference.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

SITE=${1:-build/site}

say "Building the site"
"$VENV/bin/sphinx-build" --quiet --fail-on-warning --keep-going --doctree-dir "$SITE/.doctrees" \
  --builder html docs "$SITE"
say "Open $SITE/index.html"
