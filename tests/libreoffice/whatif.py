#!/usr/bin/env python3
"""Changes inputs of a report's workbook in LibreOffice as `whatif --set` does.

    whatif.py PRICEPERF STUDY REPORT.xlsx [TRIALS [VALUES]]

VALUES is how many a trial must at least compare.

A trial draws one to three inputs within their ranges, and one that a scenario sets.
Every named quantity, both costs and every break-even of each scenario must then be
what `PRICEPERF whatif STUDY --set ... --json` says, within 1e-12 of the largest value
of their unit.  A scenario that sets a drawn input itself keeps its own value in both.
"""
import json
import random
import subprocess
import sys

from office import Office, cell_of, value_of
from recalc import RELATIVE, Book, results_of


class Report:
    """Where a report's workbook has its inputs, quantities and break-evens."""

    def __init__(self, path):
        self.book = Book(path)
        self.inputs, self.own = {}, {}
        self._read_inputs()
        self._read_model()
        self._read_break_evens()

    def _read_inputs(self):
        cells = self.book.sheets["Inputs"]
        for row in range(4, 1 + max(r for _, r in cells)):
            name, value, unit, low, high = (cells.get((k, row)) for k in range(5))
            if not isinstance(name, str):
                continue
            scenario, colon, own = name.partition(": ")
            if colon and isinstance(value, float):
                self.own[scenario, own] = row
            elif not colon and isinstance(low, float):
                self.inputs[name] = (row, value, unit or "", low, high)

    def _read_model(self):
        cells = self.book.sheets["Model"]
        end = max(c for c, _ in cells)
        self.columns = {cells[c, 3]: c for c in range(4, end + 1) if (c, 3) in cells}
        self.rows = {v: r for (c, r), v in cells.items() if c == 0 and r > 3}

    def _read_break_evens(self):
        cells = self.book.sheets.get("Break-even")
        self.roots = {}
        if cells is None:
            return
        first = next(r for (c, r), v in sorted(cells.items()) if v == "Scenario")
        while isinstance(cells.get((0, first + 1)), str):
            first += 1
            self.roots[cells[0, first]] = first


def draw(rng, inputs, name):
    """A value of an input: the number for its cell, the text for --set."""
    _, _, unit, low, high = inputs[name]
    whole = all(x == int(x) for x in (low, high)) and unit not in ("%", "%/year", "TB")
    value = rng.randint(int(low), int(high)) if whole else round(rng.uniform(low, high), 4)
    if unit[:2] == "0 ":  # the words of ordinals: "0 no, 1 yes"
        return value, dict(w.split(" ") for w in unit.split(", "))[str(value)]
    return value, f"{value} {unit}".strip()


def draw_trial(rng, report):
    cells, sets = {}, []
    scenario, own = rng.choice(sorted(report.own))
    names = [n for n in rng.sample(sorted(report.inputs), rng.randint(1, 3)) if n != own]
    for name in names:
        number, text = draw(rng, report.inputs, name)
        sets.append(f"{name}={text}")
        cells[report.inputs[name][0]] = number
    number, text = draw(rng, report.inputs, own)
    sets.append(f"{scenario}:{own}={text}")
    cells[report.own[scenario, own]] = number
    return cells, sets


def engine(priceperf, study, sets):
    flags = [f for s in sets for f in ("--set", s)]
    done = subprocess.run([priceperf, "whatif", study, "--json", *flags],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"whatif {' '.join(sets)}: status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)["scenarios"]


def wanted(scenario):
    """name -> (value, unit) of all that a scenario's answer has."""
    values = {n: (q["value"], q["unit"]) for n, q in scenario["quantities"].items()}
    for one in scenario["alternatives"]:
        values[one["id"] + ".cost"] = (one["cost_total"], "money")
        values[one["id"] + ".cost_nominal"] = (one["cost_nominal"], "money")
    return values


def differences(report, results, scenario):
    """(name, want, got) of all that differ, and how many were compared."""
    name, bad, compared = scenario["scenario"], [], 0
    values = wanted(scenario)
    largest = {}
    for value, unit in values.values():
        if value is not None:
            largest[unit] = max(largest.get(unit, 0), abs(value))
    for quantity, (want, unit) in values.items():
        if quantity not in report.rows:
            continue
        got = results["Model"][report.rows[quantity]][report.columns[name]]
        compared += 1
        if not isinstance(got, float) or abs(got - want) > RELATIVE * largest[unit]:
            bad.append((quantity, want, got))
    if not report.roots:
        return bad, compared
    roots = scenario["break_even"][0]["roots"]
    want = roots[0] if roots else "none"
    got = results["Break-even"][report.roots[name]][6]
    if got != want and not (isinstance(got, float) and roots
                            and abs(got - want) <= RELATIVE * abs(want)):
        bad.append(("break-even", want, got))
    return bad, compared + 1


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    priceperf, study, path = sys.argv[1:4]
    trials = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    values = int(sys.argv[5]) if len(sys.argv) > 5 else 100
    report, rng = Report(path), random.Random(1)
    compared = failed = 0
    with Office() as office:
        doc = office.open(path)
        inputs = doc.Sheets.getByName("Inputs")
        issued = {r: inputs.getCellByPosition(1, r).Value
                  for r in [i[0] for i in report.inputs.values()] + [*report.own.values()]}
        for trial in range(trials):
            cells, sets = draw_trial(rng, report)
            for row, value in {**issued, **cells}.items():
                inputs.getCellByPosition(1, row).Value = value
            doc.calculateAll()
            results = results_of(doc)
            changed = any(issued[row] != value for row, value in cells.items())
            state = value_of(cell_of(doc, "issue_state"))
            if state != ("stale" if changed else "as issued"):
                failed += 1
                print(f"trial {trial} {' '.join(sets)}: what is as issued says {state}")
            for scenario in engine(priceperf, study, sets):
                bad, count = differences(report, results, scenario)
                compared += count
                failed += len(bad)
                for quantity, want, got in bad[:5]:
                    print(f"trial {trial} {' '.join(sets)}: {scenario['scenario']} "
                          f"{quantity} is {got} in LibreOffice, {want} by whatif")
    print(f"{trials} trials, {compared} values compared, {failed} differ")
    sys.exit(0 if failed == 0 and compared >= values * trials else 1)


if __name__ == "__main__":
    main()
