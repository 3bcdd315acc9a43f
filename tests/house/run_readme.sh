#!/bin/sh
# What README.md shows behind "$ priceperf ..." is what the program says.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/^    \$ priceperf whatif/,/^$/p' README.md | sed 's/^    //; /^$/d' >"$work/shown"
command=$(sed -n '1s/^\$ priceperf //p' "$work/shown")
sed 1d "$work/shown" >"$work/want"
# shellcheck disable=SC2086 # the words of a command line
"$PRICEPERF" $command 2>/dev/null | sed '/^$/d' >"$work/got"
if [ -s "$work/want" ] && diff "$work/want" "$work/got"; then
    echo "ok the example of README.md"
else
    echo "FAILED the example of README.md"
fi
