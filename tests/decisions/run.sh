#!/bin/sh
# The compression case from its CSV files to the workbook: known break-evens, verdicts,
# the same bytes twice, and LibreOffice giving what the engine gives.
here=$(dirname "$0")
study=data/oracle-compression/study.yaml
reference=../shared/reference/evaluations/claims.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

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

report() { # FOLDER OPTION...
    to=$1
    shift
    "$PRICEPERF" report $study -o "$work/$to" "$@" 2>/dev/null
}

same_bytes() { # FOLDER FOLDER
    for f in results.json report.pdf report.xlsx charts/cost.pdf charts/cost.svg \
        charts/cost.png charts/tornado.pdf charts/risk.svg charts/scenarios.png; do
        cmp "$work/$1/$f" "$work/$2/$f" || return 1
    done
}

check "report with a million draws" report many --draws 1000000
[ -f $reference ] || reference=
# shellcheck disable=SC2086 # nothing where there is no reference folder
python3 "$here/results.py" "$work/many/results.json" $reference

check "report with one thread" report one --draws 1000000 --threads 1
check "one thread and all give the same bytes" same_bytes many one
check "report in another place, home and language" env HOME=/nonexistent LANG=de_DE.UTF-8 \
    TZ=Asia/Tokyo "$PRICEPERF" report $study -o "$work/other" --draws 1000000 --threads 3
check "they change no byte" same_bytes many other
check "a report of ours is replaced" report one
"$PRICEPERF" audit $study >"$work/audit" 2>/dev/null
check "audit finds something and says so by its status" test $? -eq 1

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped LibreOffice on the report: needs soffice and python3-uno"
    exit 0
fi
check "LibreOffice calculates the report's workbook" \
    "$python" tests/libreoffice/recalc.py "$work/one/report.xlsx"
