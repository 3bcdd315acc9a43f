#!/bin/sh
# What a licence rule gives over 10^5 configurations, beside the same rule as a plain
# python3 function, in turns; the values must be equal.
#   PRICEPERF=build/release/priceperf sh bench/licences.sh
exec python3 bench/licences.py "$PRICEPERF"
