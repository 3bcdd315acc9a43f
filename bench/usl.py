"""Residual bootstrap of the USL fit of bench/usl.c with scipy's curve_fit and its
Jacobian: python3 bench/usl.py DRAWS REPEATS"""

import sys
import time

import numpy as np
from scipy.optimize import curve_fit

x = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64], float)
y = np.array([1012.3, 1935.1, 2790.8, 3655.9, 5211.4, 6480.7,
              8611.2, 9874.5, 11532.6, 11693.4, 11188.1, 10235.2])


def usl(n, a, s, k):
    return a * n / (1 + s * (n - 1) + k * n * (n - 1))


def slope(n, a, s, k):
    d = 1 + s * (n - 1) + k * n * (n - 1)
    t = -a * n * (n - 1) / (d * d)
    return np.column_stack((n / d, t, t * n))


draws, repeats = int(sys.argv[1]), int(sys.argv[2])
best, _ = curve_fit(usl, x, y, [1000, 0.03, 0.001], sigma=np.abs(y), jac=slope)
line = usl(x, *best)
rest = (y - line) / y
rest = (rest - rest.mean()) * np.sqrt(12 / 9)
random = np.random.default_rng(1)
for _ in range(repeats):
    peaks = np.empty(draws)
    before = time.perf_counter()
    for i in range(draws):
        made = line + random.choice(rest, 12) * y
        p, _ = curve_fit(usl, x, made, best, sigma=np.abs(made), jac=slope)
        peaks[i] = np.sqrt((1 - p[1]) / p[2])
    took = time.perf_counter() - before
    low, high = np.quantile(peaks, [0.025, 0.975])
    print(f"{took:.6f} s, peak {low:.3f} to {high:.3f}")
