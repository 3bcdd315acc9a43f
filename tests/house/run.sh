#!/bin/sh
# The house itself: the checks of layers and sizes find what they look for, packages
# are named where there is no apt, an installed copy works, a full disk leaves nothing.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $name"
    else
        echo "FAILED $name"
        cat "$work/log"
    fi
}

file() { # NAME: a source of the tree under test, its text from the standard input
    mkdir -p "$work/src/$(dirname "$1")" && cat >"$work/src/$1"
}
# shellcheck disable=SC2086 # a list of files
finds() { # SCRIPT TEXT...: status 1 and exactly these lines
    script=$1
    shift
    found=$(sh "tests/$script.sh" ${files:-"$work/src"}) && return 1
    printf '%s\n' "$@" | sed "s|^|$work/src/|" >"$work/want"
    printf '%s\n' "$found" | diff "$work/want" -
}

file doc/a.c <<'END'
#include "doc/a.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#include "base/diag.h"
#include "report/plot.h"
END
file curves/b.c <<'END'
#include "curves/b.h"

#include <gsl/gsl_cdf.h>

#include "quantities/graph.h"
#include "measure/runs.h"
#include "b.h"
END
file loose/c.c <<'END'
#include "base/diag.h"
END
check "wrong arrows are found" finds layers \
    "curves/b.c:5: error: curves/ must not include quantities/, its sibling" \
    'curves/b.c:7: error: write "b.h" from src, as in "base/diag.h"' \
    "doc/a.c:3: error: <gsl/gsl_errno.h> belongs in measure curves quantities only" \
    "doc/a.c:7: error: doc/ must not include report/, which stands on it" \
    "loose/c.c:1: error: folder loose/ is in no layer; name it in tests/layers.sh"
check "includes of the source" sh tests/layers.sh

rm -r "$work/src"
{
    printf 'static int many(int a, int b, int (*c)(int, int), int d,\n'
    printf '                int e, int f, int g, int h)\n{\n}\n\n'
    printf 'struct row rows[] = {\n'
    printf '    { 1, 2 },\n%.0s' $(seq 80)
    printf '};\n\nint longest(void)\n{\n'
    printf '    step();\n%.0s' $(seq 57)
    printf '}\n\nint too_long(void)\n{\n'
    printf '    step();\n%.0s' $(seq 58)
    printf '}\n'
} | file a.c
yes '' | head -501 | file b.c
files="$work/src/a.c $work/src/b.c"
check "what is too large is found" finds shape \
    "a.c:1: error: parameters of many(): 8; 7 at most" \
    "a.c:150: error: lines of too_long(): 61; 60 at most" \
    "b.c:501: error: lines: 501; 500 at most"

names_packages() { # on a system without apt: status 2 and the common names
    mkdir "$work/bin"
    for tool in sh cat; do
        ln -s "$(command -v $tool)" "$work/bin/$tool"
    done
    said=$(PATH="$work/bin" sh tools/need.sh build 2>&1)
    [ $? -eq 2 ] && echo "$said" | grep -q "no apt" && echo "$said" | grep -q "libyaml, GSL"
}
check "packages are named where there is no apt" names_packages

# Installed, moved from where it was installed, and without the source at hand.
install_elsewhere() {
    MAKEFLAGS='' make install MODE="$(basename "$(dirname "$PRICEPERF")")" PREFIX=/opt/pp DESTDIR="$work/dest" &&
        mv "$work/dest/opt/pp" "$work/moved" &&
        cp -r "$work/moved/share/priceperf/data/oracle-compression" "$work/study" &&
        (cd "$work/study" && "$work/moved/bin/priceperf" report study.yaml -o out --draws 100) &&
        [ -s "$work/study/out/report.pdf" ] && [ -s "$work/study/out/report.xlsx" ]
}
check "an installed copy finds its models and templates" install_elsewhere

full_disk() { # status 3, words, and nothing left: on 64 KiB of file system or of limit
    cp -r tests/golden/good "$work/full"
    mkdir "$work/small"
    if mount -t tmpfs -o size=64k tmpfs "$work/small" 2>/dev/null; then
        "$PRICEPERF" report "$work/full/study.yaml" -o "$work/small/out" 2>"$work/said"
        status=$?
        left=$(ls -A "$work/small")
        umount "$work/small"
    else
        (
            trap '' XFSZ
            ulimit -f 16
            "$PRICEPERF" report "$work/full/study.yaml" -o "$work/small/out"
        ) 2>"$work/said"
        status=$?
        left=$(ls -A "$work/small")
    fi
    echo "status $status, left: $left" && cat "$work/said"
    [ $status -eq 3 ] && [ -z "$left" ] && grep -qE 'No space left|File too large' "$work/said"
}
check "a full disk leaves nothing half-written" full_disk
