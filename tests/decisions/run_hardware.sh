#!/bin/sh
# Hardware lines: counts and costs as worked out by hand, what results.json says of them,
# and the workbook as LibreOffice calculates it, also after inputs have changed.
here=tests/decisions/hardware
study=$here/array.yaml
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
sized() { # SCENARIO ITEM COUNT BINDING
    grep -F -e "\"scenario\": \"$1\", \"alternative\": \"sas\", \"workload\": \"load\", \"item\": \"$2\"" \
        "$work/report/results.json" | grep -q -F -e "\"count\": $3, \"binding\": \"$4\""
}
"$PRICEPERF" check $here/sizing.yaml $here/upkeep.yaml $here/ssd-or-sas.yaml 2>&1 |
    grep '^ok \|^FAILED \|^tests'
check "a report of an array" "$PRICEPERF" report $study -o "$work/report"
check "drives by iops" sized base sas 151 iops
check "shelves by drives" sized base shelf 7 drives
check "the least controllers" sized base controller 2 least
check "at ten times the rate" sized hot sas 1495 iops
check "more shelves than controllers take" sized hot controller 8 shelves
check "which no system has" grep -q '"feasible": false' "$work/report/results.json"
check "a price of low confidence warns" grep -q 'the price of sas is of low confidence' \
    "$work/report/results.json"

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped hardware in LibreOffice: needs soffice and python3-uno"
    exit 0
fi
check "its workbook recalculated" "$python" tests/libreoffice/recalc.py \
    "$work/report/report.xlsx"
# a break-even at a jump of a count is where the count's rounding begins: compared apart
sed '/^questions:/d' $study >"$work/plain.yaml"
check "a report without a break-even" "$PRICEPERF" report "$work/plain.yaml" -o "$work/plain"
check "its inputs changed, as whatif --set does" "$python" tests/libreoffice/whatif.py \
    "$PRICEPERF" "$work/plain.yaml" "$work/plain/report.xlsx" 6 10
