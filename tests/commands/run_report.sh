#!/bin/sh
# The report of the compression case: the same bytes again, whatever the threads, the
# time zone, the locale and the hour.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
study=data/oracle-compression/study.yaml

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
first_at=$(date +%s)
check "report on one thread" "$PRICEPERF" report $study -o "$work/one" --threads 1
while [ $(($(date +%s) - first_at)) -lt 2 ]; do sleep 0.2; done
check "report on two threads, elsewhere" env HOME=/nowhere LANG=de_DE.UTF-8 TZ=Asia/Tokyo \
    "$PRICEPERF" report $study -o "$work/two" --threads 2
check "the same bytes" diff -r "$work/one" "$work/two"
check "a report of ours is replaced" "$PRICEPERF" report $study -o "$work/one" --set copies=2
differs() {
    ! cmp -s "$work/one/$1" "$work/two/$1"
}
check "with other results" differs results.json
check "with another workbook" differs report.xlsx
check "with another PDF" differs report.pdf
