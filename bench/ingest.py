"""100 MB of fio JSON in 800 files and in one, 5 million rows of a per-IO log: priceperf
and what people use instead, in turns, each a process of its own, files in the page
cache.  Prints medians, the ratio and the most memory of each.

    python3 bench/ingest.py build/release/priceperf [ROUNDS]
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

MANY = """
import glob, json, sys
for path in sorted(glob.glob(sys.argv[1] + '/*')):
    with open(path) as f:
        d = json.load(f)
    for j in d['jobs']:
        j['read']['iops'], j['write']['clat_ns']['mean']
"""
ONE = """
import json, sys
with open(sys.argv[1]) as f:
    d = json.load(f)
for j in d['jobs']:
    j['read']['iops'], j['write']['clat_ns']['mean']
"""
LOG = """
import sys
import numpy as np
a = np.loadtxt(sys.argv[1], delimiter=',', dtype=np.int64, usecols=(1, 2))
for d in (0, 1):
    v = a[a[:, 1] == d, 0]
    len(v), v.mean(), np.percentile(v, [50, 99, 99.9])
"""


def run(command):
    """Seconds, seconds of processor time, and the most memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status != 0:
        sys.exit("failed: %s" % command)
    seconds = time.perf_counter() - start
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compare(what, megabytes, ours, peer, name, rounds):
    results = {"priceperf": [], name: []}
    run(ours)
    for _ in range(rounds):
        results["priceperf"].append(run(ours))
        results[name].append(run(peer))
    wall = {k: statistics.median(r[0] for r in v) for k, v in results.items()}
    busy = {k: statistics.median(r[1] for r in v) for k, v in results.items()}
    for k, v in results.items():
        print("%-20s %-13s %6.0f MB/s %6.2f s of processor %5.0f MB of memory" %
              (what, k, megabytes / wall[k], busy[k], max(r[2] for r in v)))
    print("%-20s ours is %.1f times as fast, with %.1f times less processor time" %
          (what, wall[name] / wall["priceperf"], busy[name] / busy["priceperf"]))


def make_json(folder):
    """Documents as fio writes them, from one that it wrote, until they hold 100 MB."""
    with open("tests/readers/fio-json/two_groups.json") as f:
        document = json.load(f)
    job, jobs = document["jobs"][0], []
    job["groupid"] = 0
    size = len(json.dumps(job, indent=2))
    per_file = max(1, 88000 // size)
    document["jobs"] = [job] * per_file
    text = json.dumps(document, indent=2).replace('":', '" :')
    os.mkdir(folder + "/many")
    files = 100 * 10**6 // len(text)
    for i in range(files):
        with open("%s/many/%04d.json" % (folder, i), "w") as f:
            f.write(text)
    document["jobs"] = [job] * (per_file * files)
    with open(folder + "/one.json", "w") as f:
        f.write(json.dumps(document, indent=2).replace('":', '" :'))
    return files, len(text) * files / 1e6


def make_log(path, rows):
    random.seed(1)
    with open(path, "w") as f:
        for start in range(0, rows, 100000):
            f.write("".join("%d, %d, %d, 4096\n" %
                            (i // 50, random.lognormvariate(11, 0.5), i % 10 > 6)
                            for i in range(start, start + 100000)))


def make(folder):
    print(*make_json(folder))
    make_log(folder + "/x_clat.1.log", 5000000)


def main():
    if sys.argv[1] == "--make":
        make(sys.argv[2])
        return
    ours, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        # In a process of its own: memory of a child counts from that of its parent.
        words = subprocess.check_output([sys.executable, __file__, "--make", folder])
        files, megabytes = words.split()
        many, one, log = folder + "/many", folder + "/one.json", folder + "/x_clat.1.log"
        compare("JSON, %d files" % int(files), float(megabytes),
                [ours, "ingest", many, "--json"],
                [sys.executable, "-c", MANY, many], "python3 json", rounds)
        compare("JSON, one file", os.path.getsize(one) / 1e6,
                [ours, "ingest", one, "--json"], [sys.executable, "-c", ONE, one],
                "python3 json", rounds)
        compare("log, 5 million rows", os.path.getsize(log) / 1e6,
                [ours, "ingest", log, "--json"], [sys.executable, "-c", LOG, log],
                "numpy.loadtxt", rounds)


main()
