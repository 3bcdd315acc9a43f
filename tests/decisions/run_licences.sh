#!/bin/sh
# One study with most steps of a licence chain: what is required, owned and bought, and
# its workbook as LibreOffice calculates it, also after cores, users and dates change.
study=tests/decisions/licences/study.yaml
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
expected() {
    "$PRICEPERF" check $study 2>/dev/null | grep -q '^ok licence-what-if'
}
has() { # LINE of the first licence, "slow" as planned
    sed -n '/"licences"/,/"chain"/p' "$work/report/results.json" | grep -q -F -e "$1"
}
check "the study's own expectations" expected
check "a report with licences" "$PRICEPERF" report $study -o "$work/report"
check "32 required" has '"required": 32,'
check "10 of them owned" has '"owned": 10,'
check "22 short" has '"shortfall": 22,'
check "which cost 22 x 47500 less 30 %" has '"cost_of_shortfall": 731500,'
binding() {
    grep -q '"step": "at least 25 for each of processors", "value": 800, "binding": true' \
        "$work/users/results.json"
}
check "the same by users" "$PRICEPERF" report $study -o "$work/users" \
    --set reading=named_user --set owned=0
check "the minimum of users is binding" binding

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped licences in LibreOffice: needs soffice and python3-uno"
    exit 0
fi
check "its workbook recalculated" "$python" tests/libreoffice/recalc.py \
    "$work/report/report.xlsx"
check "cores, users and dates changed, as whatif --set does" "$python" \
    tests/libreoffice/whatif.py "$PRICEPERF" $study "$work/report/report.xlsx" 20 20
check "worked cases as workbooks, and their inputs changed" "$python" \
    tests/libreoffice/cases.py "$PRICEPERF" --every 20 tests/licences/*.yaml
