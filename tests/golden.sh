#!/bin/sh
# Runs priceperf in a copy of each folder of tests/golden and compares what it says.
#   PRICEPERF=build/release/priceperf sh tests/golden.sh [--record] [CASE]...
# A case holds its input files, or `base`, a line that names the case whose files it
# starts from (its own then replace or add, and NAME.sed edits NAME); `args`, the rest
# of a shell command line; `stdout` and `stderr`, empty where there is no such file;
# `exit`, 0 where there is none; and `left`, the files that the run leaves behind.
# --record writes these anew; review the difference.
set -u
PRICEPERF=$(cd "$(dirname "$PRICEPERF")" && pwd)/$(basename "$PRICEPERF")
export PRICEPERF
root=$(cd "$(dirname "$0")/golden" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
record=false failed=0
if [ "${1:-}" = --record ]; then
    record=true
    shift
fi
told='args base stdout stderr exit left'

inputs() { # CASE: its files into $work/run
    if [ -f "$root/$1/base" ]; then
        inputs "$(cat "$root/$1/base")"
    fi
    cp -r "$root/$1/." "$work/run"
    for part in $told; do
        rm -f "$work/run/$part"
    done
    for edit in "$work/run"/*.sed; do
        [ -f "$edit" ] || continue
        sed -i -f "$edit" "${edit%.sed}" && rm "$edit"
    done
}

run() { # CASE: got/stdout, got/stderr, got/exit, got/left
    rm -rf "$work/run" "$work/got"
    mkdir "$work/run" "$work/got"
    inputs "$1"
    (cd "$work/run" && find . -type f | LC_ALL=C sort) >"$work/before"
    (cd "$work/run" && eval "\"\$PRICEPERF\" $(cat "$root/$1/args")") \
        >"$work/got/stdout" 2>"$work/got/stderr"
    echo $? >"$work/got/exit"
    (cd "$work/run" && find . -type f | LC_ALL=C sort) |
        diff "$work/before" - | sed -n 's/^> \.\///p' >"$work/got/left"
    sed -i "s|$work/run/||g" "$work/got/stdout" "$work/got/stderr"
    [ "$(cat "$work/got/exit")" != 0 ] || : >"$work/got/exit"
}

judge() { # CASE
    mkdir -p "$work/want"
    for part in stdout stderr exit left; do
        cat "$root/$1/$part" >"$work/want/$part" 2>/dev/null
    done
    diff -ru "$work/want" "$work/got"
}

keep() { # CASE
    for part in stdout stderr exit left; do
        rm -f "$root/$1/$part"
        [ ! -s "$work/got/$part" ] || cp "$work/got/$part" "$root/$1/$part"
    done
}

cd "$root" || exit 2
if [ $# -eq 0 ]; then
    set -- *
fi
for case in "$@"; do
    [ -f "$root/$case/args" ] || continue
    run "$case"
    if $record; then
        keep "$case"
    elif judge "$case" >"$work/difference"; then
        echo "ok golden $case"
    else
        echo "FAILED golden $case"
        cat "$work/difference"
        failed=1
    fi
done
exit $failed
