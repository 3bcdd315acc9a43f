#!/bin/sh
# Runs the test programs given, then every tests/*/run*.sh and tests/golden, and closes
# with one line: N passed, N failed, N skipped.
#   PRICEPERF=path/to/priceperf sh tests/run.sh PROGRAM...
# A script prints a line a check: "ok NAME", "FAILED NAME" or "skipped NAME: why".
set -u
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"
passed=0 failed=0 skipped=0

for program in "$@"; do
    "$program" >"$log" 2>&1
    status=$?
    ok=$(grep -c '^\[       OK \]' "$log")
    bad=$(grep -c '^\[  FAILED  \] test' "$log")
    none=$(grep -c '^\[  SKIPPED \]' "$log")
    [ $status -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    if [ "$bad" -gt 0 ]; then
        echo "FAILED $program (status $status)"
        cat "$log"
    else
        echo "ok $program ($ok)"
    fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + none))
done

for script in tests/*/run*.sh; do
    [ -f "$script" ] || continue
    sh "$script" >"$log" 2>&1
    status=$?
    ok=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^FAILED ' "$log")
    none=$(grep -c '^skipped ' "$log")
    [ $status -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ "$bad" -eq 0 ] || echo "FAILED $script (status $status)"
    [ "$bad" -eq 0 ] && grep '^skipped ' "$log"
    [ "$bad" -eq 0 ] || cat "$log"
    [ "$bad" -eq 0 ] && echo "ok $script ($ok)"
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + none))
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
