#!/bin/sh
# Bootstrap refits of a USL fit with 12 points, a second: ours on one thread and on two,
# scipy's curve_fit with a Jacobian, and R's nls where R is installed.
#   BENCH=build/release/bench sh bench/usl.sh    PYTHON= names a python3 with scipy
set -eu
program=${BENCH:-build/release/bench}/usl
python=${PYTHON:-python3}

# The median of "SECONDS s, ..." lines as refits a second.
rate() {
    sort -n | awk -v n="$1" '{ t[NR] = $1 } END { printf "%.0f\n", n / t[int((NR + 1) / 2)] }'
}
line() {
    awk -v w="$1" -v r="$2" -v one="$one" -v two="$two" 'BEGIN {
        printf "%-28s %9.0f refits/s   ours is %.1f times as fast, %.1f on two threads\n",
               w, r, one / r, two / r }'
}

one=$("$program" 20000 1 5 | rate 20000)
two=$("$program" 20000 2 5 | rate 20000)
echo "priceperf, 1 thread            $one refits/s"
echo "priceperf, 2 threads           $two refits/s"
if "$python" -c 'import scipy' 2>/dev/null; then
    line "scipy curve_fit, Jacobian" "$("$python" bench/usl.py 2000 3 | rate 2000)"
else
    echo "skipped scipy: not installed"
fi
if command -v Rscript >/dev/null 2>&1; then
    line "R nls" "$(Rscript bench/usl.R 1000 3 | rate 1000)"
else
    echo "skipped R nls: not installed"
fi
