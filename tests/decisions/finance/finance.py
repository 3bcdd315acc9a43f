"""The figures of study.yaml worked out from the block's description, without the engine;
compares results.json with them.  finance.py RESULTS.JSON"""
import json
import sys

MACRS3 = [0.3333, 0.4445, 0.1481, 0.0741]
H = 6


def alternative(price, yearly, life, years, inflation, tax):
    """Flows 0 .. years of payments at the start of a year, and what was paid before tax."""
    day0 = 1.05 * 1.19
    bought = [price * day0 * (1 + inflation) ** t if t % life == 0 and (t < years or t == 0)
              else 0 for t in range(years + 1)]
    recurring = [0] + [yearly * day0 * (1 + inflation) ** (t - 1) for t in range(1, years + 1)]
    flow = [bought[t] + (recurring[t + 1] if t < years else 0) for t in range(years + 1)]
    book = sum(bought[:years])
    for t in range(1, years + 1):
        written = sum(bought[b] * MACRS3[t - b - 1] for b in range(t) if t - b <= 4)
        book -= written
        flow[t] -= tax * (recurring[t] + written)
    residual = 0.10 * [b for b in bought if b][-1]
    flow[years] += -residual + tax * (residual - book)
    return flow, sum(bought) - residual, sum(recurring)


def present(flow, inflation):
    rate = 1.05 * (1 + inflation) - 1
    return sum(x / (1 + rate) ** t for t, x in enumerate(flow))


def near(got, want, what):
    if abs(got - want) > 1e-9 * abs(want):
        sys.exit(f"{what}: engine {got!r}, here {want!r}")


CASES = {"base": (0.02, 0.3), "high-inflation": (0.06, 0.3), "no-tax": (0.02, 0.0)}
RAW = {"bought": (48000, 0.12 * 48000, 4), "rented": (25000, 15000, H)}
results = json.load(open(sys.argv[1]))
seen = 0
for a in results["alternatives"]:
    inflation, tax = CASES[a["scenario"]]
    price, yearly, life = RAW[a["id"]]
    flow, capex, opex = alternative(price, yearly, life, H, inflation, tax)
    where = f'{a["scenario"]} {a["id"]}'
    for t, x in enumerate(flow):
        near(a["cost_by_year"][t], x, f"{where} year {t}")
    near(a["cost_nominal"], sum(flow), f"{where} nominal")
    near(a["cost_total"], present(flow, inflation), f"{where} present value")
    near(a["capex"], capex, f"{where} capex")
    near(a["opex"], opex, f"{where} opex")
    own = alternative(price, yearly, life, life, inflation, tax)[0]
    rate = 1.05 * (1 + inflation) - 1
    annuity = (1 - (1 + rate) ** -life) / rate
    near(a["equivalent_annual_cost"], present(own, inflation) / annuity, f"{where} a year")
    seen += 1
assert seen == 6

# The break-even: the price at which both cost the same, by bisection here.
for b in results["break_even"]:
    inflation, tax = CASES[b["scenario"]]
    rented = present(alternative(*RAW["rented"], H, inflation, tax)[0], inflation)
    low, high = 1000.0, 200000.0
    for _ in range(200):
        mid = (low + high) / 2
        flow = alternative(mid, 0.12 * mid, 4, H, inflation, tax)[0]
        low, high = (mid, high) if present(flow, inflation) < rented else (low, mid)
    assert len(b["roots"]) == 1, b
    near(b["roots"][0], low, f'{b["scenario"]} break-even')


# The bought array as an investment against the rented one: the present value of what it
# saves is 0 at each rate of return, and at no other of a fine grid.
def saved(scenario):
    inflation, tax = CASES[scenario]
    a, b = [alternative(*RAW[k], H, inflation, tax)[0] for k in ("rented", "bought")]
    return [x - y for x, y in zip(a, b)]


def value(flow, rate):
    return sum(x / (1 + rate) ** t for t, x in enumerate(flow))


assert len(results["returns"]) == 3
assert any(r["rates_of_return"] for r in results["returns"])
for r in results["returns"]:
    flow = saved(r["scenario"])
    grid = [-0.9 + 0.001 * i + 1e-7 for i in range(11000)]
    signs = [value(flow, x) > 0 for x in grid]
    crossings = [x for x, p, q in zip(grid, signs, signs[1:]) if p != q]
    found = r["rates_of_return"]
    assert len([x for x in found if x > -0.9]) == len(crossings), (found, crossings)
    for x in found:
        assert abs(value(flow, x)) < 1e-6 * max(map(abs, flow)), (x, value(flow, x))
    inflation, tax = CASES[r["scenario"]]
    npv = present(flow, inflation)
    assert abs(r["net_present_value"] - npv) < 1e-6, (r["net_present_value"], npv)
