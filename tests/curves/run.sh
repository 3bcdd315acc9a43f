#!/bin/sh
# priceperf fit on small tables: contract, refusals, words.  Prints a line a check.
set -u
P=${PRICEPERF:-build/release/priceperf}
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT

check() { # NAME STATUS-OF-THE-TEST
    if [ "$2" -eq 0 ]; then echo "ok fit $1"; else
        echo "FAILED fit $1"
        cat "$T/out" "$T/err"
    fi
}
fit() {
    "$P" fit "$@" >"$T/out" 2>"$T/err"
    status=$?
}
has() { grep -qF -- "$1" "$T/out" "$T/err"; }
# The value of a Python expression over the first JSON line `f` is true.
json() { python3 -c 'import json,sys
f=json.loads(open(sys.argv[1]).readline())
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$T/out" "$1"; }

cat >"$T/pods.csv" <<END
pods,rate
1,60
2,120
4,220
8,400
12,440
16,490
END
fit "$T/pods.csv" --x pods --y rate --model usl --weights equal --json
json 'abs(f["peak"]["x"]-16.68)<0.005 and abs(f["rss"]-805.643017654943)<1e-5 and
f["weights"]=="equal" and f["n"]==6 and f["range"]==[1,16] and f["peak"]["high"] is None
and abs(f["parameters"]["kappa"]["stderr"]-0.00132734357651222)<1e-9' && [ $status -eq 0 ]
check "peak with equal weights" $?
fit "$T/pods.csv" --x pods --y rate --model usl --json
json 'abs(f["peak"]["x"]-16.44)<0.005 and f["weights"]=="relative" and f["peak"]["proved"]'
check "peak with relative weights" $?
fit "$T/pods.csv" --x pods --y rate --model usl --bootstrap pairs --draws 200 --json
json '"pairs" in f["intervals"] and f["series"]=="" and f["flags"]==[m["flag"] for m in f["messages"]]'
check "bootstrap" $?

cat >"$T/three.csv" <<END
host,entries,auth
T2000,250000,8770
T2000,1000000,8800
T2000,5000000,7408.885
rx2620,250000,11402
rx2620,1000000,11089
rx2620,5000000,3924
END
fit "$T/three.csv" --x entries --y auth --by host --at 10000000 --json
[ $status -eq 0 ] && [ "$(wc -l <"$T/out")" -eq 2 ] &&
    json 'f["model"] is None and f["parameters"]=={} and f["at"][0]["y"] is None and
"ends at" in f["at"][0]["refused"] and f["flags"]==["no_law","hypothesis"] and len(f["rejected"])>10'
check "three points name no law" $?

fit "$T/pods.csv" --x pod --y rate
[ $status -eq 2 ] && has "did you mean 'pods'" && [ ! -s "$T/out" ]
check "unknown column" $?
fit "$T/pods.csv" --x pods --y rate --model ussl
[ $status -eq 2 ] && has "did you mean usl"
check "unknown law" $?
fit "$T/pods.csv" --x pods
[ $status -eq 2 ] && has "--x and --y are needed"
check "what is fitted must be said" $?
printf 'n,time\n1,2 ms\n2,3 ms\n3,4 B\n' >"$T/mixed.csv"
fit "$T/mixed.csv" --x n --y time
[ $status -eq 2 ] && has "mixed.csv:4:3" && has "one curve has one unit"
check "mixed units have a place" $?
printf 'n,rate\n1,10\n2,nan\n3,30\n' >"$T/nan.csv"
fit "$T/nan.csv" --x n --y rate
[ $status -eq 2 ] && has "nan.csv:3:3"
check "nan has a place" $?
printf 'n,rate\n4,10\n4,11\n4,12\n' >"$T/same.csv"
fit "$T/same.csv" --x n --y rate
[ $status -eq 0 ] && has "nothing can be said about other sizes"
check "equal x" $?
printf 'n,rate\n1,0\n2,5\n3,9\n4,15\n5,20\n6,24\n' >"$T/zero.csv"
fit "$T/zero.csv" --x n --y rate --weights relative
[ $status -eq 2 ] && has "zero.csv:2:3" && has "use equal weights"
check "a measured zero" $?
fit "$T/none.csv" --x n --y rate
[ $status -ne 0 ] && [ -s "$T/err" ]
check "no file" $?

# M/M/1 of 1 ms: 10 ms at 900/s.
printf 'rate,latency\n100,1.1111 ms\n300,1.4286 ms\n500,2.0000 ms\n700,3.3333 ms\n800,5.0000 ms\n950,20.000 ms\n' >"$T/mm1.csv"
fit "$T/mm1.csv" --x rate --y latency --solve '10 ms' --json
json 'f["model"]=="mm1" and abs(f["parameters"]["service"]["value"]-1e-3)<1e-6 and
abs(f["solve"][0]["x"][0]-900)<1 and abs(f["edge"]-1000)<1'
check "latency over load" $?
fit "$T/mm1.csv" --x rate --y latency --model mmc
[ $status -eq 0 ] && has "give servers"
check "servers must be given" $?
fit "$T/mm1.csv" --x rate --y latency --model mmc --given servers=1 --json
json 'f["parameters"]["servers"]["held"]=="given" and abs(f["parameters"]["service"]["value"]-1e-3)<1e-6'
check "servers given" $?

cat >"$T/users.csv" <<END
users,tps
1,1018
2,1926
4,3663
8,6352
12,8709
16,9985
24,11370
32,12055
48,11200
64,10176
END
fit "$T/users.csv" --x users --y tps --at 20 --at 90 --solve 9000 --compare
[ $status -eq 0 ] && has "tps peaks at" && has "Beyond 64 users the measurements say nothing." &&
    has "No value at 90 users" && has "9000 takes" && has "AICc is"
check "sentences" $?
fit "$T/users.csv" --x users --y tps --csv
[ "$(sed -n 1p "$T/out")" = "series,model,parameter,value,stderr,low,high,hold" ] && has ",usl,kappa,"
check "csv" $?
fit "$T/users.csv" --x users --y tps --chart "$T/c.svg"
[ $status -eq 0 ] && [ -s "$T/c.svg" ] && [ -s "$T/c-residuals.svg" ]
check "chart" $?
fit "$T/users.csv" --x users --y tps --bootstrap residual --draws 1000 --threads 1 --json
cp "$T/out" "$T/one"
fit "$T/users.csv" --x users --y tps --bootstrap residual --draws 1000 --threads 3 --json
cmp -s "$T/one" "$T/out"
check "same bytes on any number of threads" $?
fit "$T/users.csv" --x users --y tps --json
cp "$T/out" "$T/one"
(head -1 "$T/users.csv"; tail -n +2 "$T/users.csv" | sort -r) >"$T/turned.csv"
fit "$T/turned.csv" --x users --y tps --json
cmp -s "$T/one" "$T/out"
check "same bytes in any order of rows" $?

# Curves in a study: values, sizes at a value and peaks as quantities of the graph.
mkdir "$T/study"
cp "$T/users.csv" "$T/study/users.csv"
cat >"$T/study/study.yaml" <<END
priceperf: 1
study: scaling
currency: USD
prices_as_of: 2024-06-01
horizon: 3 years
discount_rate: 5 %/year
runs:
  - file: users.csv
    system: big
    parameters: {users: "{users}"}
    measurements:
      - {metric: throughput, value: tps, unit: 1/s}
inputs:
  planned: {value: 20, range: [1, 60], source: buyer}
  server_price: {value: 9000 USD, source: offer, as_of: 2024-05-01}
curves:
  tps_planned: {metric: throughput, over: users, at: planned, model: usl}
  users_for_9000: {metric: throughput, over: users, solve: 9000 1/s, model: usl}
  best_users: {metric: throughput, over: users, take: peak, model: usl}
alternatives:
  one:
    lines: [{item: server, quantity: 1, price: server_price, source: offer, as_of: 2024-05-01}]
  two:
    lines: [{item: server, quantity: 2, price: server_price * 0.7, source: offer, as_of: 2024-05-01}]
scenarios:
  base: {}
  more: {planned: 40}
END
fit "$T/users.csv" --x users --y tps --model usl --at 20 --at 40 --solve 9000 --json
cp "$T/out" "$T/fit"
"$P" whatif "$T/study/study.yaml" --json >"$T/out" 2>"$T/err"
python3 - "$T/fit" "$T/out" <<'END' >>"$T/err" 2>&1
import json, sys
fit = json.loads(open(sys.argv[1]).readline())
scenarios = json.load(open(sys.argv[2]))["scenarios"]
q = [s["quantities"] for s in scenarios]
pairs = [(q[0]["tps_planned"]["value"], fit["at"][0]["y"]),
         (q[1]["tps_planned"]["value"], fit["at"][1]["y"]),
         (q[0]["users_for_9000"]["value"], fit["solve"][0]["x"][0]),
         (q[1]["best_users"]["value"], fit["peak"]["x"]),
         (q[0]["tps_planned_kappa"]["value"], fit["parameters"]["kappa"]["value"])]
bad = [p for p in pairs if abs(p[0] - p[1]) > 1e-9 * abs(p[1])]
assert not bad, bad
assert "best_users_kappa" not in q[0]
END
check "curves of a study are those of fit" $?
study() { # SED-SCRIPT: the study changed so
    sed "$1" "$T/study/study.yaml" >"$T/study/changed.yaml"
    "$P" price "$T/study/changed.yaml" >"$T/out" 2>"$T/err"
    status=$?
}
study 's/more: {planned: 40}/more: {planned: 100}/'
[ $status -eq 2 ] && has "changed.yaml:17:3: error: in scenario more this curve is asked at 100 users"
check "a scenario outside the measured range" $?
study 's/at: planned, model: usl/at: planned, model: usl, extrapolate: 60 %/; s/planned: 40/planned: 100/'
[ $status -eq 0 ]
check "unless it is allowed" $?
study 's/take: peak/take: knee/'
[ $status -eq 2 ] && has "no such thing in closed form"
check "a law without a knee" $?
study 's/at: planned, model/at: planned * 1 s, model/'
[ $status -eq 2 ] && has "the size is in s here; it must be a bare number"
check "a size in another unit" $?
(head -4 "$T/users.csv") >"$T/study/users.csv"
study '/solve: 9000/d; /take: peak/d; s/, model: usl//; s/value: 20, range: .1, 60./value: 3/; s/planned: 40/planned: 4/'
[ $status -eq 0 ] && has "carry no law"
check "three points are straight lines in a study too" $?
cp "$T/users.csv" "$T/study/users.csv"
study 's/^scenarios:/questions:\n  - {break_even: fee, between: [one, two], id: p}\n  - {risk: [one, two], of: p, draws: 20000, seed: 1}\nscenarios:/
s/^inputs:/inputs:\n  fee: {value: 1 USD*s, range: [0.1 USD*s, 10 USD*s], source: offer}/
s/quantity: 2, price: server_price \* 0.7/quantity: 1, price: fee * tps_planned/'
"$P" report "$T/study/changed.yaml" -o "$T/report" >"$T/out" 2>"$T/err"
python3 - "$T/fit" "$T/report/results.json" <<'END' >>"$T/err" 2>&1
import json, sys
at = json.loads(open(sys.argv[1]).readline())["at"][0]
risk = json.load(open(sys.argv[2]))["risk"][0]["break_even"]
# 90 % of normal draws against the fit's 95 % with t of 7 degrees of freedom: 1.645 / 2.365
half = (9000 / risk["p5"] - 9000 / risk["p95"]) / (at["high"] - at["low"])
assert abs(half - 0.6956) < 0.02, half
assert abs(9000 / risk["p50"] - at["y"]) < 0.002 * at["y"]
END
check "draws err as the fit does" $?
pdftotext -layout "$T/report/report.pdf" "$T/out" 2>"$T/err" && has "Scaling curves" && has "throughput peaks at" &&
    has "kappa" && has "What the curve leaves"
check "curves in the report" $?
