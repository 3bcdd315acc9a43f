#!/usr/bin/env python3
"""Random inputs in LibreOffice give what `whatif --set` gives.

    spreadsheet.py PRICEPERF STUDY BOOK.xlsx LO_SESSION.py

Twenty times, some inputs take other values (fixed seed) in the workbook and on the
command line; every quantity, cost and live break-even of every scenario must agree
within 1e-12 of the larger, and the stale mark must be on.
"""
import json
import random
import subprocess
import sys

priceperf, study, book, session = sys.argv[1:5]
UNITS = {"database_size": "TB", "disk_price": "USD/GB", "reduction": "%", "copies": "",
         "licensed_hosts": "", "cpus": "CPU", "users": "user", "work_ratio": "",
         "support_rate": "%/year", "discount_rate": "%/year"}
draw = random.Random(2008)


def random_inputs():
    some = {
        "database_size": round(draw.uniform(1, 1000), 3),
        "disk_price": round(draw.uniform(0.05, 5), 4),
        "reduction": round(draw.uniform(5, 85), 2),
        "copies": draw.randint(1, 5),
        "licensed_hosts": draw.randint(1, 4),
        "cpus": draw.randint(1, 16),
        "users": draw.randint(1, 200),
        "work_ratio": round(draw.uniform(0.5, 4), 3),
        "support_rate": round(draw.uniform(0, 30), 2),
        "discount_rate": round(draw.uniform(0, 12), 2),
    }
    return {k: some[k] for k in draw.sample(sorted(some), 5)}


def whatif(values):
    """All scenarios; an override of a scenario stays, as it does in the workbook."""
    base = json.loads(subprocess.run(
        [priceperf, "whatif", study, "--json"] +
        [f"--set={k}={v} {UNITS[k]}".strip() for k, v in values.items()],
        check=True, capture_output=True, text=True).stdout)
    return base["scenarios"]


def columns(count):
    for i in range(count):
        n, name = i, ""
        while n >= 0:
            name = chr(65 + n % 26) + name
            n = n // 26 - 1
        yield name


trials = [random_inputs() for _ in range(20)]
answers = [whatif(t) for t in trials]
scenarios = [s["scenario"] for s in answers[0]]
letters = list(columns(4 + len(scenarios)))[4:]
lo = subprocess.Popen([sys.executable, session, book], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE, text=True)


def ask(command):
    lo.stdin.write(json.dumps(command) + "\n")
    lo.stdin.flush()
    return json.loads(lo.stdout.readline())


row_of = {v: k[1:] for k, v in ask({"sheet": "Model"}).items()
          if k[0] == "A" and k[1:].isdigit() and isinstance(v, str)}
compared = worst = 0
wrong = []


def compare(where, engine, sheet):
    global compared, worst
    compared += 1
    if engine is None or isinstance(sheet, str):
        if not (engine is None and sheet == "none"):
            wrong.append((where, engine, sheet))
        return
    if not isinstance(sheet, (int, float)):
        wrong.append((where, engine, sheet))
        return
    scale = max(abs(engine), abs(sheet), 1e-300)
    worst = max(worst, abs(engine - sheet) / scale)
    if abs(engine - sheet) > 1e-12 * scale:
        wrong.append((where, engine, sheet))


for trial, answer in zip(trials, answers):
    ask({"reset": True})
    ask({"set": trial})
    cells, roots = {}, {}
    for scenario, letter in zip(answer, letters):
        for name, quantity in scenario["quantities"].items():
            if name in row_of:
                cells[f"{letter}{row_of[name]}"] = (
                    scenario["scenario"] + "." + name, quantity["value"])
        for alternative in scenario["alternatives"]:
            for key, name in (("cost_total", "cost"), ("cost_nominal", "cost_nominal"),
                              ("purchase", "purchase"), ("yearly", "yearly")):
                full = f"{alternative['id']}.{name}"
                cells[f"{letter}{row_of[full]}"] = (
                    scenario["scenario"] + "." + full, alternative[key])
        root = scenario["break_even"][0]["roots"]
        roots[f"size.{scenario['scenario']}".replace("-", "_")] = (
            "break-even of " + scenario["scenario"], root[0] if root else None)
    got = ask({"get": list(roots) + ["changed_inputs", "issue_state"]})
    model = ask({"sheet": "Model"})
    for where, (what, engine) in cells.items():
        compare(f"{trial} {what} {where}", engine, model.get(where))
    for where, (what, engine) in roots.items():
        compare(f"{trial} {what} {where}", engine, got[where])
    if got["issue_state"] != "stale" or got["changed_inputs"] < 1:
        wrong.append(("stale mark", trial, got["issue_state"]))
errors = ask({"errors": True})["errors"]
lo.stdin.close()
lo.wait()
print(f"{compared} cells compared, largest relative difference {worst:.2g}")
for w in wrong[:20]:
    print(w)
sys.exit(bool(wrong) or compared < 5000)
