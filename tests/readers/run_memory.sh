#!/bin/sh
# Memory and time of every reader on a megabyte of dense or hostile bytes.
#   PRICEPERF=path/to/priceperf sh tests/readers/run_memory.sh
case $PRICEPERF in
*asan* | *debug* | *fuzz*)
    echo "skipped memory: only the optimised program is measured"
    exit 0
    ;;
esac
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped memory: no python3"
    exit 0
fi
exec python3 tests/readers/memory.py "$PRICEPERF"
