#!/usr/bin/env python3
"""Random price sheets: what `price --json` prints adds up, and is what fractions give.

    sheets.py PRICEPERF COUNT FOLDER

Each study has lines in groups of several suppliers, maintenance of every kind, ordered
discounts on list or net, in shares and in money, over groups, suppliers and lines, and
taxes, in a currency with 0, 2 or 3 decimals.  The studies stay in FOLDER.
"""
import json
import random
import subprocess
import sys
from fractions import Fraction

PLACES = {"JPY": 0, "USD": 2, "KWD": 3}
TERM = 3


def rounded(x, places):
    scaled = abs(x) * 10 ** places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if x >= 0 else -whole, 10 ** places)


def decimal(r, most, places):
    return Fraction(r.randint(1, most), 10 ** places)


def text(x):
    return f"{float(x):.6f}"


def make(seed):
    r = random.Random(seed)
    lines = []
    for i in range(r.randint(2, 9)):
        line = {"id": f"l{i}", "group": r.choice("abc"), "supplier": r.choice("12"),
                "quantity": r.randint(1, 40), "price": decimal(r, 9999999, 4),
                "kind": r.choice(["year", "all", "share", "included", "rent", "none"])}
        line["much"] = decimal(r, 300, 3) if line["kind"] == "share" else decimal(r, 999999, 3)
        lines.append(line)
    shares = []
    for i in range(r.randint(0, 3)):
        shares.append({"what": "discount", "share": decimal(r, 333, 3)})
    if r.random() < 0.4:
        shares.append({"what": "discount", "money": decimal(r, 5000, 3)})
    r.shuffle(shares)
    for i in range(r.randint(0, 2)):
        shares.append({"what": "tax", "share": decimal(r, 250, 3)})
    for s in shares:
        s["on"] = r.choice(["net", "list"])
        s["of"] = r.choice(["price", "maintenance", "both"])
        if "money" in s:
            s["of"] = "price"
            s["on"] = "net"
        key = r.choice(["groups", "suppliers", "lines", None])
        if key is not None and "money" not in s:
            s["key"] = key
            s["words"] = sorted({r.choice(lines)[{"groups": "group", "suppliers": "supplier",
                                                  "lines": "id"}[key]] for _ in range(2)})
    return r.choice(sorted(PLACES)), lines, shares


def study(currency, lines, shares):
    out = ["priceperf: 1", "study: sheet", f"currency: {currency}", "prices_as_of: 2026-01-31",
           "horizon: 4 years", "discount_rate: 0 %/year",
           f"price_sheet: {{term: {TERM} years, suppliers: {{1: {{name: one}}, 2: {{name: two}}}}}}",
           "alternatives:", "  a:", "    lines:"]
    for l in lines:
        price = f"{text(l['price'])} {currency}" + ("/year" if l["kind"] == "rent" else "")
        care = {"year": f"{text(l['much'])} {currency}/year", "all": f"{text(l['much'])} {currency}",
                "share": f"{text(l['much'])} /year", "rent": "included"}.get(l["kind"], l["kind"])
        if l["kind"] == "share":
            care = f"{text(l['much'] * 100)} %/year"
        out.append(f"      - {{id: {l['id']}, item: {l['id']}, group: {l['group']}, supplier: "
                   f"{l['supplier']}, quantity: {l['quantity']}, price: {price}, maintenance: "
                   f"{care}, source: s, as_of: 2026-01}}")
    for what, title in ("discount", "discounts"), ("tax", "taxes"):
        some = [s for s in shares if s["what"] == what]
        if not some:
            continue
        out.append(f"    {title}:")
        for s in some:
            much = (f"{text(s['money'])} {currency}" if "money" in s
                    else f"{text(s['share'] * 100)} %")
            cover = f", {s['key']}: [{', '.join(s['words'])}]" if "key" in s else ""
            out.append(f"      - {{{what}: {much}, on: {s['on']}, of: {s['of']}{cover}}}")
    return "\n".join(out) + "\n"


def columns(lines):
    price, care = [], []
    for l in lines:
        extended = l["quantity"] * l["price"]
        rent = l["kind"] == "rent"
        price.append(None if rent else extended)
        care.append({"year": TERM * l["much"], "all": l["much"], "rent": TERM * extended,
                     "share": TERM * l["much"] * extended}.get(l["kind"]))
    return {"price": price, "maintenance": care}


def covered(s, l):
    key = {"groups": "group", "suppliers": "supplier", "lines": "id"}.get(s.get("key"))
    return key is None or l[key] in s["words"]


def account(lines, shares, column, of):
    """The exact amounts of one column: rows, shares, total."""
    net, taken, total = list(column), [], sum(x for x in column if x is not None)
    for s in shares:
        rows = [i for i, l in enumerate(lines) if column[i] is not None and covered(s, l)]
        if s["of"] not in (of, "both") or not rows:
            taken.append(None)
            continue
        parts = {i: (column if s["on"] == "list" else net)[i] for i in rows}
        base = sum(parts.values())
        for i in rows:
            parts[i] *= s["share"] if "share" in s else s["money"] / base
        if s["what"] == "discount":
            for i in rows:
                net[i] -= parts[i]
        taken.append(sum(parts.values()) * (-1 if s["what"] == "discount" else 1))
        total += taken[-1]
    return taken, total


def number(x):
    return None if x is None else Fraction(repr(x))


def judge(answer, currency, lines, shares):
    places = PLACES[currency]
    printed = answer["lines"]
    kinds = {}
    for p in printed:
        kinds.setdefault(p["kind"], []).append(p)
    whole = Fraction(0)
    for name, key in ("price", "extended"), ("maintenance", "maintenance"):
        column = columns(lines)[name]
        sold = {p["description"]: number(p[key]) for p in kinds["item"]}
        for l, x in zip(lines, column):
            want = None if x is None else rounded(x, places)
            assert sold[l["id"]] == want, (name, l, sold[l["id"]], want)
        taken, total = account(lines, shares, column, name)
        marks = [number(p[key]) for p in kinds.get("discount", []) + kinds.get("tax", [])]
        want = [None if x is None else rounded(x, places) for x in taken]
        assert marks == want, (name, marks, want)
        paper = sum(x for x in list(sold.values()) + marks if x is not None)
        rest = [number(p[key]) for p in kinds.get("rounding", []) if "columns" not in p["description"]]
        paper += sum(x for x in rest if x is not None)
        stated = number(kinds["total"][0][key]) or Fraction(0)
        assert paper == stated == rounded(total, places), (name, paper, stated, total)
        subtotals = sum(number(p[key]) or 0 for p in kinds["subtotal"])
        assert subtotals == sum(x for x in sold.values() if x is not None), name
        whole += total
        last = stated if name == "price" else last + stated
    stated = number(answer["sheets"][0]["total"])
    assert stated == rounded(whole, places), (stated, whole)
    between = sum(number(p["extended"]) for p in kinds.get("rounding", [])
                  if "columns" in p["description"])
    assert last + between == stated, (last, between, stated)


def main():
    program, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    for seed in range(count):
        made = make(seed)
        path = f"{folder}/sheet{seed}.yaml"
        with open(path, "w") as out:
            out.write(study(*made))
        run = subprocess.run([program, "price", "--json", path], capture_output=True, text=True)
        assert run.returncode == 0, (path, run.stderr)
        try:
            judge(json.loads(run.stdout), *made)
        except AssertionError as e:
            sys.exit(f"{path}: {e}")
    print(f"{count} sheets add up")


main()
