#!/bin/sh
# Raw files read: fio JSON in many files and in one, and a per-IO log, beside python3's
# json and numpy.loadtxt, in turns.
#   PRICEPERF=build/release/priceperf sh bench/ingest.sh
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" bench/ingest.py "$PRICEPERF"
    fi
done
echo "skipped ingest: no python3 with numpy" >&2
