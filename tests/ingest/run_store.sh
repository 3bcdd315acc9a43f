#!/bin/sh
# A run store when things go wrong: killed writers, two at once, files that are not ours.
#   PRICEPERF=path/to/priceperf sh tests/ingest/run_store.sh
set -u
p=$PRICEPERF
d=$(mktemp -d)
trap 'chmod -R u+w "$d"; rm -rf "$d"' EXIT
small=tests/readers/fio-json/two_groups.json

say() { # NAME STATUS
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAILED $1"; fi
}
dump() { # STORE: what is in it
    "$p" runs "$1" --list --csv 2>"$d/err"
}

mkdir "$d/many"
i=0
while [ $i -lt 300 ]; do
    i=$((i + 1))
    sed "s/\"total_ios\" : /&$i/" "$small" >"$d/many/$i.json"
done
"$p" ingest "$small" -o "$d/one.db" >/dev/null 2>&1
dump "$d/one.db" >"$d/one"
[ "$(wc -l <"$d/one")" -gt 10 ]
say small-store $?
cp "$d/one.db" "$d/all.db"
"$p" ingest "$d/many" -o "$d/all.db" >/dev/null 2>&1
dump "$d/all.db" >"$d/all"

# The kernel kills a writer that grows its file beyond the limit: in the middle of it.
for blocks in 150 300; do
    cp "$d/one.db" "$d/cut.db"
    (ulimit -f $blocks && exec "$p" ingest "$d/many" -o "$d/cut.db") >/dev/null 2>&1
    [ $? -gt 128 ] || echo "was not killed at $blocks blocks"
    dump "$d/cut.db" | cmp -s - "$d/one"
    say "killed-writer-leaves-what-was-there-$blocks" $?
    "$p" ingest "$d/many" -o "$d/cut.db" >/dev/null 2>&1
    dump "$d/cut.db" | cmp -s - "$d/all"
    say "again-after-a-kill-$blocks" $?
done
for after in 0.05 0.1 0.2; do
    cp "$d/one.db" "$d/cut.db"
    "$p" ingest "$d/many" -o "$d/cut.db" >/dev/null 2>&1 &
    sleep $after
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    dump "$d/cut.db" >"$d/now"
    cmp -s "$d/now" "$d/one" || cmp -s "$d/now" "$d/all"
    say "kill-9-after-$after-s" $?
done

"$p" ingest "$d/many" -o "$d/all.db" >"$d/out" 2>/dev/null
grep -q "0 measurements of 0 files added; 300 files were there already" "$d/out" &&
    dump "$d/all.db" | cmp -s - "$d/all"
say twice-changes-nothing $?

"$p" ingest "$d/many" -o "$d/two.db" >/dev/null 2>&1 &
"$p" ingest "$small" -o "$d/two.db" >/dev/null 2>&1
wait
# Which of both came first may differ, and with it the numbers of the repeats.
dump "$d/two.db" | cut -d, -f1-10 | sort >"$d/now"
cut -d, -f1-10 "$d/all" | sort | cmp -s - "$d/now"
say two-at-once $?

chmod 444 "$d/one.db"
dump "$d/one.db" | cmp -s - "$d/one"
say read-only-is-read $?

foreign() { # NAME: refused, and not a byte of it changed
    cp "$d/$1" "$d/before"
    "$p" ingest "$small" -o "$d/$1" >/dev/null 2>"$d/err"
    [ $? -eq 2 ] && cmp -s "$d/$1" "$d/before" && grep -q "error: '.*no run store" "$d/err"
    say "foreign-$1" $?
}
python3 -c "import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('create table file(a)')
c.commit()" "$d/sqlite.db"
echo "dear diary, this is no store" >"$d/diary.txt"
foreign sqlite.db
foreign diary.txt

"$p" runs "$d/all.db" >/dev/full 2>"$d/err"
[ $? -eq 3 ] && grep -q "could not be written" "$d/err"
say full-disk $?
(trap '' XFSZ && ulimit -f 300 && exec "$p" ingest "$d/many" -o "$d/big.db") \
    >/dev/null 2>"$d/err"
[ $? -eq 3 ] && grep -q "big.db': " "$d/err"
say full-disk-of-the-store $?
