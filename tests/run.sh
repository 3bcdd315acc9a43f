#!/bin/sh
# Runs the test programs given, every tests/*/run*.sh and every case of tests/golden,
# JOBS at a time (2 where nothing says so), and prints what they found in that order.
# Closes with one line: N passed, N failed, N skipped.
#   PRICEPERF=path/to/priceperf sh tests/run.sh PROGRAM...
# A script prints a line a check: "ok NAME", "FAILED NAME" or "skipped NAME: why".
set -u

# One job, started again by xargs: `sh tests/run.sh --job NUMBER FILE`.
if [ "${1:-}" = --job ]; then
    log=$TEST_LOGS/$2
    case $3 in
    *.sh) sh "$3" >"$log" 2>&1 ;;
    *) "$3" >"$log" 2>&1 ;;
    esac
    echo $? >"$log.status"
    echo "$2 $3"
    exit 0
fi

TEST_LOGS=$(mktemp -d)
export TEST_LOGS
trap 'rm -rf "$TEST_LOGS"' EXIT
trap 'exit 130' INT TERM HUP
export LSAN_OPTIONS="suppressions=$PWD/tests/lsan.supp:print_suppressions=0"
passed=0 failed=0 skipped=0

lines() { # of a log that begin with a pattern
    grep -c "^$1" "$log"
}

tell() { # NUMBER FILE: counts one job and prints its line, or all where it failed
    log=$TEST_LOGS/$1
    status=$(cat "$log.status")
    case $2 in
    *.sh) ok=$(lines 'ok ') bad=$(lines 'FAILED ') none=$(lines 'skipped ') ;;
    *) ok=$(lines '\[       OK \]') bad=$(grep '^\[  FAILED  \] [a-z]' "$log" | sort -u | wc -l) none=$(lines '\[  SKIPPED \]') ;;
    esac
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    [ $((ok + bad + none)) -gt 0 ] || { echo "nothing was tested" >>"$log"; bad=1; }
    if [ "$bad" -gt 0 ]; then
        echo "FAILED $2 (status $status)"
        cat "$log"
    else
        sed -n "s|^\[  SKIPPED \]|skipped $2:|p; /^skipped /p" "$log" | uniq
        echo "ok $2 ($ok)"
    fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + none))
}

jobs() {
    for file in "$@" tests/*/run*.sh tests/golden.sh; do
        echo "$file"
    done | awk '{ print NR, $0 }'
}

jobs "$@" | xargs -P "${JOBS:-2}" -L 1 sh tests/run.sh --job | {
    next=1
    while read -r number file; do
        echo "$file" >"$TEST_LOGS/$number.file"
        while [ -f "$TEST_LOGS/$next.file" ]; do
            tell $next "$(cat "$TEST_LOGS/$next.file")"
            next=$((next + 1))
        done
    done
    wanted=$(jobs "$@" | wc -l)
    if [ $((next - 1)) -ne "$wanted" ]; then
        echo "FAILED: $((next - 1)) of $wanted ran"
        failed=$((failed + 1))
    fi
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
