"""Random finance blocks: what the engine says of a study is what the block's description
gives, worked out here without it.  random_blocks.py PRICEPERF STUDIES"""
import json
import os
import random
import subprocess
import sys
import tempfile

MACRS = {3: [0.3333, 0.4445, 0.1481, 0.0741],
         5: [0.2, 0.32, 0.192, 0.1152, 0.1152, 0.0576],
         7: [0.1429, 0.2449, 0.1749, 0.1249, 0.0893, 0.0892, 0.0893, 0.0446]}


def shares(method, life):
    if method == "macrs":
        return MACRS[life]
    if method == "straight":
        return [1 / life] * life
    left, out = 1.0, []
    for t in range(1, life + 1):
        out.append(min(max(left * 2 / life, left / (life - t + 1)), left))
        left -= out[-1]
    return out


def flows(price, yearly, life, years, b):
    inflation, start, tax = b["inflation"], b["timing"] == "start", b["tax"]
    extra = (1 + b["contingency"]) * (1 + b["vat"])
    grown = (1 + inflation) * (1 - b["decline"])
    bought = [price * extra * grown ** t if t % life == 0 and (t < years or t == 0)
              else 0 for t in range(years + 1)]
    paid = [0] + [yearly * extra * (1 + inflation) ** (t - 1 if start else t)
                  for t in range(1, years + 1)] + [0]
    flow = [bought[t] + (paid[t + 1] if start else paid[t]) for t in range(years + 1)]
    residual = b["residual"] * [x for x in bought if x][-1]
    book = sum(bought)
    for t in range(1, years + 1):
        written = 0
        if b["depreciation"]:
            part = shares(*b["depreciation"])
            written = sum(bought[k] * part[t - k - 1] for k in range(t) if t - k <= len(part))
        book -= written
        flow[t] -= tax * (paid[t] + written)
    flow[years] += -residual + (tax * (residual - book) if b["depreciation"] else 0)
    return flow


def draw(rng):
    def maybe(most):
        return rng.randint(0, most) / 100 if rng.random() < 0.6 else 0
    block = {"inflation": maybe(9), "contingency": maybe(30), "vat": maybe(25),
             "decline": maybe(30),
             "residual": maybe(50), "tax": maybe(50), "timing": rng.choice(["start", "end"]),
             "depreciation": None}
    block["rate"] = rng.choice(["real", "nominal"])
    if rng.random() < 0.7:
        block["depreciation"] = (rng.choice(["straight", "declining", "macrs"]),
                                 rng.choice([3, 5, 7]))
    return block


def study(rng, block, price, support, horizon, life, rate):
    lines = ["priceperf: 1", "study: random", "currency: USD", "prices_as_of: 2026-01-31",
             f"horizon: {horizon} years", f"discount_rate: {rate} %/year", "finance:"]
    for key, value in block.items():
        if key == "depreciation":
            if value:
                lines.append("  depreciation: {method: %s, life: %d years}" % value)
        elif key in ("timing", "rate"):
            lines.append(f"  {key}: {value}")
        else:
            year = "/year" if key in ("inflation", "decline") else ""
            lines.append(f"  {key}: {round(value * 100)} %{year}")
    lines += ["alternatives:", "  a:", f"    life: {life} years", "    lines:",
              f"      - {{item: x, quantity: 1, price: {price} USD, support: {support} %/year, "
              "source: s, as_of: 2026-01-01}"]
    return "\n".join(lines) + "\n"


def main():
    rng = random.Random(2026)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "study.yaml")
        for trial in range(int(sys.argv[2])):
            block, horizon, life = draw(rng), rng.randint(1, 9), rng.randint(1, 10)
            price, support, rate = rng.randint(1, 99999), rng.randint(0, 40), rng.randint(0, 12)
            text = study(rng, block, price, support, horizon, life, rate)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            said = subprocess.run([sys.argv[1], "whatif", path, "--json"], check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            got = json.loads(said)["scenarios"][0]["alternatives"][0]
            flow = flows(price, price * support / 100, life, horizon, block)
            factor = 1 + rate / 100
            if block["rate"] == "real":
                factor *= 1 + block["inflation"]
            size = sum(map(abs, flow))
            for key, want in [("cost_nominal", sum(flow)),
                              ("cost_total", sum(x / factor ** t for t, x in enumerate(flow)))]:
                if abs(got[key] - want) > 1e-10 * size:
                    sys.exit(f"study {trial}: {key} {got[key]!r}, here {want!r}\n{text}")


if __name__ == "__main__":
    main()
