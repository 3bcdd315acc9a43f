#!/bin/sh
# Price sheets: random ones add up, the published sample closes to the unit, what is
# wrong is said where it stands, and LibreOffice gives the same sums.
here=$(dirname "$0")
sample=data/tpc-ds-sample/study.yaml
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
prints() { # WORDS OPTION...: one line of the output holds them
    words=$1
    shift
    "$PRICEPERF" price "$@" >"$work/out" 2>&1
    grep -q -F -e "$words" "$work/out" || { cat "$work/out"; return 1; }
}
says() { # WORDS SED-EXPRESSION
    sed -e "$2" "$sample" >"$work/bad.yaml"
    "$PRICEPERF" check "$work/bad.yaml" >"$work/said" 2>&1
    grep -q -F -e "$1" "$work/said" || { cat "$work/said"; return 1; }
}
mkdir "$work/sheets"
check "random sheets add up" python3 "$here/sheets.py" "$PRICEPERF" 60 "$work/sheets"
check "the sample closes to the unit" "$PRICEPERF" check "$sample"
check "its net" prints '"Purchase","",,"",,"",1120423,' "$sample" --csv
check "its cost of three years" prints "Cost over 3 years                                                1,197,918" "$sample"
check "its ratio in JSON" prints '{"metric": "QphDS", "value": 39.92, "unit": "USD", "per": 1, "rounding": "up"' \
    "$sample" --json
check "no line over 100 columns" sh -c \
    '"$PRICEPERF" price "$1" | awk "length > 100 { print; bad = 1 } END { exit bad }"' sh "$sample"

sed 's/discount: 14 %/discount: 1300000 USD/' "$sample" >"$work/over.yaml"
check "a discount over 100 %" says "bad.yaml:51:20: error: a discount of 114 %; write 100 % at most" \
    's/discount: 14 %/discount: 114 %/'
check "a discount below zero" says "error: a discount below zero" 's/discount: 14 %/discount: 0 - 14 %/'
check "a discount of time" says "error: a discount is a share or money of the study" \
    's/discount: 14 %/discount: 14 years/'
check "a discount on no line" says "error: no line of this alternative has supplier '4'" \
    's/suppliers: 1,/suppliers: [1, 4],/'
check "money off both columns" says "error: a sum of money comes off the price or the maintenance" \
    's/discount: 14 %/of: both, discount: 14 USD/'
check "more off than there is" prints "warning: in scenario 'base' this discount is more than what it comes off" \
    "$work/over.yaml"
check "a tax in money" says "error: a tax is a share" \
    's/^    discounts:/    taxes: [{tax: 3 USD}]/; /discount on price source/d'
check "an unknown supplier" says "error: unknown supplier '5'" 's/group: server, supplier: 1/group: server, supplier: 5/'
check "an unknown group" says "did you mean 'server'?" 's/group: server,/group: serverr,/'
check "a term beyond the horizon" says "error: the term is a whole number of years, at most the horizon of 3" \
    's/term: 3 years/term: 5 years/'
check "maintenance in bytes" says "error: maintenance is money, money per time, or a share of the price" \
    's/maintenance: 14400 USD/maintenance: 14 GB/'
check "maintenance and support" says "error: this line is paid by year already" \
    's/maintenance: 14400 USD/support: 10 %\/year, maintenance: 14400 USD/'
check "a day that is none" says "error" 's/id: servers,/id: servers, available: 2013-02-30,/'
check "a ratio per nothing" says "error: per nothing or less" 's/round: up,/per: 0, round: up,/'
check "a rounding of no name" says "error" 's/round: up,/round: upwards,/'

python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import uno' 2>/dev/null && python=$p && break
done
if [ -z "$python" ] || ! command -v soffice >/dev/null; then
    echo "skipped price sheets in LibreOffice: needs soffice and python3-uno"
    exit 0
fi
books=
for i in 1 2 3 4 5 6 7 8; do
    "$PRICEPERF" report "$work/sheets/sheet$i.yaml" -o "$work/report$i" >/dev/null 2>&1
    books="$books $work/report$i/report.xlsx"
done
"$PRICEPERF" report $here/sheet.yaml -o "$work/report" >/dev/null 2>&1
check "their workbooks recalculated" "$python" tests/libreoffice/recalc.py $books "$work/report/report.xlsx"
check "inputs of a sheet changed, as whatif --set does" "$python" tests/libreoffice/whatif.py "$PRICEPERF" \
    $here/sheet.yaml "$work/report/report.xlsx" 12 30
