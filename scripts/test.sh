#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/test.sh <stage>…    with stages out of: format tidy cpp lit python wheel
# Runs all the stages, whatever becomes of each, and adds up their reports.
# Expects a finished build.

# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

REPORTS=build/reports

run_format() {
  scripts/format.sh --check
}

run_tidy() {
  scripts/tidy.sh --changed
}

run_cpp() {
  "$VENV/bin/ctest" --test-dir build --parallel "$JOBS" --output-on-failure \
    --no-tests=error --output-junit "$PWD/$REPORTS/cpp.xml"
}

run_lit() {
  "$VENV/bin/lit" --succinct --verbose --workers "$JOBS" \
    --xunit-xml-output "$REPORTS/lit.xml" build/test
}

# The Python tests run in parts, each in new processes: the device's compiler does not
# give back all the memory that it takes, and thousands of programs would fill the machine.
# Each worker loads the SYCL runtime, and every test there uses all the cores.
python_part() {
  local part=$1
  shift
  "$VENV/bin/python" -m pytest --quiet --dist loadfile --numprocesses "$((JOBS < 4 ? JOBS : 4))" \
    --junit-xml "$REPORTS/$part.xml" "$@"
}

run_language() {
  python_part language test/python/language
}

run_schedule() {
  python_part schedule test/python/schedule
}

run_device() {
  python_part device test/python/device test/python/planning
}

# Whatever is in no other part.
run_python() {
  python_part python test/python --ignore test/python/language --ignore test/python/schedule \
    --ignore test/python/device --ignore test/python/planning
}

# The wheel is made of objects that the compiler cache has from the build. The
# variable PYTHONS names those that there is a wheel for, if not that of .venv.
run_wheel() {
  local pythons
  read -ra pythons <<<"${PYTHONS:-}"
  scripts/wheel.sh "${pythons[@]}" && "$VENV/bin/python" -m pytest --quiet test/wheel \
    --junit-xml "$REPORTS/wheel.xml"
}

mkdir -p "$REPORTS"
results=()
for stage in ${@/#python/language schedule device python}; do
  rm -f "$REPORTS/$stage.xml"
  say "Testing: $stage"
  status=0
  "run_$stage" || status=$?
  results+=("$stage=$status")
done
"$VENV/bin/python" -I scripts/summarize_tests.py "$REPORTS" "${results[@]}"
