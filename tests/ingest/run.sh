#!/bin/sh
# ingest as a user meets it: folders, formats, what is no result, threads, outputs.
#   PRICEPERF=path/to/priceperf sh tests/ingest/run.sh
set -u
p=$PRICEPERF
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
own=tests/readers

say() { # NAME STATUS
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAILED $1"; fi
}
# The status, and that stderr has the words.
refuses() { # NAME STATUS WORDS ARGUMENTS...
    name=$1 want=$2 words=$3
    shift 3
    "$p" ingest "$@" >"$d/out" 2>"$d/err"
    got=$?
    [ $got -eq "$want" ] && grep -q -- "$words" "$d/err" && say "$name" 0 && return
    echo "status $got, wanted $want: $words"
    cat "$d/err"
    say "$name" 1
}

mkdir -p "$d/runs/ssd-a/deep" "$d/runs/ssd-b"
cp $own/fio-json/two_groups.json "$d/runs/ssd-a/deep/one.out"
cp $own/fio-terse/v5.txt "$d/runs/ssd-b/two.html"
cp $own/fio-text/group.txt "$d/runs/ssd-b/three.json"
echo "hello, world" >"$d/runs/ssd-b/notes.txt"
: >"$d/runs/ssd-b/empty.json"
"$p" ingest "$d/runs" --json >"$d/one" 2>"$d/err"
say folder-status $?
grep -q '"format": "fio-json", "system": "deep"' "$d/one" &&
    grep -q '"format": "fio-terse", "system": "ssd-b"' "$d/one" &&
    grep -q '"format": "fio-text"' "$d/one"
say formats-by-content $?
grep -q "empty.json: warning: the file is empty" "$d/err" &&
    grep -q "notes.txt: warning: no format recognises" "$d/err" &&
    grep -q "notes.txt: note: fio-terse: no line is a row" "$d/err"
say folder-passes-over $?
"$p" ingest "$d/runs" --json --threads 1 >"$d/two" 2>/dev/null
"$p" ingest "$d/runs" --json --threads 7 >"$d/three" 2>/dev/null
cmp -s "$d/one" "$d/two" && cmp -s "$d/one" "$d/three"
say same-bytes-on-any-threads $?

"$p" ingest --system array $own/fio-terse/v5.txt $own/fio-terse/v5.txt --json >"$d/out"
grep -q '"system": "array".*"repeat": 1' "$d/out"
say system-and-repeats $?
python3 - "$d/one" <<'END'
import json, sys
keys = ["file", "line", "format", "system", "metric", "statistic", "value", "unit",
        "direction", "parameters", "flags"]
for line in open(sys.argv[1]):
    m = json.loads(line)
    assert list(m)[:11] == keys, m
    assert m["unit"] in ("1/s", "B/s", "s", "B", "1", "W", "J")
    assert m["direction"] in ("higher", "lower", "none")
    assert isinstance(m["flags"], list) and isinstance(m["parameters"], dict)
END
say json-shape $?
"$p" ingest $own/fio-terse/v5.txt --csv | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert len(rows) > 20 and all(r["job"] == "v5" for r in rows)
assert {r["op"] for r in rows} == {"read", "write"}
float(rows[0]["value"])'
say csv-shape $?
"$p" ingest $own/fio-terse/v5.txt | grep -q '^job: v5'
say table-by-default $?
"$p" ingest "$d/runs" -o "$d/runs.db" >"$d/out" 2>/dev/null &&
    grep -q ' of 3 files added' "$d/out" &&
    "$p" ingest "$d/runs" -o "$d/runs.db" 2>/dev/null | grep -q '0 measurements of 0 files'
say store-twice $?

mkdir "$d/logs"
for n in 1 2 3; do
    printf '1000, %d00, 0, 0\n2000, %d20, 0, 0\n' $n $n >"$d/logs/x_bw.$n.log"
done
"$p" ingest "$d/logs" --csv >"$d/out" && grep -q ',bandwidth,mean,645120,.*,interval$' "$d/out" &&
    [ "$(grep -c ',bandwidth,mean,' "$d/out")" = 4 ]
say processes-add-up $?
cp $own/fio-log/avg_lat.1.log "$d/logs"
"$p" ingest "$d/logs" --json | grep -q '"unit"\]'
say open-unit-gives-both $?
cp $own/fio-json/two_groups.json "$d/logs"
"$p" ingest "$d/logs" --json | grep -q '"flags": \["unit"'
[ $? -eq 1 ]
say unit-from-the-document-beside $?

refuses missing 2 "there is no file" "$d/none.json"
refuses nothing-named 2 "no file given"
refuses empty 2 "the file is empty" "$d/runs/ssd-b/empty.json"
refuses unknown 2 "hyperfine\|fio-json: the key" "$d/runs/ssd-b/notes.txt"
refuses bad-format 2 "did you mean 'fio-json'" --format fio-jsn "$d/runs"
refuses two-outputs 2 "at a time" --json --csv "$d/runs"
mkfifo "$d/fifo"
refuses fifo 2 "a pipe" "$d/fifo"
printf '\377\376{\000"\000' >"$d/utf16.json"
refuses utf16 2 "cut short" --format fio-json "$d/utf16.json"
printf 'x\000y\n{"fio version" : "fio-3.1", "jobs" : []}\n' >"$d/nul.json"
refuses nul 2 "a NUL byte" "$d/nul.json"
{ printf '{"fio version" : "'; head -c 2000000 /dev/zero | tr '\0' x; printf '"}\n'; } \
    >"$d/long.json"
refuses long-line 2 "longer than 256 KiB" "$d/long.json"
sed -n '/Latency Distribution/q;p' $own/wrk/wrk2.txt >"$d/values.txt"
{ echo '  Latency Distribution' && yes ' 50.000%    1.00ms' | head -40000; } >>"$d/values.txt"
refuses endless-run 2 "values.txt:.*: error: more than 32768 values in one run" "$d/values.txt"
{ head -1 $own/hyperfine-csv/list.csv | tr -d '\n' && yes ',x' | head -5000 | tr -d '\n'; } \
    >"$d/wide.csv"
refuses wide-csv 2 "wide.csv:1:.*: error: a row of more than 4096 cells" "$d/wide.csv"
