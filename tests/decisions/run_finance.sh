#!/bin/sh
# The finance block: every figure as worked out without the engine, the workbook as
# LibreOffice calculates it, also after inputs have changed, and what is refused.
study=tests/decisions/finance/study.yaml
acquire=tests/decisions/finance/acquire/study.yaml
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
check "a purchase, a lease and a cloud" "$PRICEPERF" report $acquire -o "$work/acquire"
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

wrong() { # WORDS FINANCE-LINES LINE-TERMS: a block and a line that are refused
    {
        printf 'priceperf: 1\nstudy: wrong\ncurrency: USD\nprices_as_of: 2026-01-31\n'
        printf 'horizon: 3 years\ndiscount_rate: 5 %%/year\nfinance:\n'
        printf '%s\n' "$2"
        printf 'alternatives:\n  a:\n    lines:\n      - item: x\n        quantity: 1\n'
        printf '        source: s\n        as_of: 2026-01-01\n        %s\n' "$3"
    } >"$work/bad.yaml"
    "$PRICEPERF" check "$work/bad.yaml" >"$work/said" 2>&1
    grep -q -F -e "$1" "$work/said" || { cat "$work/said"; return 1; }
}
plain='price: 10 USD'
lease='lease: {price: 100 USD, term: 24 months, timing: advance, payments: monthly'
check "no rate of -100 %" says "error: a discount rate of -100 %" 's/discount_rate: 5 %/discount_rate: -100 %/'
check "no tax over 100 %" wrong "bad.yaml:8:8: error: a tax outside 0 % to 100 %" '  tax: 130 %' "$plain"
check "nor by an input" says "error: a tax outside 0 % to 100 %: the value of this input" 's/tax: {value: 30 %/tax: {value: 130 %/'
check "nor by a scenario" says "in scenario 'no-tax' the tax is 130 %" 's/no-tax: {tax: 0 %/no-tax: {tax: 130 %/'
check "a fiscal year needs a start" wrong "error: a fiscal year needs the day" '  fiscal_year: 4' "$plain"
check "a month that there is" wrong "bad.yaml:9:16: error:" '  start: 2026-02-01
  fiscal_year: 13' "$plain"
check "a start has its day" wrong "error: a start needs its day" '  start: 2026-02' "$plain"
check "a day that there is" wrong "bad.yaml:8:10: error:" '  start: 2026-02-30' "$plain"
check "a start before the prices" wrong "warning: the start lies before prices_as_of" '  start: 2025-02-01' "$plain"
check "a known day count" wrong "bad.yaml:9:14: error: unknown value 'act/364'; did you mean" '  start: 2026-02-01
  day_count: act/364' "$plain"
check "a rate has a date" wrong "error: an exchange rate without a date" '  fx: {EUR: {rate: 1.1 USD/EUR}}' "$plain"
check "a rate above 0" wrong "error: an exchange rate of 0" '  fx: {EUR: {rate: 0 USD/EUR, as_of: 2026-01-01}}' "$plain"
check "a rate the other way round" wrong "bad.yaml:8:20: error:" '  fx: {EUR: {rate: 1.1 EUR/USD, as_of: 2026-01-01}}' "$plain"
check "a stale rate" wrong "warning: the exchange rate of EUR is of 2024-01-01" \
    '  fx: {EUR: {rate: 1.1 USD/EUR, as_of: 2024-01-01}}' 'price: 10 EUR'
check "two currencies" wrong "error: quantity times price is in EUR and not in USD; add the rate" '  tax: 0 %' 'price: 10 EUR'
check "two currencies in one sum" wrong "bad.yaml:16:23: error: '+' needs two of a kind" '  tax: 0 %' 'price: 10 EUR + 5 USD'
check "no term of 0" wrong "error: a term is a whole number of months" '  tax: 0 %' \
    "lease: {price: 100 USD, term: 0 months, timing: advance, rate: 5 %/year}"
check "a term beyond the horizon" wrong "error: the lease runs longer than the horizon" '  tax: 0 %' \
    "lease: {price: 100 USD, term: 4 years, timing: advance, rate: 5 %/year}"
check "a rate or a payment" wrong "error: a lease has a payment: or the rate:" '  tax: 0 %' "$lease}"
check "an option is taken or not" wrong "error: purchase_option: and buy: stand together" '  tax: 0 %' \
    "$lease, rate: 5 %/year, purchase_option: 10 %}"
check "a lease that nothing replaces" wrong "warning: the lease ends after 24 of 36 months" '  tax: 0 %' \
    "$lease, rate: 5 %/year}"
check "a payment in months of a term" wrong "error: a term of 13 months ends between two payments" '  tax: 0 %' \
    "lease: {price: 100 USD, term: 13 months, timing: advance, payments: quarterly, rate: 5 %/year}"
paid='price: 10 USD
        finance: {paid: [{on: 2026-06-01, share: 50 %}, {on: 2026-05-01, share: 50 %}]}'
check "dates in order" wrong "bad.yaml:17:62: error: 2026-05-01 lies before 2026-06-01" '  start: 2026-02-01' "$paid"
check "dates need a start" wrong "error: dates of payments need the day" '  tax: 0 %' "$paid"
check "shares make 100 %" wrong "error: the shares of the payments make 50 % together" '  start: 2026-02-01' 'price: 10 USD
        finance: {paid: [{on: 2026-06-01, share: 50 %}]}'
check "a line's terms need the block" says "error: a line's finance: needs the finance block" \
    '/^finance:/,/residual/d; /life: 4 years/d; s/price: array, support/price: array, finance: {growth: 5 %\/year}, support/'

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    check "40 random studies of leases, growth, dates and currencies" \
        python3 tests/decisions/finance/random_terms.py "$PRICEPERF" 40
    echo "skipped the finance block in LibreOffice: needs soffice and python3-uno"
    exit 0
fi
check "its workbook recalculated" "$python" "tests/libreoffice/recalc.py" "$work/report/report.xlsx"
check "its inputs changed, as whatif --set does" "$python" "tests/libreoffice/whatif.py" "$PRICEPERF" \
    $study "$work/report/report.xlsx" 12 30
check "the workbook of purchase, lease and cloud recalculated" \
    "$python" "tests/libreoffice/recalc.py" "$work/acquire/report.xlsx"
check "its inputs changed" "$python" "tests/libreoffice/whatif.py" "$PRICEPERF" $acquire \
    "$work/acquire/report.xlsx" 4 10
check "40 random studies of leases, growth, dates and currencies, by LibreOffice's functions" \
    "$python" tests/decisions/finance/random_terms.py "$PRICEPERF" 40
