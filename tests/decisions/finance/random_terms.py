"""Random studies with leases, growth, part payments, months, other currencies, dates and
day counts: what the engine says is what FINANCE.md says, worked out here without it.
With LibreOffice's own functions beside, where there is one.
random_terms.py PRICEPERF STUDIES"""
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../libreoffice"))
    from office import Office
except ImportError:
    Office = None
RELATIVE = 1e-10
START = datetime.date(2026, 10, 1)
MONTHS = {"monthly": 12, "quarterly": 4, "half-yearly": 2, "yearly": 1}


def later(months):
    month = START.month - 1 + months
    return datetime.date(START.year + month // 12, month % 12 + 1, START.day)


def span(days, day):
    """Years from the start to a day by a convention."""
    if days == "act/365":
        return (day - START).days / 365
    if days == "act/360":
        return (day - START).days / 360
    if days == "act/act":
        years, year = 0.0, START.year
        while year <= day.year:
            a = max(START, datetime.date(year, 1, 1))
            b = min(day, datetime.date(year + 1, 1, 1))
            length = (datetime.date(year + 1, 1, 1) - datetime.date(year, 1, 1)).days
            years += (b - a).days / length if b > a else 0
            year += 1
        return years
    # day 1 to 28 only: both 30/360 agree
    return ((day.year - START.year) * 360 + (day.month - START.month) * 30
            + day.day - START.day) / 360


class Flows:
    """What one alternative pays: (entry, amount, time in years, day paid)."""

    def __init__(self, study):
        self.s, self.list = study, []
        h = study["horizon"]
        self.capital, self.deductible = [0] * (h + 2), [0] * (h + 2)
        self.capex = self.opex = self.tax = self.salvage = 0

    def years(self, t):
        return span(self.s["days"], later(12 * t)) if self.s["days"] else t

    def pay(self, kind, entry, amount, years, day):
        self.list.append((entry, amount, years, day))
        setattr(self, kind, getattr(self, kind) + amount)

    def at(self, kind, t, amount, end):
        day = later(12 * t) - datetime.timedelta(days=end)
        self.pay(kind, t, amount, self.years(t), day)

    def within(self, kind, t, each, count, parts, advance):
        a, b = self.years(t - 1), self.years(t)
        for k in range(count):
            i = k if advance else k + 1
            day = later(12 * (t - 1) + 12 * i // parts)
            day -= datetime.timedelta(days=0 if advance else 1)
            self.pay(kind, t, each, a + (b - a) * i / parts, day)


def paid(s, line, amount, t):
    rates = line.get("fx") or [1]
    amount *= rates[min(t, len(rates) - 1)]
    return amount * (1 + s["inflation"]) ** t * (1 + s["contingency"]) * (1 + s["vat"])


def purchase(f, s, line):
    life, decline = line["life"] or s["life"], line["decline"]
    decline = s["decline"] if decline is None else decline
    times = []
    for t in range(s["horizon"]):
        g = 1 + line["growth"]
        q = 1.0 if t == 0 else g ** t - g ** (t - 1)
        q += times[t - life] if t >= life else 0
        times.append(q)
        if q == 0:
            continue
        amount = paid(s, line, line["price"] * q * (1 - decline) ** t, t)
        if line["capital"]:
            f.capital[t] += amount
        else:
            f.deductible[t + 1] += amount
        kind = "capex" if line["capital"] else "opex"
        if t == 0 and line["paid"]:
            for day, share in line["paid"]:
                entry = next(e for e in range(99) if later(12 * e) >= day)
                f.pay(kind, entry, amount * share, span(s["days"] or "act/365", day), day)
        else:
            f.at(kind, t, amount, False)
        if line["capital"] and t + life >= s["horizon"]:
            f.salvage += amount * s["residual"]


def recurring(f, s, line):
    start = (line["timing"] or s["timing"]) == "start"
    parts = MONTHS[line["payments"]]
    for t in range(1, s["horizon"] + 1):
        amount = line["yearly"] * (1 + line["growth"]) ** (t - 1)
        if line["price"] == 0 and line["decline"] is not None:
            amount *= (1 - line["decline"]) ** (t - 1)
        amount = paid(s, line, amount, t - 1 if start or parts > 1 else t)
        f.deductible[t] += amount
        if parts > 1:
            f.within("opex", t, amount / parts, parts, parts, start)
        else:
            f.at("opex", t - 1 if start else t, amount, not start)


def pmt(rate, n, price, option, advance):
    if rate == 0:
        return (price - option) / n
    v = (1 + rate) ** -n
    return (price - option * v) * rate / (1 - v) / (1 + rate if advance else 1)


def lease(f, s, line):
    parts = MONTHS[line["payments"]]
    n = line["months"] * parts // 12
    load = (1 + s["contingency"]) * (1 + s["vat"])
    each = pmt(line["rate"] / parts, n, line["price"], line["option"], line["advance"])
    for t in range(1, s["horizon"] + 1):
        count = min(parts, n - parts * (t - 1))
        if count <= 0:
            break
        f.deductible[t] += each * load * count
        if parts == 1:
            f.at("opex", t - 1 if line["advance"] else t, each * load, not line["advance"])
        else:
            f.within("opex", t, each * load, count, parts, line["advance"])
    if line["buy"]:
        entry, rest = -(-line["months"] // 12), line["months"] % 12
        f.capital[entry] += line["option"] * load
        if rest == 0:
            f.at("capex", entry, line["option"] * load, True)
        else:
            a, b = f.years(entry - 1), f.years(entry)
            f.pay("capex", entry, line["option"] * load, a + (b - a) * rest / 12,
                  later(line["months"]) - datetime.timedelta(days=1))
        f.salvage += line["price"] * load * s["residual"]


def shares(s):
    if s["method"] == "straight":
        return [1 / s["write"]] * s["write"]
    left, out = 1.0, []
    for t in range(s["write"]):
        out.append(min(left, max(left * 2 / s["write"], left / (s["write"] - t))))
        left -= out[-1]
    return out


def flows(s):
    f, h = Flows(s), s["horizon"]
    for line in s["lines"]:
        if line["kind"] == "lease":
            lease(f, s, line)
            continue
        if line["price"]:
            purchase(f, s, line)
        if line["yearly"]:
            recurring(f, s, line)
    book = sum(f.capital)
    if s["tax"]:
        for t in range(1, h + 1):
            off = sum(f.capital[b] * shares(s)[t - b - 1] for b in range(t) if t - b <= s["write"])
            book -= off
            f.at("tax", t, -s["tax"] * (f.deductible[t] + off), True)
    if f.salvage:
        f.at("capex", h, -f.salvage, True)
    if s["tax"]:
        f.at("tax", h, s["tax"] * (f.salvage - book), True)
    return f


def draw_line(rng, s):
    kind = rng.choice(["item", "item", "rent", "lease"])
    if kind == "lease":
        payments = rng.choice(sorted(MONTHS))
        step = 12 // MONTHS[payments]
        return {"kind": kind, "price": rng.randint(100, 90000), "payments": payments,
                "months": step * rng.randint(1, 12 * s["horizon"] // step),
                "advance": rng.random() < 0.5, "rate": rng.randint(0, 14) / 100,
                "option": rng.choice([0, rng.randint(1, 90)]), "buy": rng.random() < 0.5}
    line = {"kind": kind, "life": rng.choice([None, rng.randint(1, 9)]),
            "decline": rng.choice([None, rng.randint(0, 30) / 100]),
            "growth": rng.choice([0, rng.randint(0, 30) / 100]),
            "capital": rng.random() < 0.8, "timing": rng.choice([None, "start", "end"]),
            "payments": rng.choice(sorted(MONTHS)), "paid": None,
            "fx": rng.choice([None, [1.1], [1.1, 1.07, 1.2]])}
    line["price"] = rng.randint(100, 90000) if kind == "item" else 0
    line["yearly"] = (line["price"] * rng.choice([0, 0.12]) if kind == "item"
                      else rng.randint(10, 9000))
    if kind == "item" and rng.random() < 0.3:
        days = sorted(rng.randint(0, 365 * min(2, s["horizon"]) - 40) for _ in range(2))
        line["paid"] = [(START + datetime.timedelta(days=d), x)
                        for d, x in zip(days, (0.4, 0.6))]
        line["paid"] = [(d.replace(day=min(d.day, 28)), x) for d, x in line["paid"]]
    return line


def draw(rng):
    def maybe(most):
        return rng.randint(0, most) / 100 if rng.random() < 0.6 else 0
    s = {"horizon": rng.randint(2, 7), "life": rng.randint(1, 8), "inflation": maybe(8),
         "contingency": maybe(20), "vat": maybe(20), "tax": maybe(45),
         "residual": maybe(40), "decline": maybe(25), "write": rng.randint(1, 8),
         "rate": rng.randint(1, 14) / 100, "timing": rng.choice(["start", "end"]),
         "days": rng.choice([None, "act/365", "act/360", "act/act", "30E/360"]),
         "fiscal": rng.randint(1, 12), "method": rng.choice(["straight", "declining"])}
    s["lines"] = [draw_line(rng, s) for _ in range(rng.randint(1, 4))]
    return s


def percent(x):
    return f"{round(x * 100)} %"


def line_text(line):
    head = "      - {item: x, quantity: 1, source: s, as_of: 2026-09-01, "
    if line["kind"] == "lease":
        option = ""
        if line["option"] or line["buy"]:
            option = (f", purchase_option: {line['option']} USD, "
                      f"buy: {'yes' if line['buy'] else 'no'}")
        else:
            line["buy"] = False
        return (head + f"lease: {{price: {line['price']} USD, term: {line['months']} months, "
                f"payments: {line['payments']}, "
                f"timing: {'advance' if line['advance'] else 'arrears'}, "
                f"rate: {percent(line['rate'])}/year{option}}}}}")
    money = {None: "USD", 1: "EUR", 3: "GBP"}[line["fx"] and len(line["fx"])]
    terms = [f"payments: {line['payments']}", f"growth: {percent(line['growth'])}/year"]
    terms += ["capital: no"] if not line["capital"] else []
    for key in ("timing", "life", "decline"):
        if line[key] is not None:
            value = {"life": f"{line[key]} years", "timing": line[key]}.get(key)
            terms.append(f"{key}: {value or percent(line[key]) + '/year'}")
    if line["paid"]:
        terms.append("paid: [" + ", ".join(f"{{on: {d}, share: {percent(x)}}}"
                                           for d, x in line["paid"]) + "]")
    if line["kind"] == "item":
        price = f"price: {line['price']} {money}, "
        price += "support: 12 %/year, " if line["yearly"] else ""
    else:
        price = f"price: {line['yearly']} {money}/year, "
    return head + price + "finance: {" + ", ".join(terms) + "}}"


def text_of(s):
    out = ["priceperf: 1", "study: random", "currency: USD", "prices_as_of: 2026-09-15",
           f"horizon: {s['horizon']} years", f"discount_rate: {percent(s['rate'])}/year",
           "finance:", f"  start: {START}", f"  fiscal_year: {s['fiscal']}",
           f"  timing: {s['timing']}"]
    out += [f"  day_count: {s['days']}"] if s["days"] else []
    for key in ("contingency", "vat", "residual"):
        out.append(f"  {key}: {percent(s[key])}")
    for key in ("inflation", "decline"):
        out.append(f"  {key}: {percent(s[key])}/year")
    if s["tax"]:
        out += [f"  tax: {percent(s['tax'])}",
                f"  depreciation: {{method: {s['method']}, life: {s['write']} years}}"]
    out += ["  fx:", "    EUR: {rate: 1.1 USD/EUR, as_of: 2026-09-01}",
            "    GBP: {rate: [1.1 USD/GBP, 1.07 USD/GBP, 1.2 USD/GBP], as_of: 2026-09-01}",
            "alternatives:", "  none:", "    lines:",
            "      - {item: x, quantity: 1, price: 20000 USD/year, source: s, "
            "as_of: 2026-09-01}",
            "  some:", f"    life: {s['life']} years", "    lines:"]
    return "\n".join(out + [line_text(line) for line in s["lines"]]) + "\n"


class Compare:
    def __init__(self, text):
        self.text = text

    def near(self, got, want, size, what):
        if not abs(got - want) <= RELATIVE * max(abs(want), size):
            sys.exit(f"{what}: engine {got!r}, here {want!r}\n{self.text}")


def fiscal_of(s, day):
    return day.year if day.month >= s["fiscal"] else day.year - 1


def check(s, results, text):
    c, f = Compare(text), flows(s)
    got = [a for a in results["alternatives"] if a["id"] == "some"][0]
    size = sum(abs(a) for _, a, _, _ in f.list)
    h = s["horizon"]
    years = [sum(a for e, a, _, _ in f.list if e == t) for t in range(h + 1)]
    worth = [sum(a * (1 + s["rate"]) ** -y for e, a, y, _ in f.list if e == t)
             for t in range(h + 1)]
    for t in range(h + 1):
        c.near(got["cost_by_year"][t], years[t], size, f"year {t}")
        c.near(got["present_by_year"][t], worth[t], size, f"present value of year {t}")
        parts = sum(p["by_year"][t] for p in got["cost_by_part"])
        c.near(parts, got["cost_by_year"][t], size, f"the parts of year {t}")
    for key, want in [("cost_nominal", sum(years)), ("cost_total", sum(worth)),
                      ("capex", f.capex), ("opex", f.opex), ("tax", f.tax)]:
        c.near(got[key], want, size, key)
    c.near(got["capex"] + got["opex"] + got["tax"], got["cost_nominal"], size,
           "capex + opex + tax")
    c.near(sum(got["cost_by_year"]), got["cost_nominal"], size, "the years together")
    c.near(sum(got["present_by_year"]), got["cost_total"], size, "their present values")
    first = fiscal_of(s, START)
    for i, year in enumerate(got["cost_by_fiscal_year"]):
        want = sum(a for _, a, _, d in f.list if fiscal_of(s, d) == first + i)
        c.near(year["cost"], want, size, f"fiscal year {year['year']}")
    return f


def leases(call, s, results, text):
    c = Compare(text)
    asked = [line for line in s["lines"] if line["kind"] == "lease"]
    for line, got in zip(asked, [x for x in results["leases"]]):
        parts = MONTHS[line["payments"]]
        n = line["months"] * parts // 12
        want = -call(f"PMT({line['rate'] / parts!r};{n};{line['price']};{-line['option']};"
                     f"{line['advance'] + 0})")
        c.near(got["payment"], want, 0, "PMT")
        if n > 1 and line["option"] < line["price"]:
            rate = [r for r in got["implicit_rates"]
                    if abs(r - line["rate"]) < 1e-9 * (1 + abs(r))]
            if not rate:
                sys.exit(f"implicit rates {got['implicit_rates']}\n{text}")


def functions(call, s, results, text):
    """The same by the functions of LibreOffice."""
    c = Compare(text)
    one, two = results["alternatives"][0], results["alternatives"][1]
    saved = tuple(float(a - b) for a, b in zip(one["cost_by_year"], two["cost_by_year"]))
    size = sum(map(abs, saved))
    plain = not any(x["kind"] == "lease" or x.get("paid") or x["payments"] != "yearly"
                    for x in s["lines"])
    r, days = results["returns"][0], tuple(
        float((later(12 * t) - datetime.date(1899, 12, 30)).days) for t in range(len(saved)))
    if plain and s["days"] is None:
        npv = saved[0] + call(f"NPV({s['rate']!r};{{}})", saved[1:])
        c.near(r["net_present_value"], npv, size, "NPV")
    if plain and s["days"] == "act/365":
        c.near(r["net_present_value"], call(f"XNPV({s['rate']!r};{{}};{{}})", saved, days), size,
               "XNPV")
    rates = r["rates_of_return"]
    for x in rates if plain else []:
        if not -0.9 < x < 5:
            continue
        if s["days"] is None:
            c.near(x, call(f"IRR({{}};{x + 1e-3!r})", saved), 1, "IRR")
        elif s["days"] == "act/365":
            c.near(x, call(f"XIRR({{}};{{}};{x + 1e-3!r})", saved, days), 1, "XIRR")
    if s["days"] is None and r["modified_rate_of_return"] is not None:
        c.near(r["modified_rate_of_return"], call(f"MIRR({{}};{s['rate']!r};{s['rate']!r})", saved), 1,
               "MIRR")
    if s["tax"]:
        off = two["depreciation_by_year"]
        if len(s["lines"]) == 1 and plain and s["lines"][0].get("growth") == 0 and \
                s["lines"][0]["price"] and s["lines"][0]["capital"]:
            bought = [p for p in two["cost_by_part"] if p["part"] == "purchases"][0]
            name = "SLN" if s["method"] == "straight" else "VDB"
            more = ";0;1;2;0" if name == "VDB" else ""
            c.near(off[1], call(f"{name}({bought['by_year'][0]!r};0;{s['write']}{more})"),
                   0, name)
    leases(call, s, results, text)


def run(program, folder, s):
    path = os.path.join(folder, "study.yaml")
    text = text_of(s)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    out = os.path.join(folder, "out")
    said = subprocess.run([program, "report", path, "-o", out], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    if said.returncode != 0:
        sys.exit(said.stderr.decode() + text)
    with open(os.path.join(out, "results.json"), encoding="utf-8") as f:
        return text, json.load(f)


def all_of(program, count, call):
    rng = random.Random(2026)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            s = draw(rng)
            text, results = run(program, folder, s)
            check(s, results, text)
            if call is not None:
                functions(call, s, results, text)


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    if Office is None:
        all_of(program, count, None)
        return
    with Office() as office:
        all_of(program, count, office.scratch())


if __name__ == "__main__":
    main()
