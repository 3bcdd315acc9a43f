#!/bin/sh
# Rule profiles: a sheet that keeps all of them, and each broken in turn.
study=tests/decisions/rules/study.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
judged() { # STATUS RESULT CHECK NAME SED-EXPRESSION OPTION...: that check, once more
    want=$1 result=$2 check=$3 name=$4 edit=$5
    shift 5
    sed -e "$edit" "$study" >"$work/study.yaml"
    "$PRICEPERF" price --json "$work/study.yaml" "$@" >"$work/out" 2>"$work/log"
    status=$?
    if [ $status -eq "$want" ] &&
        grep -q "\"check\": \"$check\".*\"result\": \"$result\"" "$work/out"; then
        echo "ok $name"
    else
        echo "FAILED $name: status $status"
        cat "$work/log"
        grep "\"check\": \"$check\"" "$work/out"
    fi
}
says() { # NAME WORDS SED-EXPRESSION
    sed -e "$3" templates/rules/spc.yaml >"$work/rules/bad.yaml"
    if "$PRICEPERF" check "$work/rules/bad.yaml" 2>&1 | grep -q -F -e "$2"; then
        echo "ok $1"
    else
        echo "FAILED $1"
    fi
}
mkdir "$work/rules"
judged 0 passed part_numbers "a sheet that keeps all" ''
if grep -q '"passed": 29,' "$work/out"; then
    echo "ok all 29 checks passed"
else
    echo "FAILED all 29 checks passed"
    grep '"result"' "$work/out" | grep -v '"result": "passed"'
fi
judged 1 failed part_numbers "a part without number" 's/part: SW-1, //'
judged 1 failed suppliers "a line without supplier" 's/group: server, supplier: 2,/group: server,/'
judged 0 unknown quotes "a third party without quote" 's/, quote: Q-17 of 2012-01-20//'
judged 1 failed term "two years of maintenance" 's/term: 3 years/term: 2 years/'
judged 1 failed maintenance "a line without maintenance" 's/maintenance: 22 %\/year, //'
judged 1 failed maintenance "one spare is too few" 's/service_spares: 2/service_spares: 1/'
judged 1 failed maintenance "two spares of 32" 's/supplier: 2, quantity: 12/supplier: 2, quantity: 34/'
judged 1 failed response "a response in 5 hours" 's/response: 4 hours/response: 5 hours/'
judged 1 failed response "a response on working days" 's/hours: 24 x 7/hours: 8 x 5/'
judged 0 unknown response "a response that is not said" 's/, response: 4 hours//'
judged 1 failed discounts_stated "a discount of no one" 's/, by: Sponsor//'
judged 1 failed discounts_stated "a discount without words" 's/words: discount of the sponsor, //'
judged 0 unknown discounts_below "a discount of 26 %" 's/discount: 14 %/discount: 26 %/; /quoted/d; s/, published: 2.95 USD//'
judged 0 unknown available "a part without day" 's/available: 2012-06-30, //'
judged 0 unknown available_within "the whole then has none" 's/available: 2012-06-30, //'
judged 1 failed available_within "186 days after the report" 's/2012-06-30/2012-08-04/'
judged 0 passed available_within "185 days after it" 's/2012-06-30/2012-08-03/'
judged 0 unknown together "no ratio" '/price_performance:/,/published/d'
judged 1 failed ratio_round "a ratio rounded down" 's/round: up/round: down/'
judged 1 failed ratio_round "a ratio of three decimals" 's/decimals: 2,/decimals: 3,/'
judged 1 failed performance_round "a performance rounded up" 's/performance_round: down/performance_round: up/'
judged 0 unknown performance_round "a performance as it is" 's/performance_round: down, performance_decimals: 1, //'
judged 1 failed decimals "cents" 's/decimals: 0/decimals: 2/'
judged 1 failed quoted "3 % from what is asked" 's/quoted: 89800/quoted: 87100/'
judged 0 unknown quoted "nothing is asked" '/quoted/d'
judged 1 failed published "2 % worse than published" 's/published: 2.95/published: 2.91/'
judged 0 passed published "less than 2 % worse" 's/published: 2.95/published: 2.945/'
judged 1 failed stated "a statement with no" 's/street_price: yes/street_price: no/'
judged 0 unknown stated "a statement that is missing" '/country/d'
judged 1 failed ratio_per "by other rules: not per 1,000" 's/^$//' --rules spc
judged 0 passed ratio_per "per 1,000" 's/round: up/per: 1000, round: half up/' --rules spc
cat >"$work/rules/house.yaml" <<'END'
priceperf: 1
rules: house
checks:
  - {check: ratios, at_least: 2, clause: "4.1", words: two ratios}
  - {check: currency, clause: "4.2", words: a currency}
END
judged 0 unknown ratios "rules of one's own" 's/^$//' --rules house
judged 2 '' none "rules that there are not" 's/^$//' --rules nowhere | sed 's/^FAILED \(rules that there are not\): status 2$/ok \1/;/^ok/q'
says "a check of no name" "unknown value 'part_number'; did you mean 'part_numbers'?" 's/check: part_numbers/check: part_number/'
says "a check without its bound" "the check 'term' needs at_least:" 's/check: term, at_least: 3 years/check: term/'
says "a check without clause" "error" 's/clause: "SPC-1 3.6, of 2018", //'
says "rules are checked" "rules 'spc': 14 checks" ''
