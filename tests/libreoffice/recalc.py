#!/usr/bin/env python3
"""Makes LibreOffice calculate a workbook anew and compares every formula cell.

    recalc.py [--dump] BOOK.xlsx...

What the file says (the cached result, the engine's) and what LibreOffice gives must
agree within 1e-12 times the largest operand: the largest magnitude among the numbers
of the formula, the cells it refers to and the result.  Texts and errors must be the
same.  --dump prints a JSON line for each formula cell.  Status 1 where any differs.
"""
import json
import re
import sys
import zipfile
from xml.etree import ElementTree

from office import DIVISION_BY_ZERO, NOT_AVAILABLE, Office, address_of, errors_of, sheets_of

RELATIVE = 1e-12
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

TOKEN = re.compile(r"""
    "(?:[^"]|"")*"                                                     # a text
  | (?P<sheet>'(?:[^']|'')+'!|[A-Za-z_][\w.]*!)?
    (?P<first>\$?[A-Z]{1,3}\$?\d+)(?::(?P<last>\$?[A-Z]{1,3}\$?\d+))?(?![\w(.])
  | (?P<name>[A-Za-z_\\][\w.]*)(?P<call>\()?
  | (?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)
""", re.VERBOSE)


def place_of(address):
    letters, digits = re.fullmatch(r"\$?([A-Z]+)\$?(\d+)", address).groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1, int(digits) - 1


class Book:
    """The cells of an .xlsx: values as written, formulas, defined names."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.strings = self._strings()
        self.sheets, self.formulas = {}, []
        book = self._tree("xl/workbook.xml")
        relations = {r.get("Id"): r.get("Target")
                     for r in self._tree("xl/_rels/workbook.xml.rels")}
        for sheet in book.iter(MAIN + "sheet"):
            self._read(sheet.get("name"), "xl/" + relations[sheet.get(RELATION)])
        self.names = {n.get("name").lower(): n.text
                      for n in book.iter(MAIN + "definedName")}

    def _tree(self, part):
        return ElementTree.fromstring(self.zip.read(part))

    def _strings(self):
        if "xl/sharedStrings.xml" not in self.zip.namelist():
            return []
        return ["".join(t.text or "" for t in si.iter(MAIN + "t"))
                for si in self._tree("xl/sharedStrings.xml").iter(MAIN + "si")]

    def _read(self, name, part):
        cells = self.sheets[name] = {}
        for c in self._tree(part).iter(MAIN + "c"):
            v, f = c.find(MAIN + "v"), c.find(MAIN + "f")
            kind, text = c.get("t", "n"), None if v is None else v.text or ""
            value = text
            if kind == "s" and text is not None:
                value = self.strings[int(text)]
            elif kind in ("n", "b") and text is not None:
                value = float(text)
            place = place_of(c.get("r"))
            cells[place] = value
            if f is not None:
                self.formulas.append((name, place, f.text, value))


def magnitude(value):
    return abs(value) if isinstance(value, float) else 0.0


def largest_operand(book, sheet, formula):
    """The largest magnitude that a formula takes in, as the file has it."""
    largest = 0.0
    for m in TOKEN.finditer(formula):
        if m["number"]:
            largest = max(largest, abs(float(m["number"])))
        elif m["first"]:
            on = m["sheet"][:-1].strip("'").replace("''", "'") if m["sheet"] else sheet
            c0, r0 = place_of(m["first"])
            c1, r1 = place_of(m["last"] or m["first"])
            cells = book.sheets[on]
            for row in range(r0, r1 + 1):
                for column in range(c0, c1 + 1):
                    largest = max(largest, magnitude(cells.get((column, row))))
        elif m["name"] and not m["call"] and m["name"].lower() in book.names:
            refers = book.names[m["name"].lower()]
            largest = max(largest, largest_operand(book, sheet, refers))
    return largest


def same(cached, value, operand):
    """Do they agree, and by how much do they differ relative to the operand?"""
    if isinstance(value, dict):
        codes = {"#N/A": NOT_AVAILABLE, "#DIV/0!": DIVISION_BY_ZERO}
        return codes.get(cached) == value["error"], 0.0
    if cached in (0.0, 1.0) and value in (0.0, 1.0):  # truth, whatever was compared
        return cached == value, abs(cached - value)
    if isinstance(cached, float) and isinstance(value, float):
        difference = abs(cached - value)
        most = max(operand, abs(cached), abs(value))
        return difference <= RELATIVE * most, difference / most if most > 0 else 0.0
    return cached == value, 0.0


def results_of(doc):
    """All cells of a document at once: {sheet: rows}, errors as {"error": code}."""
    results = {}
    for sheet in sheets_of(doc):
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        area = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
        results[sheet.Name] = [list(row) for row in area.DataArray]
    for found in errors_of(doc):
        column, row = place_of(found["cell"])
        results[found["sheet"]][row][column] = {"error": found["error"]}
    return results


def compare(office, path, dump):
    book = Book(path)
    doc = office.open(path)
    results = results_of(doc)
    bad, worst = 0, 0.0
    for sheet, (column, row), formula, cached in book.formulas:
        value = results[sheet][row][column]
        operand = largest_operand(book, sheet, formula)
        good, relative = same(cached, value, operand)
        worst = max(worst, relative)
        found = {"sheet": sheet, "cell": address_of(column, row), "formula": formula,
                 "cached": cached, "value": value, "operand": operand}
        if dump:
            print(json.dumps(found))
        if not good:
            bad += 1
            if bad <= 20:
                print("differs:", json.dumps(found))
    doc.close(True)
    print(f"{path}: {len(book.formulas)} formulas, {bad} differ, "
          f"largest relative difference {worst:.2g}")
    return bad == 0 and len(book.formulas) > 0


def main():
    dump = "--dump" in sys.argv
    books = [a for a in sys.argv[1:] if a != "--dump"]
    if not books:
        sys.exit(__doc__)
    with Office() as office:
        results = [compare(office, path, dump) for path in books]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
