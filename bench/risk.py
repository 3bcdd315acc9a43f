"""10^7 draws of 48000 / (reduction * copies * price), and their 5, 50 and 95 % quantiles.

Each measurement is a process of its own; the kinds take turns, and the ratios are
medians over the rounds, so that a busy machine disturbs all of them alike.  numpy draws
in two ways: by its own samplers, and a triangular number by its inverse distribution
function beside exp(normal); each ratio is against the faster one.
"""
import statistics
import subprocess
import sys
import time

DRAWS = 10_000_000
BLOCK = 100_000
ROUNDS = 7
LOW, MODE, HIGH = 0.15, 0.30, 0.75
MEDIAN, SPREAD = 1e-9, 1.5


def by_samplers(np, rng, n):
    reduction = rng.triangular(LOW, MODE, HIGH, n)
    return reduction, rng.lognormal(np.log(MEDIAN), np.log(SPREAD), n)


def by_inverse(np, rng, n):
    width = HIGH - LOW
    u = rng.random(n)
    left = LOW + np.sqrt(u * width * (MODE - LOW))
    right = HIGH - np.sqrt((1 - u) * width * (HIGH - MODE))
    reduction = np.where(u < (MODE - LOW) / width, left, right)
    return reduction, MEDIAN * np.exp(np.log(SPREAD) * rng.standard_normal(n))


def numpy_run(way, block):
    import numpy as np

    draw = {"samplers": by_samplers, "inverse": by_inverse}[way]
    rng = np.random.default_rng(1)
    copies = 1.0
    start = time.perf_counter()
    if block == DRAWS:
        reduction, price = draw(np, rng, DRAWS)
        root = 48000 / (reduction * copies * price)
    else:
        root = np.empty(DRAWS)
        for at in range(0, DRAWS, block):
            reduction, price = draw(np, rng, block)
            root[at : at + block] = 48000 / (reduction * copies * price)
    quantiles = np.percentile(root, [5, 50, 95])
    print(time.perf_counter() - start, *quantiles)


def measure(command):
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(words[0]), [float(w) for w in words[1:4]]


def main(program):
    me = [sys.executable, sys.argv[0], "--numpy"]
    ours = [program, str(DRAWS), "2", "1"]
    peers = {
        "numpy, blocks of 100000, samplers": me + ["samplers", str(BLOCK)],
        "numpy, blocks of 100000, inverse": me + ["inverse", str(BLOCK)],
        "numpy, whole arrays, samplers": me + ["samplers", str(DRAWS)],
        "numpy, whole arrays, inverse": me + ["inverse", str(DRAWS)],
    }
    times, ratios = [], {name: [] for name in peers}
    for _ in range(ROUNDS):
        before, quantiles = measure(ours)
        seconds = {name: measure(command) for name, command in peers.items()}
        own = (before + measure(ours)[0]) / 2
        times.append(own)
        for name, (taken, theirs) in seconds.items():
            ratios[name].append(taken / own)
            assert all(abs(a / b - 1) < 0.01 for a, b in zip(quantiles, theirs)), name
    print(f"risk: 10^7 draws of a break-even, 2 threads: {statistics.median(times):.3f} s")
    medians = {name: statistics.median(r) for name, r in ratios.items()}
    for name, ratio in medians.items():
        print(f"  {name}: {ratio:.1f} times as long ({min(ratios[name]):.1f} to {max(ratios[name]):.1f})")
    blocks = min(r for name, r in medians.items() if "blocks" in name)
    whole = min(r for name, r in medians.items() if "whole" in name)
    print(f"  ratio to numpy by blocks {blocks:.1f} (wanted: 3), whole arrays {whole:.1f} (wanted: 9)")


if sys.argv[1] == "--numpy":
    numpy_run(sys.argv[2], int(sys.argv[3]))
else:
    main(sys.argv[1])
