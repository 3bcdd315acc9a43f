#!/bin/sh
# Draws of a break-even through the graph against the same closed form in numpy.
#   BENCH=build/release/bench sh bench/risk.sh
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" bench/risk.py "$BENCH/risk"
    fi
done
echo "skipped risk: no python3 with numpy" >&2
