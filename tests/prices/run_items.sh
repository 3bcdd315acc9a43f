#!/bin/sh
# Items of the shipped price models in a study, each in its natural unit, add up to what
# a pocket calculator gives.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/study.yaml" <<'END'
priceperf: 1
study: items
currency: USD
prices_as_of: 2026-01-31
horizon: 3 years
discount_rate: 0 %/year
models:
  - hardware/disks-by-year.yaml
  - hardware/flash-by-year.yaml
  - hardware/memory-by-year.yaml
  - hardware/drives-arrays-2005-2018.yaml
  - hardware/electricity.yaml
  - cloud/aws-us-east-1.yaml
inputs:
  volume: {value: 500 GB}
alternatives:
  own:
    lines:
      - {item: disk-2008, quantity: 2 TB}                            # 200
      - {item: ssd-2015, quantity: 480 GB}                           # 120
      - {item: dram-2008, quantity: 64 GiB}                          # 655.36
      - {item: ds2246-24x450gb, quantity: 2 shelves}                 # 51120
      - {item: electricity-oregon-commercial-2023, quantity: 2 MWh}  # 198.40
  rented: # 36 months of 40, 15 and 5; 648 and 54.02 a month; 4730.40; 0.05; a year
    lines:
      - {item: aws/gp3, quantity: {capacity: volume, iops: 6000, throughput: 250 MB/s}}
      - {item: aws/m4.xlarge, quantity: {instances: 1}}
      - {item: mongodb/atlas-m30, quantity: 1}
      - {item: aws/s3-express, quantity: {capacity: 0 GB, get: 1000000 requests/month}}
END
check() { # NAME WANTED COMMAND...
    name=$1 want=$2
    shift 2
    got=$("$@" 2>&1)
    if echo "$got" | grep -q -F -e "$want"; then
        echo "ok $name"
    else
        echo "FAILED $name: no '$want' in"
        echo "$got"
    fi
}
"$PRICEPERF" price "$work/study.yaml" --json >"$work/json" 2>"$work/log" || cat "$work/log"
check "hardware items" 52293.76 cat "$work/json"
# 12 * 60 + 12 * 54.02 + 8760 * 0.54 + 12 * 0.03 = 6099 a year, and 648 at 0, 1 and 2
check "what is paid by month and hour, and the next term" '"yearly": 6747' \
    "$PRICEPERF" whatif "$work/study.yaml" --json
check "an upfront payment is due for each year's term" '"cost_nominal": 20241' \
    "$PRICEPERF" whatif "$work/study.yaml" --json
check "a stale price warns" "the price of Disk, lowest price of 2008 is of 2008" cat "$work/log"

# Two currencies: refused, refused without the rate's date, and added with it.
euros() { # INPUTS PRICE
    cat <<END
priceperf: 1
study: euros
currency: USD
prices_as_of: 2026-01-31
horizon: 1 year
discount_rate: 0 %/year
models: [cloud/scaleway-2025.yaml]
inputs: {$1}
alternatives:
  a:
    lines:
      - {item: scaleway-windows-standard, quantity: 16 cores * 12 months$2}
      - {item: cable, quantity: 1, price: 20 USD, source: s, as_of: 2026-01-01}
END
}
euros "size: 16" "" >"$work/refused.yaml"
euros "eur: 1.25 USD/EUR" ", price: 3.15 EUR/core/month * eur" >"$work/undated.yaml"
euros "eur: {value: 1.25 USD/EUR, as_of: 2026-01-30}" \
    ", price: 3.15 EUR/core/month * eur" >"$work/dated.yaml"
check "two currencies do not add" \
    "refused.yaml:12:53: error: quantity times price is in EUR and not in USD" \
    "$PRICEPERF" check "$work/refused.yaml"
check "a rate without a date is refused" \
    "undated.yaml:8:15: error: a rate between two currencies without a date; write" \
    "$PRICEPERF" check "$work/undated.yaml"
# 16 * 12 * 3.15 * 1.25 + 20
check "a dated rate converts" '"extended": 776' "$PRICEPERF" price --json "$work/dated.yaml"

# Yen have no minor unit: 3 x 33.4 are 3 lines of 33, 100.2 in all.
cat >"$work/yen.yaml" <<'END'
priceperf: 1
study: yen
currency: JPY
prices_as_of: 2026-01-31
horizon: 1 year
discount_rate: 0 %/year
alternatives:
  a:
    lines:
      - {item: x, quantity: 1, price: 33.4 JPY, source: s, as_of: 2026-01-01}
      - {item: y, quantity: 1, price: 33.4 JPY, source: s, as_of: 2026-01-01}
      - {item: z, quantity: 1, price: 33.4 JPY, source: s, as_of: 2026-01-01}
END
"$PRICEPERF" price --csv "$work/yen.yaml" >"$work/yen.csv" 2>&1
check "a bill in yen" "rounding of the lines, half up" cat "$work/yen.csv"
check "its rounding" ",1,JPY" grep rounding "$work/yen.csv"
check "its total" ",100,JPY" grep total "$work/yen.csv"
