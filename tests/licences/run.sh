#!/bin/sh
# The worked cases: each a small study in YAML that says what it expects.
here=$(dirname "$0")
"$PRICEPERF" check "$here"/*.yaml 2>&1
"$PRICEPERF" check "$here"/further/*.yaml 2>&1
"$PRICEPERF" check "$here"/bad/*.yaml 2>&1
"$PRICEPERF" check "$here"/more/*.yaml 2>&1
"$PRICEPERF" check models/*/*.yaml >/dev/null 2>&1 && echo "ok every model builds" ||
    echo "FAILED every model builds"
exit 0
