#!/bin/sh
# Every rule by which a claim is judged, at its edges.
"$PRICEPERF" audit tests/decisions/claims/study.yaml 2>/dev/null |
    sed -n 's/^\([a-z]*\) *\([a-z]*\)-\([a-z-]*\):.*/\1 \2 \3/p' |
    while read -r got want rest; do
        if [ "$got" = "$want" ]; then
            echo "ok $want $rest"
        else
            echo "FAILED $want $rest: judged $got"
        fi
    done
judged=$("$PRICEPERF" audit tests/decisions/claims/study.yaml 2>/dev/null |
    sed -n 's/^\([0-9]*\) claims:.*/\1/p')
written=$(grep -c 'quantity: q' tests/decisions/claims/claims.yaml)
if [ "$judged" = "$written" ]; then
    echo "ok all $written claims are judged"
else
    echo "FAILED $judged of $written claims are judged"
fi
