#!/usr/bin/env python3
"""Checks results.json of the compression case against what is known of it.

    results.py results.json [claims.yaml of the reference folder]

Prints a line a check.  The roots are worked out in the comments: a break-even is the
licence over what a TB saves, copies x reduction x 1000 USD.
"""
import json
import re
import sys

failed = False


def check(name, holds, got=""):
    global failed
    failed = failed or not holds
    print(f"ok {name}" if holds else f"FAILED {name}: {got}")


def close(a, b, relative):
    return a is not None and abs(a - b) <= relative * abs(b)


REDUCTION = 1 - 210808 / 273034  # seven TPC-C tables, MB before and after
ROOTS = {  # TB
    "article": 96,  # (4 x 10000 + 40 x 200) / (0.5 x 1000)
    "users-50": 100,
    "by-rule-processor": 80,
    "by-rule-named-user": 40,  # max(50, 4 x 25) x 200 = 20000
    "measured": 48 / REDUCTION,
    "copies-3": 16 / REDUCTION,
    "copies-3-licensed": 48 / REDUCTION,
    "with-support": 201.6,  # 48000 x (1 + 5 x 0.22)
    "lost-throughput": 596,  # 9 x 50000 + 8000 - 4 x 40000 = 298000
    "lost-throughput-executions": 196,  # 5 CPUs: 98000
    "lost-throughput-read": 496,  # 8 CPUs: 248000
    "own-database": 48 / REDUCTION,
}
SAYS = [  # what the report must say of its own accord
    ("two bases of throughput", r"26\.05 TPS.*21\.21 TPS.*28 TPS.*13 TPS"),
    ("reads are faster by rows", r"757\.3 rows a query against.*336\.6.*21\.0 %"),
    ("processors are one remedy", r"58 % CPU.*96 %"),
    ("assumed against measured", r"50 %.*22\.79 %"),
    ("not the whole database", r"7 of the schema's nine tables"),
    ("not how the vendor sells", r"by processor or by named user and never by both"),
    ("spreads without a source", r"spread of reduction is an assumption without a source"),
]

result = json.load(open(sys.argv[1]))
entries = {e["scenario"]: e for e in result["break_even"]}
for scenario, want in ROOTS.items():
    roots = entries[scenario]["roots"]
    check(f"break-even of {scenario}", len(roots) == 1 and close(roots[0], want, 1e-12),
          roots)
lost = entries["lost-throughput-measured"]
check("no break-even of lost-throughput-measured", lost["roots"] == [], lost["roots"])
check("its root beyond", close(lost["beyond"][0], 298 / REDUCTION, 1e-12), lost["beyond"])
check("its note says why", "298,000 USD" in lost["note"] and "1.308 PB" in lost["note"],
      lost["note"])
own = entries["own-database"]["at"]
check("own database", own["cheaper"] == "uncompressed" and own["value"] == 0.273034 and
      round(own["difference"], 2) == 47937.77, own)
for entry in result["break_even"]:
    spans = entry["intervals"]
    check(f"intervals of {entry['scenario']} cover the range",
          [spans[0]["from"], spans[-1]["to"]] == entry["range"] and
          all(a["to"] == b["from"] for a, b in zip(spans, spans[1:])), spans)
for name, draws in (("p5", 54.1), ("p50", 125.9), ("p95", 299.9)):
    check(f"risk {name}", close(result["risk"][0]["break_even"][name], draws, 0.01),
          result["risk"])
said = " ".join([f["text"] for f in result["findings"]] + result["warnings"])
for name, words in SAYS:
    check(name, re.search(words, said, re.DOTALL), said)
support = [a for a in result["alternatives"] if a["scenario"] == "with-support"]
check("support by year", support[1]["cost_by_year"] == [96000] + 5 * [10560], support)
check("undiscounted is nominal", all(a["cost_total"] == a["cost_nominal"]
                                     for a in result["alternatives"]))
for a in result["alternatives"]:
    if abs(sum(a["cost_by_year"]) - a["cost_nominal"]) > 1e-9 * a["cost_nominal"]:
        check("years add up to the total", False, a)
verdicts = {c["id"]: c["verdict"] for c in result["claims"]}
check("29 claims", len(verdicts) == 29, len(verdicts))
if len(sys.argv) > 2:
    pattern = re.compile(r"- \{id: (\S+), case: oracle-compression,.*verdict: (\w+)")
    want = dict(pattern.match(line).groups() for line in open(sys.argv[2])
                if pattern.match(line))
    wrong = {k: (v, verdicts.get(k)) for k, v in want.items() if verdicts.get(k) != v}
    check("verdicts of the reference", len(want) == 29 and not wrong, wrong)
else:
    print("skipped verdicts of the reference: there is no reference folder here")
sys.exit(failed)
