"""10^5 configurations of processor licences: 100 sizes of server, 1000 numbers of them.

The rule is Oracle's: cores times the core factor, rounded up on each server, at the list
price, with support for three years.  Python says it in a function of five lines; its
values and ours must be the same in every row.  Both write a CSV of all configurations.
Each measurement is a process of its own; the kinds take turns.
"""
import csv
import io
import math
import statistics
import subprocess
import sys
import tempfile
import time

CORES, SERVERS, YEARS, ROUNDS = 100, 1000, 3, 5
STUDY = f"""priceperf: 1
study: licences
currency: USD
prices_as_of: 2025-03-31
horizon: {YEARS} years
discount_rate: 0 %/year
models: [licences/oracle.yaml]
inputs: {{servers: 1, cores: 8}}
clusters: {{db: {{hosts: servers, cores: cores, cpu: Intel Xeon}}}}
alternatives:
  buy: {{lines: [{{licence: oracle/database-ee, machines: all, reading: per_server}}]}}
"""


def rule(servers, cores):
    licences = servers * math.ceil(cores * 0.5)
    once = licences * 47500
    support = once * 22 / 100
    return licences, once, support, once + YEARS * support


def by_python():
    out = csv.writer(sys.stdout)
    out.writerow(["cores", "servers", "licences", "once", "support", "total"])
    for cores in range(1, CORES + 1):
        for servers in range(1, SERVERS + 1):
            out.writerow([cores, servers, *rule(servers, cores)])


def measure(command):
    start = time.perf_counter()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - start, text


def numbers(text, names):
    rows = csv.DictReader(io.StringIO(text))
    return [[float(row[name]) for name in names] for row in rows]


def main(program):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as study:
        study.write(STUDY)
        study.flush()
        ours = [program, "whatif", study.name, "--sweep", f"cores=1:{CORES}:{CORES}",
                "--sweep", f"servers=1:{SERVERS}:{SERVERS}", "--licences", "--csv"]
        theirs = [sys.executable, sys.argv[0], "--python"]
        times, ratios = [], []
        for _ in range(ROUNDS):
            own, our_text = measure(ours)
            peer, their_text = measure(theirs)
            times.append(own)
            ratios.append(own / peer)
    mine = ["cores", "servers", "buy_licences", "buy_one_time_USD", "buy_a_year_USD", "buy_USD"]
    a = numbers(our_text, mine)
    b = numbers(their_text, ["cores", "servers", "licences", "once", "support", "total"])
    assert len(a) == len(b) == CORES * SERVERS and a == b, "the values differ"
    print(f"licences: {len(a)} configurations by the steps of a model: "
          f"{statistics.median(times):.2f} s (wanted: 1), {min(times):.2f} to {max(times):.2f}")
    print(f"  a python function of this one rule: {1 / statistics.median(ratios):.1f} times as long; "
          f"all values are equal")


if sys.argv[1] == "--python":
    by_python()
else:
    main(sys.argv[1])
