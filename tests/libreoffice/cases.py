#!/usr/bin/env python3
"""Every worked case as a workbook that LibreOffice calculates anew.

    cases.py PRICEPERF [--every N] CASES.yaml...

A case that is not refused becomes a report.  Every formula must give the engine's
value (recalc.py); then every numeric input is changed, and the cost of every
alternative must be what `whatif --set` says.  --every N takes each N-th case.
"""
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile

from office import Office
from recalc import RELATIVE, compare, results_of
from whatif import Report


def cases_of(path):
    """(id, must it be refused or skipped?) of each case; a case begins with its id."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    text = text[text.index("\neach:"):]
    parts = re.split(r"^  - ", text, flags=re.MULTILINE)[1:]
    for part in parts:
        found = re.search(r"\bid: ([\w.-]+)", part)
        yield found[1], re.search(r"\b(refuses|skip):", part) is not None


def changes(report):
    """name -> (row, number, text for --set) of the inputs that are numbers."""
    cells = report.book.sheets["Inputs"]
    for row in range(4, 1 + max(r for _, r in cells)):
        name, value, unit = (cells.get((k, row)) for k in range(3))
        plain = isinstance(name, str) and ":" not in name and isinstance(value, float)
        if plain and not (unit or "")[:2] == "0 ":
            number = value + 1 if unit != "%" and value == int(value) else value * 0.75
            yield name, row, number, f"{number!r} {unit or ''}".strip()


def costs(priceperf, path, case, change):
    done = subprocess.run([priceperf, "whatif", path, "--case", case, "--json", "--set",
                           change], capture_output=True, text=True, check=False)
    if done.returncode != 0:  # refused: beyond a limit, say
        return None
    one = json.loads(done.stdout)["scenarios"][0]
    return {a["id"] + ".cost_nominal": a["cost_nominal"] for a in one["alternatives"]}


def change_all(office, priceperf, path, case, book):
    """How many costs were compared and how many differ."""
    report, doc = Report(book), office.open(book)
    inputs = doc.Sheets.getByName("Inputs")
    compared = bad = 0
    for name, row, number, text in changes(report):
        want = costs(priceperf, path, case, f"{name}={text}")
        if want is None:
            continue
        cell = inputs.getCellByPosition(1, row)
        before, cell.Value = cell.Value, number
        doc.calculateAll()
        model = results_of(doc)["Model"]
        cell.Value = before
        for quantity, value in want.items():
            got = model[report.rows[quantity]][min(report.columns.values())]
            compared += 1
            if value is None or isinstance(got, dict):
                continue
            if not isinstance(got, float) or abs(got - value) > RELATIVE * abs(value):
                bad += 1
                print(f"{case} {name}={text}: {quantity} is {got} in LibreOffice, "
                      f"{value} by whatif")
    doc.close(True)
    return compared, bad


def try_case(office, priceperf, path, case, folder):
    """(formulas agree, costs compared, costs that differ)."""
    done = subprocess.run([priceperf, "report", path, "--case", case, "-o", folder],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{case}: no report\n{done.stderr}")
        return False, 0, 0
    book, words = os.path.join(folder, "report.xlsx"), io.StringIO()
    with contextlib.redirect_stdout(words):
        good = compare(office, book, False)
    if not good:
        print(case, words.getvalue())
    return good, *change_all(office, priceperf, path, case, book)


def main():
    priceperf, paths, every = sys.argv[1], sys.argv[2:], 1
    if paths and paths[0] == "--every":
        every, paths = int(paths[1]), paths[2:]
    tried = failed = compared = differ = 0
    with Office(1500) as office, tempfile.TemporaryDirectory() as work:
        all_cases = [(p, c) for p in paths for c, refused in cases_of(p) if not refused]
        for path, case in all_cases[::every]:
            good, n, bad = try_case(office, priceperf, path, case, work + "/" + case)
            tried, failed = tried + 1, failed + (not good)
            compared, differ = compared + n, differ + bad
    print(f"{tried} cases, {failed} with formulas that differ; inputs changed: "
          f"{compared} costs compared, {differ} differ")
    sys.exit(0 if tried > 0 and failed == differ == 0 else 1)


if __name__ == "__main__":
    main()
