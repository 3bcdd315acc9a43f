#!/bin/sh
# The finance block: every figure as worked out without the engine, the workbook as
# LibreOffice calculates it, also after inputs have changed, and what is refused.
study=tests/decisions/finance/study.yaml
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
says() { # WORDS SED-EXPRESSION
    sed -e "$2" $study >"$work/bad.yaml"
    "$PRICEPERF" check "$work/bad.yaml" >"$work/said" 2>&1
    grep -q -F -e "$1" "$work/said" || { cat "$work/said"; return 1; }
}
check "a report under a finance block" "$PRICEPERF" report $study -o "$work/report"
check "flows, present value, capex, opex, equivalent annual cost, break-evens" \
    python3 tests/decisions/finance/finance.py "$work/report/results.json"
recommended() { # the risk and the sensitivity stand on the scenario of the recommendation
    { cat $study && echo '  - {sensitivity: [tax], of: price}' &&
        echo 'report: {scenario: high-inflation}'; } >"$work/chosen.yaml"
    "$PRICEPERF" report "$work/chosen.yaml" -o "$work/chosen" &&
        python3 - "$work/chosen/results.json" <<'END'
import json, sys
r = json.load(open(sys.argv[1]))
assert r["risk"][0]["scenario"] == "high-inflation", r["risk"]
assert r["sensitivity"][0]["scenario"] == "high-inflation", r["sensitivity"]
no_tax = [b for b in r["break_even"] if b["scenario"] == "no-tax"][0]
assert r["sensitivity"][0]["root_low"] != no_tax["roots"][0], "the inflation is the scenario's"
END
}
check "risk and sensitivity of the recommended scenario" recommended
check "60 random blocks" python3 tests/decisions/finance/random_blocks.py "$PRICEPERF" 60
check "a real rate needs inflation" \
    says "bad.yaml:12:9: error: a real rate needs the inflation" '/^  inflation: inflation/s/.*/ /'
check "a depreciation needs a tax" \
    says "error: a depreciation changes nothing without a tax" '/^  tax: tax/d'
check "a life needs the block" says "error: a life needs a finance block" '/^finance:/,/residual/d'
check "MACRS has its lives" says "error: MACRS has lives of 3, 5" 's/life: 3 years/life: 4 years/'
check "no contingency over 100 %" says "error: a contingency outside" 's/contingency: 5 %/contingency: 105 %/'
check "no decline over 100 % a year" says "error: decline of prices outside 0 %" \
    's/residual: 10 %/decline: 120 %\/year/'
check "a life is whole years" says "error: a life is a whole number" 's/life: 4 years/life: 30 months/'

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped the finance block in LibreOffice: needs soffice and python3-uno"
    exit 0
fi
check "its workbook recalculated" "$python" "tests/libreoffice/recalc.py" "$work/report/report.xlsx"
check "its inputs changed, as whatif --set does" "$python" "tests/libreoffice/whatif.py" "$PRICEPERF" \
    $study "$work/report/report.xlsx" 12 30
